package dev.syncopate.app.cli.console;

/** Since when the program runs, on {@link System#nanoTime}'s clock; a build came before. */
public final class RunTime {
  private static final long START = System.nanoTime();

  private RunTime() {}

  /** Starts the clock, if it does not run yet. */
  public static void start() {}

  /** Seconds since the program began. */
  public static double seconds() {
    return (System.nanoTime() - START) / 1e9;
  }
}
