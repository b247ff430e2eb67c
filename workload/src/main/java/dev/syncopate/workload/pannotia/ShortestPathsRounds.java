package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Arcs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** {@link ShortestPaths} round by round. Distances are unsigned. */
final class ShortestPathsRounds implements RoundAlgorithm {
  /** No path yet. A weight on top of it is still no overflow. */
  static final int UNREACHED = 1 << 31;

  private final Graph incoming;
  private final int[] weights;
  private final int[] shortest;
  private int[] distances;
  private boolean changed = true;
  private boolean complete;
  private @Nullable OnDevice device;

  private record OnDevice(RoundState state, Buffer offsets, Buffer sources, Buffer weights) {}

  /**
   * @throws WorkloadInputException if a weight is no whole number from 0, or a distance is 2^31 or
   *     more
   */
  ShortestPathsRounds(Graph graph, int source) {
    incoming = Arcs.reversed(graph);
    weights = lengths(incoming);
    shortest = unsigned(Dijkstra.distances(graph, source));
    distances = new int[graph.vertices()];
    Arrays.fill(distances, UNREACHED);
    distances[source] = 0;
  }

  private static int[] lengths(Graph graph) {
    int[] lengths = new int[graph.arcs()];
    double[] weights = graph.weights();
    for (int i = 0; i < lengths.length; i++) {
      double weight = weights == null ? 1 : weights[i];
      lengths[i] = (int) weight;
      if (lengths[i] != weight || lengths[i] < 0) {
        throw new WorkloadInputException(
            "sssp needs arcs whose weights are whole numbers from 0 to %d, found %s"
                .formatted(Integer.MAX_VALUE, weight));
      }
    }
    return lengths;
  }

  private static int[] unsigned(long[] distances) {
    int[] values = new int[distances.length];
    for (int v = 0; v < values.length; v++) {
      if (distances[v] != Dijkstra.UNREACHED && distances[v] > Integer.MAX_VALUE) {
        throw new WorkloadInputException(
            "sssp has distances of up to %d, vertex %d is %d away"
                .formatted(Integer.MAX_VALUE, v, distances[v]));
      }
      values[v] = distances[v] == Dijkstra.UNREACHED ? UNREACHED : (int) distances[v];
    }
    return values;
  }

  @Override
  public boolean done() {
    return !changed;
  }

  @Override
  public void step() {
    int[] next = distances.clone();
    changed = false;
    for (int v = 0; v < next.length; v++) {
      for (int i = incoming.offsets()[v]; i < incoming.offsets()[v + 1]; i++) {
        int length = distances[incoming.targets()[i]] + weights[i];
        if (Integer.compareUnsigned(length, next[v]) < 0) {
          next[v] = length;
          changed = true;
        }
      }
    }
    distances = next;
  }

  @Override
  public void upload(Device on) {
    device =
        new OnDevice(
            new RoundState(on, on.copyOf(distances)),
            on.copyOf(incoming.offsets()),
            Buffers.of(on, incoming.targets()),
            Buffers.of(on, weights));
  }

  @Override
  public byte[] work(int number) {
    OnDevice on = onDevice();
    on.state().next();
    return new KernelStruct()
        .pointer(on.offsets())
        .pointer(on.sources())
        .pointer(on.weights())
        .pointer(on.state().from())
        .pointer(on.state().to())
        .pointer(on.state().flag())
        .word(incoming.vertices())
        .bytes();
  }

  @Override
  public boolean finished() {
    complete = !onDevice().state().raised();
    return complete;
  }

  /** A complete run against Dijkstra's algorithm, rounds that stop before against the host's. */
  @Override
  public Comparison check() {
    return Comparison.unsigned(
        "distance", onDevice().state().to().readInts(), complete ? shortest : distances);
  }

  private OnDevice onDevice() {
    return RoundAlgorithm.uploaded(device);
  }
}
