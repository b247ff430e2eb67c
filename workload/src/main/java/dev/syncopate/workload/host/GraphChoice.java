package dev.syncopate.workload.host;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphFormatException;
import dev.syncopate.workload.graph.GraphGenerator;
import dev.syncopate.workload.graph.GraphReader;
import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import java.nio.file.Path;
import java.util.List;

/** Input graph of a workload: the one at hand, a file's, or a generated one. */
public final class GraphChoice {
  public static final String SIZE_MEANING = "vertices of the generated graph";

  public static final WorkloadOption.Choice SHAPE =
      new WorkloadOption.Choice(
          "shape",
          "Generated graphs: every arc as likely as every other, or few vertices with many arcs.",
          List.of("uniform", "power-law"));
  public static final WorkloadOption.Whole DEGREE =
      new WorkloadOption.Whole(
          "degree", "Arcs a vertex of generated graphs, on average.", 10, 1, 1000);

  /**
   * Arcs of a generated graph from which on the garbage of its making is collected at once. The
   * garbage is four times the graph, in arrays that are old at once, which nothing else would
   * collect before the heap is full.
   */
  private static final long MANY_ARCS = 1 << 21;

  private GraphChoice() {}

  /**
   * The context's graph, with at least one arc.
   *
   * @throws WorkloadInputException if it cannot be read or made
   */
  public static Graph graph(Workload workload, WorkloadContext context) {
    InputGraph input = context.input();
    if (input != null) {
      return input.graph();
    }
    Path file = context.graph();
    if (file != null) {
      return read(file);
    }
    int vertices = SizeLimits.elements(workload, context, Graph.MAX_VERTICES);
    long arcs = vertices * context.number(DEGREE.name());
    SizeLimits.atMost(
        workload, "number of arcs", arcs, Math.min(Graph.MAX_ARCS, (vertices - 1L) * vertices / 4));
    Graph graph =
        context.word(SHAPE.name()).equals("uniform")
            ? GraphGenerator.uniform(vertices, (int) arcs, context.seed())
            : GraphGenerator.powerLaw(vertices, (int) arcs, context.seed());
    if (arcs >= MANY_ARCS) {
      System.gc();
    }
    return graph;
  }

  private static Graph read(Path file) {
    try {
      Graph graph = GraphReader.read(file);
      if (graph.arcs() == 0) {
        throw new WorkloadInputException(file + ": the graph has no arcs");
      }
      return graph;
    } catch (GraphFormatException e) {
      throw new WorkloadInputException(String.valueOf(e.getMessage()));
    }
  }
}
