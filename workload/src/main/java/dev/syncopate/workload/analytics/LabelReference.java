package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.RoundReference;
import java.util.Arrays;

/** Labels after as many rounds: each vertex has the least of those it was next to. */
final class LabelReference implements RoundReference {
  private final Graph graph;
  private int[] labels;
  private int[] changed;
  private int changes;

  /**
   * @param graph undirected
   */
  LabelReference(Graph graph) {
    this.graph = graph;
    labels = new int[graph.vertices()];
    Arrays.setAll(labels, v -> v);
    changed = labels.clone();
    changes = changed.length;
  }

  Graph graph() {
    return graph;
  }

  int[] labels() {
    return labels;
  }

  /** 1 for each vertex whose label is new, 0 for the others. */
  int[] changed() {
    int[] flags = new int[labels.length];
    for (int i = 0; i < changes; i++) {
      flags[changed[i]] = 1;
    }
    return flags;
  }

  @Override
  public boolean done() {
    return changes == 0;
  }

  @Override
  public void step() {
    int[] next = labels.clone();
    int[] nextChanged = new int[next.length];
    int count = 0;
    for (int i = 0; i < changes; i++) {
      int v = changed[i];
      for (int k = graph.offsets()[v]; k < graph.offsets()[v + 1]; k++) {
        int w = graph.targets()[k];
        if (labels[v] < next[w]) {
          if (next[w] == labels[w]) {
            nextChanged[count++] = w;
          }
          next[w] = labels[v];
        }
      }
    }
    labels = next;
    changed = nextChanged;
    changes = count;
  }

  /**
   * @param complete whether no label is new: then they are compared with the components that a
   *     search finds, and before with the host's
   */
  ResultComparison check(int[] actual, boolean complete) {
    return ResultComparison.unsigned("label", actual, complete ? components(graph) : labels);
  }

  /** The first vertex of each vertex's component, by searches from the first vertices on. */
  static int[] components(Graph graph) {
    int[] first = new int[graph.vertices()];
    Arrays.fill(first, -1);
    int[] queue = new int[graph.vertices()];
    for (int start = 0; start < first.length; start++) {
      if (first[start] >= 0) {
        continue;
      }
      first[start] = start;
      queue[0] = start;
      int end = 1;
      for (int head = 0; head < end; head++) {
        for (int k = graph.offsets()[queue[head]]; k < graph.offsets()[queue[head] + 1]; k++) {
          int w = graph.targets()[k];
          if (first[w] < 0) {
            first[w] = start;
            queue[end++] = w;
          }
        }
      }
    }
    return first;
  }
}
