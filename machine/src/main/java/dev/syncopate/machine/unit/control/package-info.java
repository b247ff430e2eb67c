/**
 * The execution unit for control flow: branches, calls, exits, sleeps, traps and CTA barriers.
 *
 * <p>May enter: instructions that move program counters. May not enter: which lanes run when
 * ({@link dev.syncopate.machine.divergence}), what a barrier counts ({@link
 * dev.syncopate.machine.barrier}).
 */
@NullMarked
package dev.syncopate.machine.unit.control;

import org.jspecify.annotations.NullMarked;
