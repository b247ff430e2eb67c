package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.round.LeanSet;
import dev.syncopate.workload.round.PublishedSet;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.suite.WorkloadContext;

/**
 * {@code mis}: an independent set of vertices of an undirected graph to which no other vertex can
 * be added (srsp: MIS), after Luby (STOC 1985) with keys that are drawn once.
 */
public final class IndependentSet extends StealingWorkload {
  /** With nvcc's PTX. */
  public IndependentSet() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public IndependentSet(KernelLibrary kernels) {
    super(kernels, 0);
  }

  @Override
  public String name() {
    return "mis";
  }

  @Override
  public String description() {
    return "Maximal independent set by random keys, on work-stealing queues.";
  }

  @Override
  RoundAlgorithm algorithm(WorkloadContext context, Graph graph, String programs) {
    Graph undirected = DerivedGraphs.undirected(graph);
    return programs.equals(LEAN)
        ? new LeanSet(undirected, context.seed())
        : new PublishedSet(undirected, context.seed());
  }
}
