package dev.syncopate.app.report;

import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.sweep.JobProgress;
import dev.syncopate.study.sweep.JobProgress.Running;
import dev.syncopate.study.sweep.JobProgress.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Progress of a sweep: on a terminal a bar for each running job above one for the whole, elsewhere
 * a line for each job that ends.
 */
public final class SweepProgress {
  private static final int BAR = 24;
  private static final int TITLE = 40;
  private static final int SHORTEST_BAR = 4;
  private static final int SHORTEST_TITLE = 12;

  /** Columns other than title and bar at most: brackets, share, times. */
  private static final int REST = 30;

  private final ProgressDisplay display;
  private final int bar;
  private final int title;

  /**
   * @param display where it is shown
   * @param columns of the terminal
   */
  public SweepProgress(ProgressDisplay display, int columns) {
    this.display = display;
    bar = Math.clamp(columns - REST - SHORTEST_TITLE, SHORTEST_BAR, BAR);
    title = Math.clamp(columns - REST - bar, SHORTEST_TITLE, TITLE);
  }

  /** A job has ended. */
  public void ended(JobProgress.Ended ended, Snapshot now) {
    JobResult result = ended.result();
    if (result == null) {
      return;
    }
    if (!result.right()) {
      display.say(
          "FAILED %s: %s: %s"
              .formatted(
                  ended.task().title(),
                  result.ending().name().toLowerCase(Locale.ROOT),
                  result.message().lines().findFirst().orElse("")));
    } else if (!display.isTerminal()) {
      display.say(
          String.format(
              Locale.ROOT,
              "[%d/%d] %s: %,d cycles, %s%s",
              ended.place(),
              ended.total(),
              ended.task().title(),
              result.cycles(),
              DurationText.seconds(result.wallSeconds()),
              eta("; ", now)));
    }
  }

  /** Shows the bars if it is time to; on what is no terminal it does nothing. */
  public void show(Snapshot now) {
    if (display.isTerminal()) {
      display.showAll(() -> lines(now));
    }
  }

  List<String> lines(Snapshot now) {
    List<String> lines = new ArrayList<>();
    for (Running running : now.running()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-" + title + "s %s %s cycles",
              shorten(running.title()),
              bar(running.share()),
              DurationText.rate((double) running.cycles())));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%-" + title + "s %s %s%s",
            shorten(
                "%d of %d runs%s%s"
                    .formatted(
                        now.completed(),
                        now.total(),
                        now.failed() > 0 ? ", " + now.failed() + " FAILED" : "",
                        now.reused() > 0 ? ", " + now.reused() + " kept" : "")),
            bar(now.share()),
            DurationText.clock((long) now.seconds()),
            eta(", ", now)));
    return lines;
  }

  private String bar(double share) {
    int full = (int) Math.round(share * bar);
    return "[%s%s] %3.0f%%".formatted("#".repeat(full), ".".repeat(bar - full), 100 * share);
  }

  private static String eta(String prefix, Snapshot now) {
    return Double.isNaN(now.secondsLeft())
        ? ""
        : prefix + "ETA " + DurationText.clock(Math.round(now.secondsLeft()));
  }

  private String shorten(String text) {
    return text.length() <= title ? text : text.substring(0, title - 3) + "...";
  }
}
