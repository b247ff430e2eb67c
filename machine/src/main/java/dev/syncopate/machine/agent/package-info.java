/**
 * Agents other than compute units: a CPU core that runs host code on the memory that kernels see,
 * with a separate clock and a private L1.
 *
 * <p>May enter: how host code runs, what it asks of memory and when. May not enter: what a protocol
 * decides, kernels, warps.
 */
@NullMarked
package dev.syncopate.machine.agent;

import org.jspecify.annotations.NullMarked;
