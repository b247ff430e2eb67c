package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.round.LeanColoring;
import dev.syncopate.workload.round.PublishedColoring;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.suite.WorkloadContext;

/**
 * {@code color}: colours the vertices of an undirected graph so that neighbours differ, by
 * independent sets of vertices whose random keys are larger than their neighbours' (rsp: color;
 * srsp: CLR).
 */
public final class Coloring extends StealingWorkload {
  /** With nvcc's PTX. */
  public Coloring() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Coloring(KernelLibrary kernels) {
    super(kernels, 0);
  }

  @Override
  public String name() {
    return "color";
  }

  @Override
  public String description() {
    return "Graph colouring by independent sets, on work-stealing queues.";
  }

  @Override
  RoundAlgorithm algorithm(WorkloadContext context, Graph graph, String programs) {
    Graph undirected = DerivedGraphs.undirected(graph);
    return programs.equals(LEAN)
        ? new LeanColoring(undirected, context.seed())
        : new PublishedColoring(undirected, context.seed());
  }
}
