/**
 * Seeded schedules that differ from a machine's own: where the hardware leaves an order open,
 * another one is drawn.
 *
 * <p>May enter: what a schedule is drawn from. May not enter: what is delayed, which the parts know
 * themselves.
 */
@NullMarked
package dev.syncopate.sim.perturb;

import org.jspecify.annotations.NullMarked;
