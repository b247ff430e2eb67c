package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.List;

/** The cheapest way from the first row of a grid to each place of its last. */
public final class PathFinder extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "pathfinder",
          "Cheapest ways through a grid, row by row, several rows a launch with ghost zones.",
          "columns of the grid",
          ClassicDescription.sizes(1 << 12, 1 << 15, 1 << 18, 1_000_000),
          1,
          1 << 24);

  private static final WorkloadOption.Whole ROWS =
      new WorkloadOption.Whole("rows", "Rows of the grid.", 100, 2, 1 << 20);
  private static final WorkloadOption.Whole HEIGHT =
      new WorkloadOption.Whole("height", "Rows that a launch does.", 20, 1, 100);
  private static final int BLOCK = 256;
  private static final int COSTS = 10;

  public PathFinder() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public PathFinder(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(ROWS, HEIGHT);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int columns = job.size();
    int rows = job.number(ROWS);
    int height = job.number(HEIGHT);
    SizeLimits.atMost(this, "number of places", (long) rows * columns, 1 << 28);
    int[] wall = job.below(COSTS, rows * columns);
    Buffer walls = job.device().copyOf(wall);
    Buffer source = job.device().copyOf(Arrays.copyOf(wall, columns));
    Buffer target = job.device().allocate((long) Integer.BYTES * columns);
    LaunchShape shape = LaunchShape.of(Math.ceilDiv(columns, BLOCK - 2 * height), BLOCK);
    for (int row = 1; row < rows; row += height) {
      int now = Math.min(height, rows - row);
      job.launch("pathfinder_rows", shape, walls, source, target, columns, row, now, height);
      Buffer swapped = source;
      source = target;
      target = swapped;
    }
    return new OutcomeBuilder()
        .check(ResultComparison.signed("costs", source.readInts(), costs(wall, columns)))
        .figure("places", wall.length)
        .outcome();
  }

  private static int[] costs(int[] wall, int columns) {
    int[] cost = Arrays.copyOf(wall, columns);
    for (int row = columns; row < wall.length; row += columns) {
      int[] above = cost;
      cost = new int[columns];
      for (int x = 0; x < columns; x++) {
        int best = Math.min(above[x], above[Math.max(0, x - 1)]);
        cost[x] = Math.min(best, above[Math.min(columns - 1, x + 1)]) + wall[row + x];
      }
    }
    return cost;
  }
}
