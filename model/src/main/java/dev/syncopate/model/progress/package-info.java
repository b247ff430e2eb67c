/**
 * Termination under fair schedulers: which threads a scheduler must let step, and the search for
 * infinite runs that it may choose.
 *
 * <p>May enter: schedulers, and graphs of states and steps. May not enter: what a state is, so that
 * interleavings of a test and states of the hardware are searched alike.
 */
@NullMarked
package dev.syncopate.model.progress;

import org.jspecify.annotations.NullMarked;
