/**
 * What a machine's parts take, measured by small kernels as on a GPU, beside what is configured and
 * what was measured of hardware.
 *
 * <p>May enter: measurements, how they are made, and what they are compared with. May not enter:
 * programs that compute something.
 */
@NullMarked
package dev.syncopate.workload.calibrate;

import org.jspecify.annotations.NullMarked;
