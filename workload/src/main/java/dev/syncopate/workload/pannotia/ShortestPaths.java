package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.round.LeanPaths;
import dev.syncopate.workload.round.PublishedPaths;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.List;

/**
 * {@code sssp}: distances of all vertices from one, by rounds of the matrix-vector product in (min,
 * +) after Bellman and Ford (rsp, srsp: SSSP). Arcs without weights have length 1.
 */
public final class ShortestPaths extends StealingWorkload {
  private static final WorkloadOption.Whole SOURCE =
      new WorkloadOption.Whole(
          "source", "Vertex that paths start from.", 0, 0, Graph.MAX_VERTICES - 1);

  /** With nvcc's PTX. */
  public ShortestPaths() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public ShortestPaths(KernelLibrary kernels) {
    super(kernels, 0);
  }

  @Override
  public String name() {
    return "sssp";
  }

  @Override
  public String description() {
    return "Shortest paths from one vertex by rounds over all arcs, on work-stealing queues.";
  }

  @Override
  List<WorkloadOption> ownOptions() {
    return List.of(SOURCE);
  }

  @Override
  RoundAlgorithm algorithm(WorkloadContext context, Graph graph, String programs) {
    int source = (int) context.number(SOURCE.name());
    if (source >= graph.vertices()) {
      throw new WorkloadInputException(
          "source of sssp is %d, but the graph's vertices are 0 to %d"
              .formatted(source, graph.vertices() - 1));
    }
    return programs.equals(LEAN) ? new LeanPaths(graph, source) : new PublishedPaths(graph, source);
  }
}
