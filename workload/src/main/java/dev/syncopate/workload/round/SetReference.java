package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.ResultComparison;

/**
 * An independent set after as many rounds. In each an undecided vertex joins if its key is larger
 * than those of its undecided neighbours, who leave in the same round or in the next one.
 */
public final class SetReference implements RoundReference {
  static final int OUT = 0;
  static final int JOINED = -1;

  private final Graph graph;
  private final boolean leaveAtOnce;

  /** The key of an undecided vertex, or what was decided. */
  private int[] state;

  private int remaining;

  /**
   * @param graph undirected
   * @param leaveAtOnce whether neighbours of those that join leave in the same round
   */
  public SetReference(Graph graph, long seed, boolean leaveAtOnce) {
    this.graph = graph;
    this.leaveAtOnce = leaveAtOnce;
    state = VertexKeys.random(graph.vertices(), seed);
    remaining = graph.vertices();
  }

  public Graph graph() {
    return graph;
  }

  /** The key of each undecided vertex, or what was decided. */
  public int[] state() {
    return state;
  }

  @Override
  public boolean done() {
    return remaining == 0;
  }

  @Override
  public void step() {
    int[] next = state.clone();
    for (int v = 0; v < next.length; v++) {
      if (undecided(state[v])) {
        int largest = VertexKeys.largest(graph, state, v);
        if (largest == JOINED) {
          next[v] = OUT;
          remaining--;
        } else if (state[v] > largest) {
          next[v] = JOINED;
          remaining--;
        }
      }
    }
    if (leaveAtOnce) {
      for (int v = 0; v < next.length; v++) {
        if (undecided(next[v]) && VertexKeys.largest(graph, next, v) == JOINED) {
          next[v] = OUT;
          remaining--;
        }
      }
    }
    state = next;
  }

  private static boolean undecided(int state) {
    return state != OUT && state != JOINED;
  }

  /**
   * @param actual keys or decisions, as the reference has them
   */
  public ResultComparison check(int[] actual) {
    for (int v = 0; v < actual.length; v++) {
      int joined = 0;
      int first = -1;
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        if (actual[w] == JOINED) {
          first = joined++ == 0 ? w : first;
        }
      }
      if (actual[v] == JOINED && joined > 0) {
        return ResultComparison.wrong(
            "neighbours %d and %d are both in the set".formatted(v, first));
      }
      if (actual[v] == OUT && joined == 0) {
        return ResultComparison.wrong(
            "vertex %d is not in the set, and none of its neighbours is".formatted(v));
      }
    }
    return ResultComparison.unsigned("membership", actual, state);
  }
}
