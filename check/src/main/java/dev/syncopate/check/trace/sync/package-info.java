/**
 * Synchronising operations in a trace, and which release an acquire has read.
 *
 * <p>May enter: matching of writes and reads, operations that are under way. May not enter: scopes
 * and races, which {@code check.race} judges.
 */
@NullMarked
package dev.syncopate.check.trace.sync;

import org.jspecify.annotations.NullMarked;
