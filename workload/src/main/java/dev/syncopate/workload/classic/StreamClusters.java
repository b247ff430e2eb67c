package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;

/** Gains of additional cluster centres, candidate by candidate. */
public final class StreamClusters extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "streamcluster",
          "What opening a centre of clusters would gain, for a few candidates, a thread a point.",
          "points",
          ClassicDescription.sizes(512, 1024, 4096, 8192),
          1,
          1 << 18);

  private static final WorkloadOption.Whole CANDIDATES =
      new WorkloadOption.Whole(
          "candidates", "Points that may become centres, the first one included.", 5, 2, 64);

  /** Coordinates of a point. */
  private static final int DIMENSIONS = 256;

  /** What a centre costs. */
  private static final double OPENING = 100;

  private static final int BLOCK = 256;

  public StreamClusters() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public StreamClusters(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(CANDIDATES);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int points = job.size();
    float[] coordinates = RandomInputs.floats(job.random(), DIMENSIONS * points);
    float[] weight = new float[points];
    for (int i = 0; i < points; i++) {
      weight[i] = 1 + job.random().nextInt(4);
    }
    int candidates = Math.min(points, job.number(CANDIDATES));
    int slots = candidates + 1;
    int[] slot = new int[points];
    float[] cost = costs(coordinates, weight, 0);
    Buffer places = job.device().copyOf(coordinates);
    Buffer weights = job.device().copyOf(weight);
    OutcomeBuilder answer = new OutcomeBuilder();
    int open = 1;
    for (int candidate = 1; candidate < candidates; candidate++) {
      Buffer sums = job.device().copyOf(new float[slots * points]);
      Buffer moves = job.device().copyOf(new byte[points]);
      job.launch(
          "streamcluster_gain",
          LaunchShape.covering(points, BLOCK),
          places,
          weights,
          job.device().copyOf(cost),
          job.device().copyOf(slot),
          sums,
          moves,
          points,
          DIMENSIONS,
          candidate,
          slots);
      float[] candidateCosts = costs(coordinates, weight, candidate);
      float[] expected = new float[slots * points];
      int[] moved = new int[points];
      double gain = 0;
      for (int i = 0; i < points; i++) {
        moved[i] = candidateCosts[i] < cost[i] ? 1 : 0;
        int index = i * slots + (moved[i] == 1 ? slots - 1 : slot[i]);
        expected[index] = moved[i] == 1 ? candidateCosts[i] - cost[i] : cost[i] - candidateCosts[i];
        gain += moved[i] == 1 ? cost[i] - candidateCosts[i] : 0;
      }
      byte[] actual = moves.readBytes();
      int[] flags = new int[points];
      for (int i = 0; i < points; i++) {
        flags[i] = actual[i];
      }
      answer
          .check(ResultComparison.exact("savings", sums.readFloats(), expected))
          .check(ResultComparison.signed("moves", flags, moved));
      if (gain > OPENING) {
        for (int i = 0; i < points; i++) {
          slot[i] = moved[i] == 1 ? open : slot[i];
          cost[i] = moved[i] == 1 ? candidateCosts[i] : cost[i];
        }
        open++;
      }
    }
    return answer.figure("points", points).figure("centres", open).outcome();
  }

  /** What each point costs with its centre at one of them. */
  private static float[] costs(float[] coordinates, float[] weight, int centre) {
    float[] costs = new float[weight.length];
    for (int i = 0; i < costs.length; i++) {
      float distance = 0;
      for (int offset = 0; offset < coordinates.length; offset += weight.length) {
        float d = coordinates[offset + i] - coordinates[offset + centre];
        distance = Math.fma(d, d, distance);
      }
      costs[i] = weight[i] * distance;
    }
    return costs;
  }
}
