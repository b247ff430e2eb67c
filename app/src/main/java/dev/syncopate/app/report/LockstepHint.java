package dev.syncopate.app.report;

import dev.syncopate.workload.runtime.LaunchResult;
import java.util.Collection;

/**
 * Hint for a failed run whose cause may be independent thread scheduling: code for lockstep warps
 * that lacks {@code __syncwarp()} reads too early what another lane writes.
 */
public final class LockstepHint {
  private LockstepHint() {}

  /**
   * The hint, a line for each kernel with such warps and two for what to do; empty where every warp
   * ran as in lockstep, so that {@code ipdom} would give the same result.
   */
  public static String of(Collection<LaunchResult> launches) {
    StringBuilder text = new StringBuilder();
    launches.stream()
        .filter(launch -> launch.warpsOutOfStep() > 0)
        .map(LaunchResult::kernel)
        .distinct()
        .forEach(kernel -> text.append(line(kernel, launches)));
    if (!text.isEmpty()) {
      text.append(
          "  Code for lockstep warps needs __syncwarp() there; --check races names the place\n  unless the accesses are volatile.\n");
      text.append("  --divergence ipdom runs warps in lockstep.\n");
    }
    return text.toString();
  }

  private static String line(String kernel, Collection<LaunchResult> launches) {
    long warps =
        launches.stream()
            .filter(launch -> launch.kernel().equals(kernel))
            .mapToLong(LaunchResult::warpsOutOfStep)
            .sum();
    return "note: in %,d %s of %s one side of a branch ran on before the other side met it (its)\n"
        .formatted(warps, warps == 1 ? "warp" : "warps", LaunchProgress.shortName(kernel));
  }
}
