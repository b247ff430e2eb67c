package dev.syncopate.app.report;

import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.sweep.Board;
import dev.syncopate.study.sweep.Board.Running;
import dev.syncopate.study.sweep.Board.Snapshot;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How far a sweep is: on a terminal a bar for each running job above one for the whole, rewritten
 * in place; elsewhere a line for each job that ends.
 */
public final class SweepLines {
  private static final int BAR = 24;
  private static final int TITLE = 40;
  private static final int SHORTEST_BAR = 4;
  private static final int SHORTEST_TITLE = 12;

  /** What stands beside title and bar at most: brackets, share, times. */
  private static final int REST = 30;

  private static final String ERASE_BELOW = "\u001b[J";

  private final PrintWriter out;
  private final boolean terminal;
  private final int bar;
  private final int title;
  private int shown;

  /**
   * @param out standard error
   * @param terminal whether lines may be rewritten there
   * @param columns of the terminal
   */
  public SweepLines(PrintWriter out, boolean terminal, int columns) {
    this.out = out;
    this.terminal = terminal;
    bar = Math.clamp(columns - REST - SHORTEST_TITLE, SHORTEST_BAR, BAR);
    title = Math.clamp(columns - REST - bar, SHORTEST_TITLE, TITLE);
  }

  /** A job has ended. */
  public synchronized void ended(Board.Ended ended, Snapshot now) {
    JobResult result = ended.result();
    if (result == null) {
      return;
    }
    if (!result.right()) {
      clear();
      out.printf(
          "FAILED %s: %s: %s%n",
          ended.task().title(),
          result.ending().name().toLowerCase(Locale.ROOT),
          result.message().lines().findFirst().orElse(""));
    } else if (!terminal) {
      out.printf(
          Locale.ROOT,
          "[%d/%d] %s: %,d cycles, %s; ETA %s%n",
          ended.place(),
          ended.total(),
          ended.task().title(),
          result.cycles(),
          Durations.seconds(result.wallSeconds()),
          eta(now));
    }
    out.flush();
  }

  /** Rewrites the bars; on what is no terminal it does nothing. */
  public synchronized void show(Snapshot now) {
    if (!terminal) {
      return;
    }
    clear();
    List<String> lines = lines(now);
    lines.forEach(line -> out.print(LiveLine.unwrapped(line) + "\n"));
    out.flush();
    shown = lines.size();
  }

  /** Takes the bars away. */
  public synchronized void clear() {
    if (shown > 0) {
      out.print("\u001b[" + shown + "A\r" + ERASE_BELOW);
      out.flush();
      shown = 0;
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
              Durations.rate((double) running.cycles())));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "%-" + title + "s %s %s, ETA %s",
            shorten(
                "%d of %d runs%s%s"
                    .formatted(
                        now.done(),
                        now.total(),
                        now.failed() > 0 ? ", " + now.failed() + " FAILED" : "",
                        now.reused() > 0 ? ", " + now.reused() + " kept" : "")),
            bar(now.share()),
            Durations.clock((long) now.seconds()),
            eta(now)));
    return lines;
  }

  private String bar(double share) {
    int full = (int) Math.round(share * bar);
    return "[%s%s] %3.0f%%".formatted("#".repeat(full), ".".repeat(bar - full), 100 * share);
  }

  private static String eta(Snapshot now) {
    return Double.isNaN(now.secondsLeft()) ? "-" : Durations.clock(Math.round(now.secondsLeft()));
  }

  private String shorten(String text) {
    return text.length() <= title ? text : text.substring(0, title - 3) + "...";
  }
}
