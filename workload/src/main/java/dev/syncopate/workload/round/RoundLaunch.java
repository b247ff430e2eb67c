package dev.syncopate.workload.round;

import java.util.Arrays;
import java.util.List;

/**
 * A launch over all vertices.
 *
 * @param kernel its name, without the scenario where queues have one
 * @param work the structure that it takes by value
 * @param alongArcs whether it goes along the vertices' arcs, too
 */
public record RoundLaunch(String kernel, byte[] work, boolean alongArcs) {
  /** Along the vertices' arcs. */
  public RoundLaunch(String kernel, byte[] work) {
    this(kernel, work, true);
  }

  /** Over the vertices alone. */
  static RoundLaunch ofVertices(String kernel, byte[] work) {
    return new RoundLaunch(kernel, work, false);
  }

  /** Kernels along arcs one after the other that all take the same structure. */
  public static List<RoundLaunch> all(byte[] work, String... kernels) {
    return Arrays.stream(kernels).map(kernel -> new RoundLaunch(kernel, work)).toList();
  }
}
