package dev.syncopate.model.explore.machine;

import java.util.List;
import java.util.Map;

/**
 * Sequence of steps of one run.
 *
 * @param parts names of the machine's parts, by their numbers
 * @param steps in order
 * @param values what registers and locations held after the last step; empty when that failed
 * @param failure why the last step failed, or an empty text
 * @param waiting after the last step: who waited, and what for
 */
public record ExploredSchedule(
    List<String> parts,
    List<ScheduleStep> steps,
    Map<String, Long> values,
    String failure,
    List<String> waiting) {}
