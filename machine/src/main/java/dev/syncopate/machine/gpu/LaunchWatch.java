package dev.syncopate.machine.gpu;

/**
 * Limits and listener of a launch.
 *
 * @param maxCycles cycles after which it is ended
 * @param watchdogCycles cycles without progress after which it counts as hung if no warp computes,
 *     and {@link #COMPUTING} times as many in any case; 0 for never
 * @param listener hears how far it is
 */
public record LaunchWatch(long maxCycles, long watchdogCycles, Listener listener) {
  /** Watchdog unless told. */
  public static final long DEFAULT_WATCHDOG = 2_000_000;

  /** How many times as long warps may compute while nothing changes that can be seen. */
  public static final long COMPUTING = 500;

  /** No limit, the default watchdog, no listener. */
  public static final LaunchWatch DEFAULT =
      new LaunchWatch(Long.MAX_VALUE, DEFAULT_WATCHDOG, progress -> true);

  /** Hears from a launch every few thousand cycles, on the thread that launched. */
  @FunctionalInterface
  public interface Listener {
    /** Returns whether to go on; false ends the launch as {@link LaunchOutcome#INTERRUPTED}. */
    boolean hear(Progress progress);
  }

  /**
   * Progress of a launch.
   *
   * @param cycle since its start
   * @param warpInstructions issued since its start
   * @param finishedCtas that have ended
   * @param ctas of the grid
   */
  public record Progress(long cycle, long warpInstructions, long finishedCtas, long ctas) {}
}
