package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ScheduleChoice;
import java.util.List;
import java.util.SortedMap;

/**
 * An outcome.
 *
 * @param values of what is observed: registers as {@code P0:r1}, locations by name
 * @param states in how many different final states of the machine
 * @param path what happens up to it, in as few steps as any other way
 */
public record FinalOutcome(
    SortedMap<String, Long> values, long states, List<ScheduleChoice> path) {}
