/**
 * Building blocks of cache controllers: line messages, line states, waiting and forwarded accesses.
 * The controllers of mechanisms are composed from these parts; none belongs to a single mechanism.
 *
 * <p>May enter: behaviour that the caches of more than one mechanism share. May not enter: a
 * mechanism's steps, states or messages; time.
 */
@NullMarked
package dev.syncopate.memory.kit;

import org.jspecify.annotations.NullMarked;
