package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphChoice;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.RoundAlgorithm;
import dev.syncopate.workload.round.RoundRun;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;

/** A graph algorithm that pushes along arcs. */
public final class PushWorkload implements Workload {
  private static final WorkloadOption.Whole SOURCES =
      new WorkloadOption.Whole(
          "sources", "Vertices, drawn at random, from which paths are counted.", 1, 1, 1 << 20);

  private static final WorkloadOption.Choice VARIANT =
      new WorkloadOption.Choice(
          "variant",
          "Recipients of a vertex's label: the representatives of its neighbours' components, or the"
              + " neighbours.",
          List.of("hooking", "labels"));

  /** Makes the algorithm at its start. */
  private interface Algorithm {
    RoundAlgorithm on(Graph graph, WorkloadContext context);
  }

  private final KernelLibrary kernels;
  private final String name;
  private final String description;
  private final List<WorkloadOption> ownOptions;
  private final Algorithm algorithm;

  private PushWorkload(
      KernelLibrary kernels,
      String name,
      String description,
      List<WorkloadOption> ownOptions,
      Algorithm algorithm) {
    this.kernels = kernels;
    this.name = name;
    this.description = description;
    this.ownOptions = ownOptions;
    this.algorithm = algorithm;
  }

  /** {@code sssp-push}: distances from the first vertex (lab: SSSP). */
  public static PushWorkload shortestPaths(KernelLibrary kernels) {
    return new PushWorkload(
        kernels,
        "sssp-push",
        "Shortest paths by pushing offers with atomic minima.",
        List.of(),
        (graph, context) -> new PushedPaths(graph, UpdateGuarantee.of(context)));
  }

  /** {@code cca}: which vertices are connected (lab: CCA). */
  public static PushWorkload components(KernelLibrary kernels) {
    return new PushWorkload(
        kernels,
        "cca",
        "Connected components by atomic minima: hooking, or labels that are pushed.",
        List.of(VARIANT),
        (graph, context) ->
            context.word(VARIANT.name()).equals("hooking")
                ? new HookedComponents(DerivedGraphs.undirected(graph), UpdateGuarantee.of(context))
                : new PushedLabels(DerivedGraphs.undirected(graph), UpdateGuarantee.of(context)));
  }

  /** {@code mis-push}: a maximal independent set (lab: MIS). */
  public static PushWorkload independentSet(KernelLibrary kernels) {
    return new PushWorkload(
        kernels,
        "mis-push",
        "Maximal independent set by pushing random keys with atomic maxima.",
        List.of(),
        (graph, context) ->
            new PushedSet(
                DerivedGraphs.undirected(graph), context.seed(), UpdateGuarantee.of(context)));
  }

  /** {@code color-push}: neighbours get different colours (lab: CLR). */
  public static PushWorkload coloring(KernelLibrary kernels) {
    return new PushWorkload(
        kernels,
        "color-push",
        "Graph colouring by pushing random keys with atomic maxima.",
        List.of(),
        (graph, context) ->
            new PushedColoring(
                DerivedGraphs.undirected(graph), context.seed(), UpdateGuarantee.of(context)));
  }

  /** {@code bc}: on how many shortest paths a vertex is (lab: BC). */
  public static PushWorkload centrality(KernelLibrary kernels) {
    return new PushWorkload(
        kernels,
        "bc",
        "Betweenness centrality by pushing path counts and dependencies, level by level.",
        List.of(SOURCES),
        (graph, context) ->
            new PushedCentrality(
                DerivedGraphs.undirected(graph),
                (int) context.number(SOURCES.name()),
                context.seed(),
                UpdateGuarantee.of(context)));
  }

  /** All of them, in the order of the documentation. */
  public static List<PushWorkload> all(KernelLibrary kernels) {
    return List.of(
        centrality(kernels),
        components(kernels),
        coloring(kernels),
        independentSet(kernels),
        shortestPaths(kernels));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public String sizeMeaning() {
    return GraphChoice.SIZE_MEANING;
  }

  @Override
  public List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 10_000),
        new NamedSize("small", 1_000),
        new NamedSize("large", 100_000));
  }

  @Override
  public List<WorkloadOption> options() {
    List<WorkloadOption> options = PushRun.options();
    options.addAll(ownOptions);
    options.add(GraphChoice.SHAPE);
    options.add(GraphChoice.DEGREE);
    return List.copyOf(options);
  }

  @Override
  public boolean takesGraph() {
    return true;
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    Graph graph = GraphChoice.graph(this, context);
    RoundRun run =
        PushRun.of(this, context, kernels, graph.vertices(), () -> algorithm.on(graph, context));
    ResultComparison comparison = run.run();
    return comparison.outcome(run.figures(graph));
  }
}
