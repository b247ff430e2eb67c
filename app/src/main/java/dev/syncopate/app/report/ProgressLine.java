package dev.syncopate.app.report;

import java.io.PrintWriter;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A line that says how far something is: on a terminal rewritten ten times a second, elsewhere a
 * plain line after ten seconds and then ever more rarely.
 */
public final class ProgressLine {
  private static final long MILLISECOND = 1_000_000;
  private static final long ON_TERMINAL = 100 * MILLISECOND;
  private static final long FIRST_PLAIN = 10_000 * MILLISECOND;
  private static final long LONGEST_PLAIN = 120_000 * MILLISECOND;
  private static final String ERASE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final LongSupplier nanoseconds;
  private long interval;
  private long due;
  private boolean shown;

  /**
   * @param out standard error
   * @param terminal whether a line may be rewritten there
   * @param nanoseconds a clock
   */
  public ProgressLine(PrintWriter out, boolean terminal, LongSupplier nanoseconds) {
    this.out = out;
    this.terminal = terminal;
    this.nanoseconds = nanoseconds;
    interval = terminal ? ON_TERMINAL : FIRST_PLAIN;
    due = nanoseconds.getAsLong() + interval;
  }

  /** Shows a line if it is time to. */
  public void show(Supplier<String> line) {
    long now = nanoseconds.getAsLong();
    if (now < due) {
      return;
    }
    if (terminal) {
      out.print(ERASE + LiveLine.unwrapped(line.get()));
      shown = true;
    } else {
      out.println(line.get());
      interval = Math.min(2 * interval, LONGEST_PLAIN);
    }
    out.flush();
    due = now + interval;
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
