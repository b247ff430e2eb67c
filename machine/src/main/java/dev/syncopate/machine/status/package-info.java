/**
 * Where warps stand and what they have written, as values, for reports.
 *
 * <p>May enter: copies of a warp's state and ways to look into a stopped one. May not enter:
 * anything that runs while a kernel does, but for remembering warps that have left.
 */
@NullMarked
package dev.syncopate.machine.status;

import org.jspecify.annotations.NullMarked;
