package dev.syncopate.app.report;

import dev.syncopate.workload.runtime.ProgressListener;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says how far a run is: launch, cycle, rate, share of the CTAs, time left. */
public final class LaunchProgress implements ProgressListener {
  private static final long MILLISECOND = 1_000_000;
  private static final long RATE_WINDOW = 1_000 * MILLISECOND;
  private static final int LONGEST_NAME = 24;
  private static final Pattern MANGLED = Pattern.compile("_Z(\\d{1,4})(.*)");

  private final ProgressDisplay display;
  private final LongSupplier nanoseconds;
  private final BooleanSupplier goOn;

  private long launchStart;
  private long lastCycle = Long.MAX_VALUE;
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
    if (progress.cycle() < lastCycle) {
      launches++;
      launchStart = now;
      older = newer = new Mark(now, progress.warpInstructions());
    }
    lastCycle = progress.cycle();
    if (now - newer.time >= RATE_WINDOW) {
      older = newer;
      newer = new Mark(now, progress.warpInstructions());
    }
    display.show(() -> line(progress, now));
    return goOn.getAsBoolean();
  }

  private String line(Progress progress, long now) {
    double done = progress.ctas() == 0 ? 0 : (double) progress.finishedCtas() / progress.ctas();
    String eta =
        done == 0 ? "-" : Durations.clock((long) ((now - launchStart) * (1 - done) / done / 1e9));
    return String.format(
        Locale.ROOT,
        "%s%s: cycle %,d, %s warp instructions/s, %.0f%% of CTAs, ETA %s",
        shortName(progress.kernel()),
        launches > 1 ? " (launch " + launches + ")" : "",
        progress.cycle(),
        now == older.time
            ? "-"
            : Durations.rate(
                (progress.warpInstructions() - older.instructions) * 1e9 / (now - older.time)),
        100 * done,
        eta);
  }

  /** The plain name of a mangled one (Itanium C++ ABI: {@code _Z}, length, name), cut if long. */
  static String shortName(String kernel) {
    Matcher mangled = MANGLED.matcher(kernel);
    String name = kernel;
    if (mangled.matches() && Integer.parseInt(mangled.group(1)) <= mangled.group(2).length()) {
      name = mangled.group(2).substring(0, Integer.parseInt(mangled.group(1)));
    }
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...";
  }
}
