package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.RoundReference;
import java.util.Arrays;

/**
 * Parents after as many rounds of hooking: each parent has the least of what its children's
 * neighbours offer, and every path to a representative is half as long.
 */
final class HookReference implements RoundReference {
  private final Graph graph;
  private int[] parents;
  private boolean converged;

  /**
   * @param graph undirected
   */
  HookReference(Graph graph) {
    this.graph = graph;
    parents = new int[graph.vertices()];
    Arrays.setAll(parents, v -> v);
  }

  Graph graph() {
    return graph;
  }

  int[] parents() {
    return parents;
  }

  @Override
  public boolean done() {
    return converged;
  }

  @Override
  public void step() {
    int[] hooks = parents.clone();
    for (int v = 0; v < parents.length; v++) {
      int mine = parents[parents[v]];
      for (int k = graph.offsets()[v]; k < graph.offsets()[v + 1]; k++) {
        int parent = parents[graph.targets()[k]];
        hooks[parent] = Math.min(hooks[parent], mine);
      }
    }
    int[] next = new int[parents.length];
    Arrays.setAll(next, v -> hooks[hooks[v]]);
    converged = Arrays.equals(next, parents);
    parents = next;
  }

  /**
   * @param complete whether no parent is new: then they are compared with the components that a
   *     search finds, and before with the host's
   */
  ResultComparison check(int[] actual, boolean complete) {
    return ResultComparison.unsigned(
        "parent", actual, complete ? LabelReference.components(graph) : parents);
  }
}
