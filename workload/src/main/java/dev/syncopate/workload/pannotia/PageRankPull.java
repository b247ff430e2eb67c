package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Context;

/**
 * {@code pagerank}: PageRank by pulling the shares of predecessors (rsp: PR; srsp: PRK), in single
 * precision against double precision.
 */
public final class PageRankPull extends StealingWorkload {
  private static final int ROUNDS = 5;

  /** With nvcc's PTX. */
  public PageRankPull() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public PageRankPull(KernelLibrary kernels) {
    super(kernels, "pagerank_pull", ROUNDS);
  }

  @Override
  public String name() {
    return "pagerank";
  }

  @Override
  public String description() {
    return "PageRank by pulling ranks along arcs, on work-stealing queues.";
  }

  @Override
  RoundAlgorithm algorithm(Context context, Graph graph) {
    return new PageRankRounds(graph);
  }
}
