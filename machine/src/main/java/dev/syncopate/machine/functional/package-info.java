/**
 * The functional tier: runs launches without time. It drives the same decoded instructions, lane
 * arithmetic, reconvergence rules, barriers, shared memory and runtime functions as the machine in
 * cycles. What it replaces is the issuer, which runs one warp until it waits, and the memory side,
 * which answers at once from {@link dev.syncopate.memory.functional}.
 *
 * <p>May enter: the order in which CTAs and warps take turns, when a launch stands still, and which
 * launches need not run. May not enter: latencies, caches, protocols, what single instructions do.
 * The tier is a separate engine: a kernel that runs in cycles has no way to the memory of this one.
 * In a sampled device ({@code machine.sample}) that memory is a copy, given up before such a
 * kernel.
 */
@NullMarked
package dev.syncopate.machine.functional;

import org.jspecify.annotations.NullMarked;
