/**
 * The parts of an L1: lines with valid and dirty bytes and the sFIFO of the dirty ones, MSHRs,
 * fills, unanswered writes, and {@link dev.syncopate.memory.kit.l1.L1Cache}, which puts them
 * together and leaves to a policy what mechanisms do otherwise.
 *
 * <p>May enter: what the L1s of more than one mechanism do. May not enter: a mechanism's steps,
 * states or messages; time.
 */
@NullMarked
package dev.syncopate.memory.kit.l1;

import org.jspecify.annotations.NullMarked;
