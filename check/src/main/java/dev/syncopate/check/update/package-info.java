/**
 * Updates that may get lost: a load and a store that depends on it, with nothing to keep another
 * thread's write of the same bytes from coming between them.
 *
 * <p>May enter: what the two halves of an update read and wrote, and what puts other writes before
 * or behind them. May not enter: which write a read has read, which {@code check.order} decides;
 * what the memory model calls a race; how findings are put into words; anything that changes the
 * run.
 */
@NullMarked
package dev.syncopate.check.update;

import org.jspecify.annotations.NullMarked;
