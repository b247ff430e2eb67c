package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;

/**
 * A graph's arcs sorted by ranges of their targets, each range as many vertices, and within one by
 * source.
 *
 * @param starts index of each bin's first arc, and the number of arcs: {@code count + 1} elements
 * @param arcs source and target of each arc, one after the other
 */
record ArcBins(int[] starts, int[] arcs) {
  static ArcBins of(Graph graph, int verticesPerBin) {
    int count = Math.ceilDiv(graph.vertices(), verticesPerBin);
    int[] starts = new int[count + 1];
    for (int target : graph.targets()) {
      starts[target / verticesPerBin + 1]++;
    }
    for (int b = 0; b < count; b++) {
      starts[b + 1] += starts[b];
    }
    int[] cursor = Arrays.copyOf(starts, count);
    int[] arcs = new int[2 * graph.arcs()];
    for (int v = 0; v < graph.vertices(); v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int target = graph.targets()[i];
        int slot = cursor[target / verticesPerBin]++;
        arcs[2 * slot] = v;
        arcs[2 * slot + 1] = target;
      }
    }
    return new ArcBins(starts, arcs);
  }

  /** Number of bins. */
  int count() {
    return starts.length - 1;
  }
}
