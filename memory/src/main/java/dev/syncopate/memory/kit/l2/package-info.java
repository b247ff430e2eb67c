/**
 * The parts of an L2 bank: lines, MSHRs, the link to the memory side of several GPUs, lines that
 * are held for it, and {@link dev.syncopate.memory.kit.l2.L2Cache}, which puts them together and
 * leaves to a policy what mechanisms do otherwise.
 *
 * <p>May enter: what the L2s of more than one mechanism do. May not enter: a mechanism's steps,
 * states or messages; time.
 */
@NullMarked
package dev.syncopate.memory.kit.l2;

import org.jspecify.annotations.NullMarked;
