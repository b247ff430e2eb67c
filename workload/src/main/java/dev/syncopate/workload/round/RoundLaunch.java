package dev.syncopate.workload.round;

import java.util.Arrays;
import java.util.List;

/**
 * A launch over all vertices.
 *
 * @param kernel its name, without the scenario where queues have one
 * @param work the structure that it takes by value
 */
public record RoundLaunch(String kernel, byte[] work) {
  /** Kernels one after the other that all take the same structure. */
  public static List<RoundLaunch> all(byte[] work, String... kernels) {
    return Arrays.stream(kernels).map(kernel -> new RoundLaunch(kernel, work)).toList();
  }
}
