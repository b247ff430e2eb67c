package dev.syncopate.app.shrink;

import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.check.schedule.DelayStory;
import dev.syncopate.check.schedule.DelayedAccess;
import dev.syncopate.check.schedule.ScheduleStory;
import dev.syncopate.check.schedule.WarpStory;
import dev.syncopate.study.chart.Timeline;
import dev.syncopate.study.chart.Timeline.Delay;
import dev.syncopate.study.chart.Timeline.Mark;
import dev.syncopate.study.chart.Timeline.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Picture of the run under a shrunk schedule: a line for each warp that takes part, its accesses as
 * numbered points, its delays as bars, messages on their way below the line.
 */
public final class ShrinkPicture {
  private ShrinkPicture() {}

  /** An SVG document; the report has a story. */
  public static String of(ShrinkReport report) {
    ScheduleStory story = Objects.requireNonNull(report.story());
    ReportedProblem failure = Objects.requireNonNull(report.failure());
    Map<String, Integer> kinds = new LinkedHashMap<>();
    List<Row> rows = new ArrayList<>();
    for (WarpStory warp : story.warps()) {
      List<Mark> marks = new ArrayList<>();
      for (DelayedAccess access : warp.accesses()) {
        int kind = kinds.computeIfAbsent(access.toString(), text -> kinds.size());
        marks.add(new Mark(kind, access.first(), access.last()));
      }
      rows.add(
          new Row(warp.name(), "compute unit " + warp.unit(), warp.start(), warp.end(), marks));
    }
    List<Delay> delays = new ArrayList<>();
    for (DelayStory delay : story.delays()) {
      boolean isMessage = delay.setting().startsWith("message:");
      delays.add(
          new Delay(
              delay.warp(),
              isMessage,
              delay.cycle(),
              delay.cycle() + delay.cycles(),
              String.format(
                  Locale.ROOT,
                  "%s%,d cycles",
                  isMessage ? delay.subject() + ": " : "",
                  delay.cycles())));
    }
    String subtitle =
        story.hidden() == 0
            ? ""
            : String.format(Locale.ROOT, "%,d further warps access the same lines", story.hidden());
    return new Timeline(
            failure.title(), subtitle, "cycle", rows, delays, List.copyOf(kinds.keySet()))
        .svg();
  }
}
