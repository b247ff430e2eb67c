package dev.syncopate.workload.heterosync.tree;

import dev.syncopate.workload.heterosync.DividedWorkload;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.Sizes;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.Size;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Unbalanced tree search, {@code uts}: expands the nodes of a tree whose shape nobody knows before,
 * from a queue for each unit behind a spin mutex. Every node must have been visited, and once.
 */
public final class TreeSearch extends DividedWorkload {
  private static final Option.Whole CTAS = ctas(60);
  private static final Option.Whole BLOCK = block(32);
  private static final Option.Whole ARITY =
      new Option.Whole("arity", "Children of a node that has any, but for the root.", 4, 1, 64);
  private static final Option.Whole CHANCE =
      new Option.Whole(
          "chance",
          "Of 1,000 nodes how many have children; times arity it must be below 1,000 for the tree to"
              + " end.",
          240,
          0,
          999);
  private static final int FIRST_WAIT = 64;
  private static final int LONGEST_WAIT = 1024;
  private static final int LINE_WORDS = 32;
  private static final int MOST_NODES = 1 << 22;
  private static final int MOST_WORDS = 1 << 27;

  public TreeSearch(KernelLibrary kernels) {
    super(kernels, "uts", "Unbalanced tree search on a queue for each unit behind a spin mutex.");
  }

  @Override
  public String sizeMeaning() {
    return "children of the root";
  }

  @Override
  public List<Size> sizes() {
    return sizes(512, 64, 256);
  }

  @Override
  protected List<Option> ownOptions() {
    return List.of(CTAS, BLOCK, ARITY, CHANCE);
  }

  @Override
  protected List<String> faults() {
    return List.of("hasty");
  }

  @Override
  protected String faultMeaning() {
    return "a queue that is given free before what is taken from it has been read.";
  }

  @Override
  public Outcome run(Context context) {
    int count = Sizes.elements(this, context, MOST_NODES);
    int ctas = (int) context.number(CTAS.name());
    int arity = (int) context.number(ARITY.name());
    int threshold = (int) ((context.number(CHANCE.name()) << 32) / 1000);
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    BinomialTree tree = BinomialTree.of(context.seed(), count, arity, threshold, MOST_NODES);
    int capacity = tree.nodes().length + 1;
    Sizes.atMost(this, "nodes in all queues", (long) capacity * grid.units(), MOST_WORDS);

    Device device = context.device();
    int[] queues = new int[grid.units() * 2 * LINE_WORDS];
    queues[LINE_WORDS] = count;
    int[] pending = new int[2 * LINE_WORDS];
    pending[0] = count;
    Buffer visited = device.allocate((long) capacity * Long.BYTES);
    Buffer left = device.copyOf(pending);
    Buffer nodes = device.allocate((long) capacity * grid.units() * Long.BYTES);
    nodes.write(tree.roots());
    kernels()
        .load(device, "heterosync_tree")
        .kernel(kernel(context, "tree_search", fault -> "tree_search_" + fault))
        .launch(
            grid.shape(),
            grid.parameter()
                .pointer(device.copyOf(queues))
                .pointer(nodes)
                .pointer(visited)
                .pointer(left)
                .word(capacity)
                .word(ctas)
                .word(arity)
                .word(threshold)
                .word(FIRST_WAIT)
                .word(LONGEST_WAIT)
                .bytes());
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("nodes", (long) tree.nodes().length);
    return onceEach(tree.nodes(), visited.readLongs(), left.readInts()[LINE_WORDS])
        .outcome(figures);
  }

  /** Whether the nodes visited are all nodes, in whatever order, each as often as in the tree. */
  static Comparison onceEach(long[] nodes, long[] log, int visits) {
    if (visits != nodes.length) {
      return Comparison.wrong(
          "%d visits to the %d nodes of the tree".formatted(visits, nodes.length));
    }
    long[] visited = Arrays.copyOf(log, visits);
    Arrays.sort(visited);
    for (int i = 0; i < visits; i++) {
      if (visited[i] != nodes[i]) {
        return Comparison.wrong(
            "node %016x was %s"
                .formatted(
                    Math.min(visited[i], nodes[i]),
                    visited[i] < nodes[i] ? "visited too often or is none" : "not visited"));
      }
    }
    return new Comparison(
        true, String.format(Locale.ROOT, "every one of %,d nodes was visited once", visits));
  }
}
