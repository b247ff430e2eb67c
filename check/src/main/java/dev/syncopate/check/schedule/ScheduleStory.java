package dev.syncopate.check.schedule;

import java.util.List;

/**
 * Run under a listed schedule for people.
 *
 * @param delays of the schedule, in the order of time
 * @param warps that are delayed or access the same lines of memory as those, the delayed ones first
 * @param hidden how many further such warps are left out
 */
public record ScheduleStory(List<DelayStory> delays, List<WarpStory> warps, int hidden) {
  /** Keeps copies. */
  public ScheduleStory {
    delays = List.copyOf(delays);
    warps = List.copyOf(warps);
  }
}
