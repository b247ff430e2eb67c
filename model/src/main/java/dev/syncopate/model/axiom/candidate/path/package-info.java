/**
 * The paths that each thread of a litmus test can take: its events in program order, values that
 * depend on reads, loops unrolled to a bound, and the words of memory that a test names.
 *
 * <p>May enter: what a thread does alone. May not enter: what reads see, orders between threads.
 */
@NullMarked
package dev.syncopate.model.axiom.candidate.path;

import org.jspecify.annotations.NullMarked;
