package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.List;

/** Clusters of points by the nearest of several centres, which move. */
public final class KMeans extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "kmeans-features",
          "Clusters points by k-means: the nearest centre on the device, the centres on the host.",
          "points",
          ClassicDescription.sizes(1 << 12, 1 << 14, 1 << 16, 494_020),
          1,
          1 << 22);

  private static final WorkloadOption.Whole CLUSTERS =
      new WorkloadOption.Whole("clusters", "Clusters that are looked for.", 5, 1, 1000);
  private static final WorkloadOption.Whole ITERATIONS =
      new WorkloadOption.Whole("iterations", "Times that centres move.", 2, 1, 1000);

  /** Numbers of a point, as in the KDD Cup's records of connections. */
  private static final int FEATURES = 34;

  private static final int BLOCK = 256;

  public KMeans() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public KMeans(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(CLUSTERS, ITERATIONS);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int points = job.size();
    int clusters = Math.min(points, job.number(CLUSTERS));
    float[] rows = RandomInputs.floats(job.random(), points * FEATURES);
    Buffer rowBuffer = job.device().copyOf(rows);
    Buffer columns = job.device().allocate((long) Float.BYTES * rows.length);
    Buffer member = job.device().allocate((long) Integer.BYTES * points);
    LaunchShape shape = LaunchShape.covering(points, BLOCK);
    job.launch("kmeans_turn", shape, rowBuffer, columns, points, FEATURES);
    float[] centres = Arrays.copyOf(rows, clusters * FEATURES);
    int iterations = job.number(ITERATIONS);
    OutcomeBuilder answer = new OutcomeBuilder();
    for (int i = 0; i < iterations; i++) {
      job.launch(
          "kmeans_assign",
          shape,
          columns,
          job.device().copyOf(centres),
          member,
          points,
          FEATURES,
          clusters);
      int[] actual = member.readInts();
      answer.check(ResultComparison.signed("clusters", actual, nearest(rows, centres)));
      centres = means(rows, actual, centres);
    }
    return answer
        .check(ResultComparison.exact("turned points", columns.readFloats(), turned(rows, points)))
        .figure("points", points)
        .figure("iterations", iterations)
        .outcome();
  }

  private static float[] turned(float[] rows, int points) {
    float[] columns = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      columns[i % FEATURES * points + i / FEATURES] = rows[i];
    }
    return columns;
  }

  private static int[] nearest(float[] rows, float[] centres) {
    int[] nearest = new int[rows.length / FEATURES];
    for (int point = 0; point < nearest.length; point++) {
      float shortest = Float.POSITIVE_INFINITY;
      for (int centre = 0; centre < centres.length; centre += FEATURES) {
        float distance = 0;
        for (int i = 0; i < FEATURES; i++) {
          float d = rows[point * FEATURES + i] - centres[centre + i];
          distance = Math.fma(d, d, distance);
        }
        if (distance < shortest) {
          shortest = distance;
          nearest[point] = centre / FEATURES;
        }
      }
    }
    return nearest;
  }

  /** The means of the points of each cluster; a centre without points stays. */
  private static float[] means(float[] rows, int[] member, float[] centres) {
    double[] sums = new double[centres.length];
    int[] counts = new int[centres.length / FEATURES];
    for (int point = 0; point < member.length; point++) {
      counts[member[point]]++;
      for (int i = 0; i < FEATURES; i++) {
        sums[member[point] * FEATURES + i] += rows[point * FEATURES + i];
      }
    }
    float[] means = centres.clone();
    for (int i = 0; i < means.length; i++) {
      int count = counts[i / FEATURES];
      means[i] = count == 0 ? centres[i] : (float) (sums[i] / count);
    }
    return means;
  }
}
