package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.round.LeanPageRank;
import dev.syncopate.workload.round.PublishedPageRank;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.suite.WorkloadContext;
import java.util.List;

/**
 * {@code pagerank}: PageRank by pulling the shares of predecessors, or by pushing them to
 * successors (rsp: PR; srsp: PRK), in single precision against double precision.
 */
public final class PageRankPull extends StealingWorkload {
  private static final int ROUNDS = 5;

  /** Pannotia's with an atomic addition, which OpenCL has not. */
  private static final String ADDING = "pannotia-add";

  /** With nvcc's PTX. */
  public PageRankPull() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public PageRankPull(KernelLibrary kernels) {
    super(kernels, ROUNDS);
  }

  @Override
  public String name() {
    return "pagerank";
  }

  @Override
  public String description() {
    return "PageRank by pulling or pushing ranks along arcs, on work-stealing queues.";
  }

  @Override
  List<String> programs() {
    return List.of(LEAN, PUBLISHED, ADDING);
  }

  @Override
  RoundAlgorithm algorithm(WorkloadContext context, Graph graph, String programs) {
    return programs.equals(LEAN)
        ? new LeanPageRank(graph)
        : new PublishedPageRank(graph, programs.equals(ADDING));
  }
}
