package dev.syncopate.app.report;

import dev.syncopate.sim.text.KernelName;
import dev.syncopate.workload.runtime.ProgressListener;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** Progress of a run: launch, cycle, rate, share of the CTAs, time left. */
public final class LaunchProgress implements ProgressListener {
  private static final long MILLISECOND = 1_000_000;
  private static final long RATE_WINDOW = 1_000 * MILLISECOND;
  private static final int LONGEST_NAME = 24;

  private final ProgressDisplay display;
  private final LongSupplier nanoseconds;
  private final BooleanSupplier goOn;

  private long launchStart;
  private long lastCycle = Long.MAX_VALUE;
  private long lastInstructions = Long.MAX_VALUE;
  private int launches;

  /** The rate shown is that since the older of two marks, one to two windows ago. */
  private Mark older = new Mark(0, 0);

  private Mark newer = older;

  private record Mark(long time, long instructions) {}

  /**
   * @param display where it is shown
   * @param nanoseconds a clock
   * @param goOn asked at each call; false stops the launch
   */
  public LaunchProgress(ProgressDisplay display, LongSupplier nanoseconds, BooleanSupplier goOn) {
    this.display = display;
    this.nanoseconds = nanoseconds;
    this.goOn = goOn;
  }

  @Override
  public boolean progress(Progress progress) {
    long now = nanoseconds.getAsLong();
    if (progress.cycle() < lastCycle || progress.warpInstructions() < lastInstructions) {
      launches++;
      launchStart = now;
      older = newer = new Mark(now, progress.warpInstructions());
    }
    lastCycle = progress.cycle();
    lastInstructions = progress.warpInstructions();
    if (now - newer.time >= RATE_WINDOW) {
      older = newer;
      newer = new Mark(now, progress.warpInstructions());
    }
    display.show(() -> line(progress, now));
    return goOn.getAsBoolean();
  }

  /** The longest line that fits: the rate goes first, then the launch's number, then the name. */
  private String line(Progress progress, long now) {
    String name = shortName(progress.kernel());
    String number = launches > 1 ? " (launch " + launches + ")" : "";
    String cycle =
        progress.cycle() > 0
            ? String.format(Locale.ROOT, ": cycle %,d", progress.cycle())
            : String.format(Locale.ROOT, ": %,d warp instructions", progress.warpInstructions());
    String rate =
        ", %s warp instructions/s"
            .formatted(
                now == older.time
                    ? "-"
                    : DurationText.rate(
                        (progress.warpInstructions() - older.instructions)
                            * 1e9
                            / (now - older.time)));
    String share = share(progress, now - launchStart);
    for (String line :
        List.of(
            name + number + cycle + rate + share,
            name + number + cycle + share,
            name + cycle + share,
            (cycle + share).substring(2))) {
      if (line.length() <= display.width()) {
        return line;
      }
    }
    return (cycle + share).substring(2);
  }

  /** Share of the CTAs that have ended, and the time left if the rest takes as long. */
  private static String share(Progress progress, long nanoseconds) {
    if (progress.finishedCtas() == 0 || progress.ctas() == 0) {
      return String.format(
          Locale.ROOT,
          ", none of %,d CTAs done after %s",
          progress.ctas(),
          DurationText.clock((long) (nanoseconds / 1e9)));
    }
    double finishedShare = (double) progress.finishedCtas() / progress.ctas();
    return String.format(
        Locale.ROOT,
        ", %.0f%% of CTAs, ETA %s",
        100 * finishedShare,
        DurationText.clock((long) (nanoseconds * (1 - finishedShare) / finishedShare / 1e9)));
  }

  /** What people call a kernel, cut if long. */
  static String shortName(String kernel) {
    String name = KernelName.readable(kernel);
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...";
  }
}
