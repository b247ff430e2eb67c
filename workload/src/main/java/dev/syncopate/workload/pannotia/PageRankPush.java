package dev.syncopate.workload.pannotia;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.host.GraphChoice;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.round.PageRankReference;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * PageRank by pushing: each vertex adds its share to every successor's new rank with an atomic of
 * the kind chosen.
 */
public final class PageRankPush implements Workload {
  private static final WorkloadOption.Choice ATOMIC =
      new WorkloadOption.Choice(
          "atomic",
          "What an update promises: relaxed, acquire and release, or commutative, one vertex a"
              + " thread; or relaxed at gpu or cta scope with the arcs sorted into bins of which"
              + " each belongs to one CTA.",
          List.of("relaxed", "acq_rel", "commutative", "binned_gpu", "binned_cta"));
  private static final WorkloadOption.Whole ITERATIONS =
      new WorkloadOption.Whole("iterations", "Iterations.", 1, 1, 1000);
  private static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole("block", "Threads of a CTA, and vertices of a bin.", 256, 1, 1024);

  private final KernelLibrary kernels;

  public PageRankPush() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public PageRankPush(KernelLibrary kernels) {
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return "pagerank-push";
  }

  @Override
  public String description() {
    return "PageRank by pushing ranks along arcs with floating-point atomics.";
  }

  @Override
  public String sizeMeaning() {
    return GraphChoice.SIZE_MEANING;
  }

  @Override
  public List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 100_000),
        new NamedSize("small", 2_000),
        new NamedSize("large", 1_000_000));
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(ATOMIC, GraphChoice.SHAPE, GraphChoice.DEGREE, ITERATIONS, BLOCK);
  }

  @Override
  public boolean takesGraph() {
    return true;
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    Graph graph = GraphChoice.graph(this, context);
    int iterations = (int) context.number(ITERATIONS.name());
    float[] ranks = ranks(context, graph, iterations);
    PageRankReference reference = PageRankReference.of(graph, iterations);
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("vertices", (long) graph.vertices());
    figures.put("arcs", (long) graph.arcs());
    figures.put("iterations", (long) iterations);
    return ResultComparison.within("rank", ranks, reference.ranks(), reference.bounds())
        .outcome(figures);
  }

  private float[] ranks(WorkloadContext context, Graph graph, int iterations) {
    Device device = context.device();
    Module module = kernels.load(device, "pagerank");
    int n = graph.vertices();
    int block = (int) context.number(BLOCK.name());
    float base = (float) ((1.0 - PageRankReference.DAMPING) / n);
    Buffer rank = device.copyOf(filled(n, (float) (1.0 / n)));
    Buffer next = device.copyOf(filled(n, base));
    LaunchShape perVertex = LaunchShape.covering(n, block);
    Runnable push = push(context, graph, module, rank, next, perVertex);
    Kernel turn = module.kernel("pagerank_turn");
    for (int i = 0; i < iterations; i++) {
      if (i > 0) {
        turn.launch(perVertex, rank, next, n, base);
      }
      push.run();
    }
    return next.readFloats();
  }

  /** One iteration: adds every vertex's share to the new ranks of its successors. */
  private static Runnable push(
      WorkloadContext context,
      Graph graph,
      Module module,
      Buffer rank,
      Buffer next,
      LaunchShape perVertex) {
    Device device = context.device();
    int n = graph.vertices();
    Buffer offsets = device.copyOf(graph.offsets());
    String atomic = context.word(ATOMIC.name());
    if (!atomic.startsWith("binned")) {
      Buffer targets = device.copyOf(graph.targets());
      Kernel kernel = module.kernel("pagerank_push_" + atomic);
      return () ->
          kernel.launch(perVertex, offsets, targets, rank, next, n, PageRankReference.DAMPING);
    }
    ArcBins bins = ArcBins.of(graph, perVertex.block().x());
    Buffer starts = device.copyOf(bins.starts());
    Buffer arcs = device.copyOf(bins.arcs());
    Buffer shares = device.allocate((long) n * Float.BYTES);
    Kernel share = module.kernel("pagerank_shares");
    Kernel kernel = module.kernel("pagerank_" + atomic);
    return () -> {
      share.launch(perVertex, offsets, rank, shares, n, PageRankReference.DAMPING);
      kernel.launch(
          LaunchShape.of(bins.count(), perVertex.block().x()), starts, arcs, shares, next);
    };
  }

  private static float[] filled(int count, float value) {
    float[] values = new float[count];
    Arrays.fill(values, value);
    return values;
  }
}
