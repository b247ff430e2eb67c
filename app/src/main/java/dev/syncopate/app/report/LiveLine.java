package dev.syncopate.app.report;

import dev.syncopate.workload.runtime.ProgressListener;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Shows how far a run is: on a terminal one line that is rewritten ten times a second, elsewhere a
 * plain line after ten seconds and then ever more rarely.
 */
public final class LiveLine implements ProgressListener {
  private static final long MILLISECOND = 1_000_000;
  private static final long FIRST_ON_TERMINAL = 200 * MILLISECOND;
  private static final long EVERY_ON_TERMINAL = 100 * MILLISECOND;
  private static final long FIRST_PLAIN = 10_000 * MILLISECOND;
  private static final long LONGEST_PLAIN = 120_000 * MILLISECOND;
  private static final long RATE_WINDOW = 1_000 * MILLISECOND;
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final LongSupplier nanoseconds;
  private final BooleanSupplier goOn;
  private long due;
  private long interval;
  private boolean shown;

  private long launchStart;
  private long lastCycle = Long.MAX_VALUE;
  private int launches;
  private long rateTime;
  private long rateInstructions;
  private double rate;

  /**
   * @param out standard error
   * @param terminal whether a line may be rewritten there
   * @param nanoseconds a clock
   * @param goOn asked at each call; false stops the launch
   */
  public LiveLine(
      PrintWriter out, boolean terminal, LongSupplier nanoseconds, BooleanSupplier goOn) {
    this.out = out;
    this.terminal = terminal;
    this.nanoseconds = nanoseconds;
    this.goOn = goOn;
    due = nanoseconds.getAsLong() + (terminal ? FIRST_ON_TERMINAL : FIRST_PLAIN);
    interval = terminal ? EVERY_ON_TERMINAL : FIRST_PLAIN;
  }

  @Override
  public boolean progress(Progress progress) {
    long now = nanoseconds.getAsLong();
    if (progress.cycle() < lastCycle) {
      launches++;
      launchStart = now;
      rateTime = now;
      rateInstructions = 0;
      rate = 0;
    }
    lastCycle = progress.cycle();
    if (now - rateTime >= RATE_WINDOW || (rate == 0 && now > rateTime)) {
      rate = (progress.warpInstructions() - rateInstructions) * 1e9 / (now - rateTime);
      if (now - rateTime >= RATE_WINDOW) {
        rateTime = now;
        rateInstructions = progress.warpInstructions();
      }
    }
    if (now >= due) {
      show(progress, now);
      if (!terminal) {
        interval = Math.min(2 * interval, LONGEST_PLAIN);
      }
      due = now + interval;
    }
    return goOn.getAsBoolean();
  }

  private void show(Progress progress, long now) {
    String line = line(progress, now);
    if (terminal) {
      out.print(ERASE + line);
      shown = true;
    } else {
      out.println(line);
    }
    out.flush();
  }

  private String line(Progress progress, long now) {
    double done = progress.ctas() == 0 ? 0 : (double) progress.finishedCtas() / progress.ctas();
    String eta =
        done == 0 ? "-" : Durations.clock((long) ((now - launchStart) * (1 - done) / done / 1e9));
    return String.format(
        Locale.ROOT,
        "%s%s: cycle %,d, %s warp instructions/s, %.0f%% of CTAs, ETA %s",
        shorten(progress.kernel()),
        launches > 1 ? " (launch " + launches + ")" : "",
        progress.cycle(),
        Durations.rate(rate),
        100 * done,
        eta);
  }

  private static String shorten(String kernel) {
    return kernel.length() <= 24 ? kernel : kernel.substring(0, 21) + "...";
  }

  /** Takes the line away, before anything else is printed. */
  public void clear() {
    if (shown) {
      out.print(ERASE);
      out.flush();
      shown = false;
    }
  }
}
