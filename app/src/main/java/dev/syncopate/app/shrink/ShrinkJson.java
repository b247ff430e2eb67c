package dev.syncopate.app.shrink;

import dev.syncopate.app.report.CheckText;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.check.schedule.DelayStory;
import dev.syncopate.check.schedule.DelayedAccess;
import dev.syncopate.check.schedule.ScheduleStory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Result of shrinking a schedule, for the JSON document. */
public final class ShrinkJson {
  private ShrinkJson() {}

  /**
   * Member {@code shrink} of the document.
   *
   * @param replay the command that shows the failure again; null where there is none
   * @param race number of the race for {@code extract}; 0 where there is none
   */
  public static Map<String, @Nullable Object> of(
      ShrinkReport report, @Nullable String replay, int race) {
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    ReportedProblem failure = report.failure();
    document.put("outcome", report.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    document.put(
        "failure", failure == null ? null : CheckText.findings(List.of(failure)).getFirst());
    document.put("seed", report.seed() == 0 ? null : report.seed());
    document.put("schedules", report.schedules());
    document.put("drawn", report.drawn());
    document.put("trials", report.trials());
    document.put("cycles", report.cycles());
    document.put("setting", report.schedule().toString());
    document.put("replay", replay);
    document.put("race", race == 0 ? null : race);
    ScheduleStory story = report.story();
    document.put(
        "delays",
        story == null
            ? List.of()
            : story.delays().stream().map(delay -> delay(story, delay)).toList());
    return document;
  }

  private static Map<String, @Nullable Object> delay(ScheduleStory story, DelayStory delay) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    DelayedAccess access = delay.access();
    tree.put("setting", delay.setting());
    tree.put("subject", delay.subject());
    tree.put("cycle", delay.cycle());
    tree.put("cycles", delay.cycles());
    tree.put("warp", delay.warp() < 0 ? null : story.warps().get(delay.warp()).name());
    tree.put("operation", access == null ? null : access.operation());
    tree.put("object", access == null ? null : access.object());
    tree.put("line", access == null ? null : access.line());
    return tree;
  }
}
