/**
 * The host's view of a simulated GPU, for programs that embed the simulator and for every command:
 * open a device, allocate and copy, load PTX, launch, read statistics.
 *
 * <pre>{@code
 * Device device = Device.open("titanv-80sm", "gpu", "hrf");
 * Kernel kernel = device.load("scale.ptx", text).kernel("scale");
 * Buffer data = device.copyOf(new float[] {1, 2, 3, 4});
 * LaunchResult result = kernel.launch(LaunchShape.of(1, 32), data, 2.5f, 4);
 * float[] answer = data.readFloats();
 * long cycles = result.cycles();
 * }</pre>
 *
 * <p>Everything public here and in {@code cta} is API, which keeps its meaning within a major
 * version, except what is marked {@link dev.syncopate.workload.runtime.api.Internal}. The test's
 * resource {@code api.txt} lists it.
 *
 * <p>May enter: what a host does with a device, and errors that say what it did wrong. May not
 * enter: decisions of the hardware, printing, particular workloads.
 */
@NullMarked
package dev.syncopate.workload.runtime;

import org.jspecify.annotations.NullMarked;
