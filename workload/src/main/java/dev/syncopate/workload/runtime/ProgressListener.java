package dev.syncopate.workload.runtime;

/**
 * Hears from a launch now and then, on the thread that launched; about every 50 thousand simulated
 * cycles or less. It must return quickly and cannot influence the simulation except by asking it to
 * stop.
 */
@FunctionalInterface
public interface ProgressListener {
  /**
   * @return whether the launch should go on; false ends it with {@link
   *     LaunchResult.Ending#INTERRUPTED}
   */
  boolean progress(Progress progress);

  /**
   * Progress of a launch.
   *
   * @param kernel its mangled name
   * @param cycle core clock cycles since its start
   * @param warpInstructions executed since its start
   * @param finishedCtas CTAs that have ended
   * @param ctas of the grid
   */
  record Progress(String kernel, long cycle, long warpInstructions, long finishedCtas, long ctas) {}
}
