package dev.syncopate.workload.round;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;

/** Ranks after as many rounds. The number of rounds is given: they are never done. */
final class PageRanks implements RoundReference {
  /** What a vertex has from nowhere. */
  final float base;

  private final Graph graph;
  private final Graph incoming;
  private PageRankReference ranks;

  PageRanks(Graph graph) {
    this.graph = graph;
    incoming = DerivedGraphs.reversed(graph);
    ranks = PageRankReference.start(graph.vertices());
    base = (float) ((1.0 - PageRankReference.DAMPING) / graph.vertices());
  }

  Graph graph() {
    return graph;
  }

  /** The graph with its arcs reversed. */
  Graph incoming() {
    return incoming;
  }

  @Override
  public boolean done() {
    return false;
  }

  @Override
  public void step() {
    ranks = ranks.next(graph, incoming);
  }

  /** Rounds the ranks to single precision, and goes on from the rounded ones. */
  float[] rounded() {
    ranks = ranks.rounded();
    float[] rounded = new float[graph.vertices()];
    for (int v = 0; v < rounded.length; v++) {
      rounded[v] = (float) ranks.ranks()[v];
    }
    return rounded;
  }

  ResultComparison check(Buffer actual) {
    return ResultComparison.within("rank", actual.readFloats(), ranks.ranks(), ranks.bounds());
  }
}
