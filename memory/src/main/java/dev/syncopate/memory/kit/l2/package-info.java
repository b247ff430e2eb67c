/**
 * The parts of an L2 bank: lines, MSHRs, the link to the memory side of several GPUs, lines that
 * are held for it. {@link dev.syncopate.memory.kit.l2.L2Cache} composes them and delegates the
 * differences between mechanisms to a policy.
 *
 * <p>May enter: behaviour that the L2s of more than one mechanism share. May not enter: a
 * mechanism's steps, states or messages; time.
 */
@NullMarked
package dev.syncopate.memory.kit.l2;

import org.jspecify.annotations.NullMarked;
