/**
 * Excerpts of a run: the few accesses around a race, or around synchronisation that was right, with
 * what they read and wrote, and which of them synchronised.
 *
 * <p>May enter: what was recorded of a launch, and what is cut out of it. May not enter: what
 * conflicts and what is ordered, which {@code check.race} says; which write a read has read, which
 * {@code check.order} decides; litmus tests and memory models, which this module does not know.
 */
@NullMarked
package dev.syncopate.check.extract;

import org.jspecify.annotations.NullMarked;
