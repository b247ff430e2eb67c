package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import java.util.random.RandomGenerator;

/** The accumulation of k-means: numbers and sums of the points that are nearest to each centre. */
public final class Clusters extends GroupWorkload {
  private static final WorkloadOption.Whole CLUSTERS =
      new WorkloadOption.Whole("clusters", "Clusters.", 16, 1, 1024);
  private static final WorkloadOption.Whole POINTS =
      new WorkloadOption.Whole("points", "Points of a thread.", 2, 1, 256);

  /** Coordinates are below this, so that sums and squares of distances fit into 32 bits. */
  private static final int SIDE = 1 << 12;

  /** With the program's kernels. */
  public Clusters(KernelLibrary kernels) {
    super(kernels, "clusters", 256, 1024);
  }

  @Override
  public String name() {
    return "kmeans";
  }

  @Override
  public String description() {
    return "Adds random points to the number and sums of their nearest centre in shared memory.";
  }

  @Override
  List<WorkloadOption> ownOptions() {
    return List.of(CLUSTERS, POINTS);
  }

  @Override
  WorkloadOutcome run(TransactionRun groups) {
    int clusters = groups.number(CLUSTERS);
    int steps = groups.number(POINTS);
    int words = 3 * clusters;
    int[] points = points(groups.random(), steps * groups.allThreads());
    int[] centres = points(groups.random(), clusters);
    int[] expected = new int[words * groups.count()];
    for (int i = 0; i < points.length; i++) {
      int group = i / (steps * groups.threads());
      int base = group * words + 3 * nearest(points[i], centres);
      expected[base]++;
      expected[base + 1] += x(points[i]);
      expected[base + 2] += y(points[i]);
    }
    Device device = groups.device();
    Buffer out = device.copyOf(new int[expected.length]);
    groups.launch(
        new KernelStruct()
            .pointer(device.copyOf(points))
            .pointer(device.copyOf(centres))
            .pointer(out)
            .word(clusters)
            .word(steps),
        words,
        clusters);
    return ResultComparison.unsigned("sums", out.readInts(), expected)
        .outcome(groups.figures(points.length));
  }

  private static int[] points(RandomGenerator random, int count) {
    int[] points = new int[count];
    for (int i = 0; i < count; i++) {
      points[i] = random.nextInt(SIDE) | random.nextInt(SIDE) << 16;
    }
    return points;
  }

  private static int x(int point) {
    return point & 0xffff;
  }

  private static int y(int point) {
    return point >>> 16;
  }

  private static int nearest(int point, int[] centres) {
    int best = 0;
    long shortest = Long.MAX_VALUE;
    for (int c = 0; c < centres.length; c++) {
      int across = x(point) - x(centres[c]);
      int vertical = y(point) - y(centres[c]);
      long distance = (long) across * across + (long) vertical * vertical;
      if (distance < shortest) {
        shortest = distance;
        best = c;
      }
    }
    return best;
  }
}
