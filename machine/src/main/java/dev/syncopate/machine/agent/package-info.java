/**
 * Agents beside compute units: a CPU core that runs host code on the memory that kernels see, with
 * a clock and an L1 of its own.
 *
 * <p>May enter: how host code runs, what it asks of memory and when. May not enter: what a protocol
 * decides, kernels, warps.
 */
@NullMarked
package dev.syncopate.machine.agent;

import org.jspecify.annotations.NullMarked;
