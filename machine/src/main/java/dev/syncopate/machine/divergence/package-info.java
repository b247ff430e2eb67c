/**
 * Which lanes of a warp run next, and from where: splits, reconvergence points, and the two ways to
 * choose among them.
 *
 * <p>May enter: program counters and lane masks. May not enter: registers, memory, time.
 */
@NullMarked
package dev.syncopate.machine.divergence;

import org.jspecify.annotations.NullMarked;
