package dev.syncopate.machine.gpu;

import dev.syncopate.machine.device.PrintedText;
import dev.syncopate.ptx.ir.Position;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Result of a launch.
 *
 * @param outcome how it ended
 * @param cycles from its start to the end of its last tile's kernel-end release, or to where it was
 *     stopped
 * @param statistics what every counter counted during it, by name
 * @param ctaCycles core clock cycles from each CTA's dispatch to its last thread's exit, indexed by
 *     its place among those that ran. Each is 0 for a CTA that did not end; empty for a launch of
 *     more than 65,536
 * @param report for a hang or an interruption who waits for what, for a trap or fault what happened
 *     where; else empty
 * @param position the instruction of a fault or trap, or the position of the warps with which a
 *     hang is explained; null if there is none
 * @param printed what its threads printed, in the order of (cycle, compute unit)
 * @param warpsOutOfStep its warps that a reconvergence stack would have run in another order; see
 *     {@link dev.syncopate.machine.divergence.LaneSchedule#warpsOutOfStep}
 */
public record KernelRun(
    LaunchOutcome outcome,
    long cycles,
    SortedMap<String, Long> statistics,
    long[] ctaCycles,
    String report,
    @Nullable Position position,
    List<PrintedText> printed,
    long warpsOutOfStep) {
  /** The same with other cycles and counters. */
  public KernelRun with(long otherCycles, SortedMap<String, Long> counters) {
    return new KernelRun(
        outcome, otherCycles, counters, ctaCycles, report, position, printed, warpsOutOfStep);
  }
}
