package dev.syncopate.app.report;

import dev.syncopate.workload.runtime.ProgressListener;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
  private static final int LONGEST_NAME = 24;
  private static final Pattern MANGLED = Pattern.compile("_Z(\\d{1,4})(.*)");
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

  /** The rate shown is that since the older of two marks, one to two windows ago. */
  private Mark older = new Mark(0, 0);

  private Mark newer = older;

  private record Mark(long time, long instructions) {}

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
      older = newer = new Mark(now, progress.warpInstructions());
    }
    lastCycle = progress.cycle();
    if (now - newer.time >= RATE_WINDOW) {
      older = newer;
      newer = new Mark(now, progress.warpInstructions());
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
      out.print(ERASE + unwrapped(line));
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
        now == older.time
            ? "-"
            : Durations.rate(
                (progress.warpInstructions() - older.instructions) * 1e9 / (now - older.time)),
        100 * done,
        eta);
  }

  /** The plain name of a mangled one (Itanium C++ ABI: {@code _Z}, length, name), cut if long. */
  private static String shorten(String kernel) {
    Matcher mangled = MANGLED.matcher(kernel);
    String name = kernel;
    if (mangled.matches() && Integer.parseInt(mangled.group(1)) <= mangled.group(2).length()) {
      name = mangled.group(2).substring(0, Integer.parseInt(mangled.group(1)));
    }
    return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 3) + "...";
  }

  /** Takes the line away, before anything else is printed. */
  public void clear() {
    if (shown) {
      out.print(ERASE);
      out.flush();
      shown = false;
    }
  }

  /** A line whose end is cut where it is too long: one that is wrapped cannot be rewritten. */
  static String unwrapped(String line) {
    return "\u001b[?7l" + line + "\u001b[?7h";
  }
}
