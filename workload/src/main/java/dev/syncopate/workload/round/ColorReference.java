package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.ResultComparison;

/** Colors after as many rounds: in each the local maxima of the keys get the round's. */
public final class ColorReference implements RoundReference {
  private final Graph graph;
  private int[] keys;
  private final int[] colors;
  private int round;
  private int remaining;

  /**
   * @param graph undirected
   */
  public ColorReference(Graph graph, long seed) {
    this.graph = graph;
    keys = VertexKeys.random(graph.vertices(), seed);
    colors = new int[graph.vertices()];
    remaining = graph.vertices();
  }

  public Graph graph() {
    return graph;
  }

  /** Of vertices without a color; 0 for the others. */
  public int[] keys() {
    return keys;
  }

  /** 0 for a vertex that has none yet. */
  public int[] colors() {
    return colors;
  }

  @Override
  public boolean done() {
    return remaining == 0;
  }

  @Override
  public void step() {
    round++;
    int[] next = keys.clone();
    for (int v = 0; v < next.length; v++) {
      if (keys[v] > VertexKeys.largest(graph, keys, v)) {
        colors[v] = round;
        next[v] = 0;
        remaining--;
      }
    }
    keys = next;
  }

  /** Colors of the device: none that neighbours share, and those of the host. */
  public ResultComparison check(int[] actual) {
    for (int v = 0; v < actual.length; v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        if (actual[v] == actual[w] && actual[v] != 0) {
          return ResultComparison.wrong(
              "neighbours %d and %d both have color %d".formatted(v, w, actual[v]));
        }
      }
    }
    return ResultComparison.unsigned("color", actual, colors);
  }
}
