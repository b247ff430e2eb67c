/**
 * Random kernels on the machine, against a plain interpreter of the same text.
 *
 * <p>May enter: running a kernel in both ways, comparing, making a kernel smaller that goes wrong.
 * May not enter: what a kernel should compute, which only {@link dev.syncopate.ptx.reference} says;
 * how kernels are drawn and written.
 */
@NullMarked
package dev.syncopate.workload.fuzz;

import org.jspecify.annotations.NullMarked;
