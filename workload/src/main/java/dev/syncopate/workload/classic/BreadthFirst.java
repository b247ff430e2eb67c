package dev.syncopate.workload.classic;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphGenerator;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.List;

/** Breadth-first search by levels, with arrays of flags for the frontiers. */
public final class BreadthFirst extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "bfs",
          "Searches a graph breadth first, a level after the other, a thread a vertex.",
          "vertices of the graph",
          ClassicDescription.sizes(1 << 12, 1 << 15, 1 << 18, 1_000_000),
          1,
          Graph.MAX_VERTICES);

  private static final WorkloadOption.Whole DEGREE =
      new WorkloadOption.Whole("degree", "Arcs a vertex, on average.", 6, 1, 1000);
  private static final int BLOCK = 256;

  public BreadthFirst() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public BreadthFirst(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(DEGREE);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int vertices = job.size();
    Graph graph = graph(job);
    int[] level = new int[vertices];
    Arrays.fill(level, -1);
    level[0] = 0;
    byte[] first = new byte[vertices];
    first[0] = 1;
    Device device = job.device();
    Buffer offsets = device.copyOf(graph.offsets());
    Buffer targets = device.copyOf(Arrays.copyOf(graph.targets(), Math.max(1, graph.arcs())));
    Buffer frontier = device.copyOf(first);
    Buffer next = device.copyOf(new byte[vertices]);
    Buffer visited = device.copyOf(first);
    Buffer levels = device.copyOf(level);
    Buffer continueFlag = device.copyOf(new int[] {1});
    LaunchShape shape = LaunchShape.covering(vertices, BLOCK);
    int depth = 0;
    for (; depth < vertices && continueFlag.readInts()[0] != 0; depth++) {
      continueFlag.write(new int[1]);
      job.launch("bfs_expand", shape, offsets, targets, frontier, next, visited, levels, vertices);
      job.launch("bfs_advance", shape, frontier, next, visited, continueFlag, vertices);
    }
    return new OutcomeBuilder()
        .check(ResultComparison.signed("levels", levels.readInts(), reference(graph, level)))
        .figure("vertices", vertices)
        .figure("arcs", graph.arcs())
        .figure("levels", depth)
        .outcome();
  }

  private Graph graph(ClassicRun job) {
    int vertices = job.size();
    long arcs = (long) vertices * job.number(DEGREE);
    // A graph of few vertices has as many arcs as the generator can find.
    long room = (vertices - 1L) * vertices / 4;
    SizeLimits.atMost(this, "number of arcs", arcs, Graph.MAX_ARCS);
    return GraphGenerator.uniform(vertices, (int) Math.min(arcs, room), job.context().seed());
  }

  /** With a queue. */
  private static int[] reference(Graph graph, int[] start) {
    int[] level = start.clone();
    int[] queue = new int[level.length];
    int end = 1;
    for (int head = 0; head < end; head++) {
      int v = queue[head];
      for (int arc = graph.offsets()[v]; arc < graph.offsets()[v + 1]; arc++) {
        int w = graph.targets()[arc];
        if (level[w] < 0) {
          level[w] = level[v] + 1;
          queue[end++] = w;
        }
      }
    }
    return level;
  }
}
