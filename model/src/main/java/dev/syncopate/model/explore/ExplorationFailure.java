package dev.syncopate.model.explore;

import dev.syncopate.model.explore.machine.ExploredSchedule;
import dev.syncopate.model.explore.machine.setup.TestArrangement;
import dev.syncopate.model.explore.search.PropertyViolation;

/**
 * Violation that an exploration has found.
 *
 * @param kind of fault
 * @param message what is wrong; of a protocol error with the line's history
 * @param setup of the schedule
 * @param schedule with fewest steps that leads there; it has been run again on fresh controllers
 */
public record ExplorationFailure(
    PropertyViolation.Kind kind,
    String message,
    TestArrangement setup,
    ExploredSchedule schedule) {}
