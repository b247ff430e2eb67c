/**
 * Latencies and throughputs of a machine's parts, measured by small kernels as on a GPU, compared
 * with the configuration and with measurements of hardware.
 *
 * <p>May enter: measurements, how they are made, and what they are compared with. May not enter:
 * programs that compute something.
 */
@NullMarked
package dev.syncopate.workload.calibrate;

import org.jspecify.annotations.NullMarked;
