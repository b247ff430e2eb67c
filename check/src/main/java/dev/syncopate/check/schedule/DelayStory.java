package dev.syncopate.check.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Delay of a schedule for people.
 *
 * @param setting the delay as it stands in a list
 * @param subject what is delayed, as in {@code warp 0 of CTA 3}
 * @param cycle in which the delay began; 0 for an order
 * @param cycles how long it is; 0 for an order
 * @param warp index of the warp in the story's warps that is delayed or whose message is; -1 for
 *     none
 * @param access behind which the warp stands still, or whose message is late; null if none is known
 */
public record DelayStory(
    String setting,
    String subject,
    long cycle,
    int cycles,
    int warp,
    @Nullable DelayedAccess access) {}
