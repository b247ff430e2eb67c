/**
 * What caches are made of: messages about lines, states of lines, accesses that wait or go on to
 * the next level. Controllers of mechanisms are put together from these parts; nothing here is
 * one's own.
 *
 * <p>May enter: what the caches of more than one mechanism do. May not enter: a mechanism's steps,
 * states or messages; time.
 */
@NullMarked
package dev.syncopate.memory.kit;

import org.jspecify.annotations.NullMarked;
