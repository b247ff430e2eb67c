package dev.syncopate.model.explore;

import dev.syncopate.model.explore.machine.ExploredSchedule;
import dev.syncopate.model.explore.machine.setup.Arrangement;
import dev.syncopate.model.explore.search.Fault;

/**
 * Something that must never happen and was seen.
 *
 * @param kind of fault
 * @param message what is wrong; of a protocol error with the line's history
 * @param setup of the schedule
 * @param schedule with fewest steps that leads there; it has been run again on fresh controllers
 */
public record ExplorationFailure(
    Fault.Kind kind, String message, Arrangement setup, ExploredSchedule schedule) {}
