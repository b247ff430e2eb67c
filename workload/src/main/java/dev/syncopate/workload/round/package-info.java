/**
 * Graph algorithms in rounds of one or more launches over all vertices: for each one the reference
 * on the host, and what goes to the device for our own ({@code Lean…}) and for Pannotia's kernels
 * ({@code Published…}).
 *
 * <p>May enter: algorithms, with what their kernels take; which of their rounds are run. May not
 * enter: queues and other ways to launch.
 */
@NullMarked
package dev.syncopate.workload.round;

import org.jspecify.annotations.NullMarked;
