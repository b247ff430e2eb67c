package dev.syncopate.workload.heterosync.tree;

import dev.syncopate.workload.heterosync.DividedWorkload;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Unbalanced tree search, {@code uts}: goes through the nodes of a tree whose shape is not known
 * before, from stacks behind test-and-set locks. At the end all stacks are empty, all nodes and
 * leaves counted, the leaves' values added up, and every node has its depth.
 */
public final class TreeSearch extends DividedWorkload {
  private static final WorkloadOption.Whole CTAS = ctas(512);
  private static final WorkloadOption.Whole BLOCK = block(32);
  private static final WorkloadOption.Whole ARITY =
      new WorkloadOption.Whole("arity", "Children of a node that has any.", 2, 1, 16);
  private static final WorkloadOption.Whole FERTILITY =
      new WorkloadOption.Whole("fertility", "Of 100 nodes how many have children.", 90, 0, 100);
  private static final WorkloadOption.Whole STACKS =
      new WorkloadOption.Whole(
          "stacks", "Local stacks; CTA i uses stack i mod stacks.", 15, 1, 1 << 10);
  private static final WorkloadOption.Whole CAPACITY =
      new WorkloadOption.Whole("capacity", "Nodes that a local stack holds.", 32, 2, 1 << 16);
  private static final int LINE_WORDS = 16;
  private static final int MOST_NODES = 1 << 22;

  /** Sums of nodes, leaves and leaves' values. */
  private static final int SUMS = 3;

  public TreeSearch(KernelLibrary kernels) {
    super(kernels, "uts", "Unbalanced tree search on local stacks and a global one behind locks.");
  }

  @Override
  public String sizeMeaning() {
    return "nodes of the tree at most";
  }

  @Override
  public List<NamedSize> sizes() {
    return sizes(8192, 300, 2000);
  }

  @Override
  protected List<WorkloadOption> ownOptions() {
    return List.of(CTAS, BLOCK, ARITY, FERTILITY, STACKS, CAPACITY);
  }

  @Override
  protected List<String> faults() {
    return List.of("torn");
  }

  @Override
  protected String faultMeaning() {
    return "leaves that are added up in two halves.";
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int maxNodes = SizeLimits.elements(this, context, MOST_NODES);
    int ctas = (int) context.number(CTAS.name());
    int arity = (int) context.number(ARITY.name());
    int stacks = (int) context.number(STACKS.name());
    int capacity = (int) context.number(CAPACITY.name());
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    RandomTree tree =
        RandomTree.of(
            RandomInputs.random(context.seed()),
            maxNodes,
            arity,
            (int) context.number(FERTILITY.name()));
    Device device = context.device();
    int[] lengths = new int[stacks + 1];
    lengths[stacks] = 1; // the root, node 0
    Buffer remaining = device.copyOf(lengths);
    Buffer depths = device.copyOf(new int[tree.nodes()]);
    Buffer sums = device.copyOf(new int[SUMS * LINE_WORDS]);
    kernels()
        .load(device, "heterosync_tree")
        .kernel(kernel(context, "tree_search", fault -> "tree_search_" + fault))
        .launch(
            grid.shape().withDynamicShared(grid.block() * Integer.BYTES),
            grid.parameter()
                .pointer(device.copyOf(new int[stacks + 1]))
                .pointer(remaining)
                .pointer(device.copyOf(new int[stacks * capacity + tree.nodes()]))
                .pointer(device.copyOf(tree.children()))
                .pointer(device.copyOf(tree.values()))
                .pointer(depths)
                .pointer(sums)
                .word(ctas)
                .word(stacks)
                .word(capacity)
                .word(arity)
                .word(tree.nodes())
                .bytes());
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("nodes", (long) tree.nodes());
    int[] actual = sums.readInts();
    return ResultComparison.unsigned(
            "nodes, leaves, sum",
            new int[] {actual[0], actual[LINE_WORDS], actual[2 * LINE_WORDS]},
            new int[] {tree.nodes(), tree.leaves(), tree.sum()})
        .and(ResultComparison.unsigned("depths", depths.readInts(), tree.depths(arity)))
        .and(ResultComparison.unsigned("nodes left", remaining.readInts(), new int[stacks + 1]))
        .saying(String.format(Locale.ROOT, "every one of %,d nodes was visited once", tree.nodes()))
        .outcome(figures);
  }
}
