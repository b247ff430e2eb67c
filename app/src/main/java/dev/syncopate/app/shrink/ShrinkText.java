package dev.syncopate.app.shrink;

import dev.syncopate.app.report.CheckText;
import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.check.schedule.DelayStory;
import dev.syncopate.check.schedule.DelayedAccess;
import dev.syncopate.check.schedule.ScheduleStory;
import java.util.Locale;

/** Result of shrinking a schedule, as text. */
public final class ShrinkText {
  /** Entries of a list that are printed at most. */
  public static final int LISTED = 20;

  private ShrinkText() {}

  /** The lines, each with a line feed at its end. */
  public static String of(ShrinkReport report) {
    StringBuilder out = new StringBuilder();
    ReportedProblem failure = report.failure();
    if (failure == null) {
      return report.outcome() == ShrinkReport.Outcome.INTERRUPTED
          ? "interrupted: no schedule has failed so far\n"
          : String.format(
              Locale.ROOT,
              "nothing to shrink: %s failed, nor does the machine's own schedule\n",
              report.schedules() == 1
                  ? "the schedule has not"
                  : String.format(Locale.ROOT, "none of %,d schedules has", report.schedules()));
    }
    out.append(CheckText.of(failure));
    if (report.outcome() == ShrinkReport.Outcome.FAILS_ALONE) {
      return out.append(
              String.format(
                  Locale.ROOT,
                  "nothing to shrink: the machine's own schedule fails, and %,d other schedules fail"
                      + " in no other way\n",
                  report.schedules()))
          .toString();
    }
    if (report.outcome() == ShrinkReport.Outcome.NOT_REPEATED) {
      return out.append(
              "not shrunk: under the same schedule the program does not fail the same way again, so"
                  + " that nothing would follow from further runs\n")
          .toString();
    }
    out.append(
        String.format(
            Locale.ROOT,
            "%s: %s in %,d %s\n",
            report.seed() == 0
                ? "the listed schedule"
                : String.format(
                    Locale.ROOT, "seed %d, schedule %,d", report.seed(), report.schedules()),
            shrinking(report),
            report.trials(),
            report.trials() == 1 ? "run" : "runs"));
    ScheduleStory story = report.story();
    if (story != null) {
      int count = story.delays().size();
      for (int i = 0; i < Math.min(LISTED, count); i++) {
        line(out, story, i);
      }
      if (count > LISTED) {
        out.append(String.format(Locale.ROOT, "  and %,d others\n", count - LISTED));
      }
    }
    switch (report.outcome()) {
      case MINIMAL ->
          out.append(
              story != null && story.delays().size() == 1
                  ? "without it the run does not fail this way\n"
                  : "without any one of them the run does not fail this way\n");
      case OUT_OF_TRIALS -> out.append("not minimal: --trials N allows more runs\n");
      case INTERRUPTED -> out.append("interrupted: the list may not be minimal\n");
      case NONE_FAILED, FAILS_ALONE, NOT_REPEATED -> {}
    }
    return out.toString();
  }

  private static String shrinking(ShrinkReport report) {
    return String.format(
        Locale.ROOT,
        "%s shrunk to %,d",
        report.drawn() == 1
            ? "1 delay"
            : String.format(Locale.ROOT, "%,d delays and drawn orders", report.drawn()),
        report.schedule().perturbations().size());
  }

  private static void line(StringBuilder out, ScheduleStory story, int index) {
    DelayStory delay = story.delays().get(index);
    out.append(String.format(Locale.ROOT, "  %d. %s\n", index + 1, sentence(story, delay)));
  }

  /** What is delayed, how long and where. */
  static String sentence(ScheduleStory story, DelayStory delay) {
    DelayedAccess access = delay.access();
    boolean isMessage = delay.setting().startsWith("message:");
    if (delay.cycles() == 0) {
      return delay.subject() + ": drawn by seed " + delay.setting().replaceFirst(".*@", "");
    }
    String place =
        access == null
            ? isMessage ? "" : ", before it begins"
            : isMessage
                ? ": "
                    + access
                    + (delay.warp() < 0 ? "" : ", " + story.warps().get(delay.warp()).name())
                : ", behind its " + access;
    return String.format(
        Locale.ROOT,
        "%s: %,d cycles %s%s, in cycle %,d",
        delay.subject(),
        delay.cycles(),
        isMessage ? "late" : "later",
        place,
        delay.cycle());
  }
}
