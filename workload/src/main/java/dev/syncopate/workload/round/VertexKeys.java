package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.RandomInputs;
import java.util.random.RandomGenerator;

/** Keys of vertices, as unsigned numbers, by which neighbours decide who goes first. */
final class VertexKeys {
  private VertexKeys() {}

  /** The keys 1 to {@code count} in random order. */
  static int[] random(int count, long seed) {
    RandomGenerator random = RandomInputs.random(seed);
    int[] keys = new int[count];
    for (int i = 0; i < count; i++) {
      int j = (int) (((random.nextLong() >>> 32) * (i + 1)) >>> 32);
      keys[i] = keys[j];
      keys[j] = i + 1;
    }
    return keys;
  }

  /** Largest key of a vertex's neighbours; 0 if it has none. */
  static int largest(Graph graph, int[] keys, int vertex) {
    int largest = 0;
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      int neighbourKey = keys[graph.targets()[i]];
      largest = Integer.compareUnsigned(neighbourKey, largest) > 0 ? neighbourKey : largest;
    }
    return largest;
  }
}
