/**
 * Micro-benchmarks of the paths that decide the simulator's speed: the timing wheel, messages
 * between parts, a cache lookup, a warp's step, a whole kernel; and of the host's memory, which
 * bounds them.
 *
 * <p>May enter: JMH benchmarks of one hot path each, with the size of the work in a comment. May
 * not enter: code that a test or the program needs.
 */
@NullMarked
package dev.syncopate.benchmarks;

import org.jspecify.annotations.NullMarked;
