/**
 * Consistency models: which order and scope the hardware is asked for when a program states some
 * order and scope.
 *
 * <p>May enter: pure functions on order and scope. May not enter: caches, protocols, what is done
 * to bring an order about.
 */
@NullMarked
package dev.syncopate.memory.consistency;

import org.jspecify.annotations.NullMarked;
