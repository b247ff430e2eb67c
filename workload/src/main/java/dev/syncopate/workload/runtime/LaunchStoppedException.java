package dev.syncopate.workload.runtime;

import dev.syncopate.sim.text.KernelName;

/**
 * A launch ended before its kernel did: it hung, ran into the cycle limit, trapped, or was
 * interrupted.
 */
public final class LaunchStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient LaunchResult result;

  public LaunchStoppedException(LaunchResult result) {
    super(
        KernelName.readable(result.kernel())
            + " ended with "
            + result.ending()
            + " after "
            + result.cycles()
            + " cycles");
    this.result = result;
  }

  /** What is known about the launch so far. */
  public LaunchResult result() {
    return result;
  }
}
