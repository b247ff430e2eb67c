/**
 * The parts of an L1: lines with valid and dirty bytes and the sFIFO of the dirty ones, MSHRs,
 * fills, unanswered writes. {@link dev.syncopate.memory.kit.l1.L1Cache} composes them and delegates
 * the differences between mechanisms to a policy.
 *
 * <p>May enter: behaviour that the L1s of more than one mechanism share. May not enter: a
 * mechanism's steps, states or messages; time.
 */
@NullMarked
package dev.syncopate.memory.kit.l1;

import org.jspecify.annotations.NullMarked;
