package dev.syncopate.workload.runtime;

import dev.syncopate.sim.text.KernelName;
import dev.syncopate.workload.runtime.api.Internal;

/**
 * A launch ended before its kernel did: it hung, ran into the cycle limit, trapped, or was
 * interrupted. The message says why, as far as it is known.
 */
public final class LaunchStoppedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What the line of a report begins with that names the cause. */
  private static final String CAUSE = "cause: ";

  private final transient LaunchResult result;

  @Internal
  public LaunchStoppedException(LaunchResult result) {
    super(
        KernelName.readable(result.kernel())
            + " ended with "
            + result.ending()
            + " after "
            + result.cycles()
            + " cycles"
            + why(result));
    this.result = result;
  }

  /** The cause that a report names, or the first thing that it says. */
  private static String why(LaunchResult result) {
    String cause =
        result
            .report()
            .lines()
            .filter(line -> line.startsWith(CAUSE))
            .map(line -> line.substring(CAUSE.length()))
            .findFirst()
            .orElseGet(() -> result.report().lines().findFirst().orElse(""));
    return cause.isEmpty() ? "" : ": " + cause;
  }

  /** What is known about the launch so far. */
  public LaunchResult result() {
    return result;
  }
}
