package dev.syncopate.app.report;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Shows progress of any work. On a terminal its lines are rewritten ten times a second; elsewhere a
 * plain line follows after ten seconds and then ever more rarely. What ends within a fifth of a
 * second shows nothing. Methods may be called from any thread.
 */
public final class ProgressDisplay {
  private static final long MILLISECOND = 1_000_000;
  private static final long FIRST_ON_TERMINAL = 200 * MILLISECOND;
  private static final long EVERY_ON_TERMINAL = 100 * MILLISECOND;
  private static final long FIRST_PLAIN = 10_000 * MILLISECOND;
  private static final long LONGEST_PLAIN = 120_000 * MILLISECOND;

  private final PrintWriter out;
  private final boolean terminal;
  private final int columns;
  private final LongSupplier nanoseconds;
  private long due;
  private long interval;
  private int shown;

  /**
   * @param out standard error
   * @param terminal whether lines may be rewritten there
   * @param columns of the terminal
   * @param nanoseconds a clock
   */
  public ProgressDisplay(PrintWriter out, boolean terminal, int columns, LongSupplier nanoseconds) {
    this.out = out;
    this.terminal = terminal;
    this.columns = columns;
    this.nanoseconds = nanoseconds;
    due = nanoseconds.getAsLong() + (terminal ? FIRST_ON_TERMINAL : FIRST_PLAIN);
    interval = terminal ? EVERY_ON_TERMINAL : FIRST_PLAIN;
  }

  /** Whether lines are rewritten. */
  public boolean isTerminal() {
    return terminal;
  }

  /**
   * Characters that fit a line: on a terminal all columns but the last, where the cursor stands.
   */
  public int width() {
    return terminal ? Math.max(1, columns - 1) : Integer.MAX_VALUE;
  }

  /** Shows a line if it is time to. */
  public void show(Supplier<String> line) {
    showAll(() -> List.of(line.get()));
  }

  /** Shows lines, one below the other, if it is time to. */
  public synchronized void showAll(Supplier<List<String>> lines) {
    long now = nanoseconds.getAsLong();
    if (now < due) {
      return;
    }
    List<String> texts = lines.get();
    if (terminal) {
      List<String> cut = texts.stream().map(this::cut).toList();
      out.print(erasing() + unwrapped(String.join("\n", cut)));
      shown = texts.size();
    } else {
      texts.forEach(out::println);
      interval = Math.min(2 * interval, LONGEST_PLAIN);
    }
    out.flush();
    due = now + interval;
  }

  /** Prints a line that stays, where the lines were that do not. */
  public synchronized void say(String line) {
    clear();
    out.println(line);
    out.flush();
  }

  /** Takes the lines away, before anything else is printed. */
  public synchronized void clear() {
    if (shown > 0) {
      out.print(erasing());
      out.flush();
      shown = 0;
    }
  }

  private String erasing() {
    return shown > 1 ? "\r\u001b[" + (shown - 1) + "A\u001b[J" : "\r\u001b[K";
  }

  private String cut(String line) {
    return line.length() <= width() ? line : line.substring(0, width());
  }

  /** Lines that a terminal made narrower meanwhile cuts: a wrapped one cannot be rewritten. */
  private static String unwrapped(String lines) {
    return "\u001b[?7l" + lines + "\u001b[?7h";
  }
}
