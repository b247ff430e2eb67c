package dev.syncopate.app.shrink;

import dev.syncopate.sim.perturb.PerturbationList;

/**
 * Request to shrink a failing schedule.
 *
 * @param first seed of the first schedule that is tried
 * @param count how many schedules are tried for one that fails
 * @param resumed schedule that an earlier search has left; empty for none
 * @param trials runs for shrinking at most
 */
public record ShrinkRequest(int first, int count, PerturbationList resumed, int trials) {}
