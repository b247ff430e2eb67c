package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The records nearest to a place: distances on the device, the choice on the host. */
public final class NearestNeighbours extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "nn",
          "Distances of records from a place, of which the host takes the nearest.",
          "records",
          // The paper says where, not among how many.
          ClassicDescription.sizes(1 << 16, 1 << 18, 1 << 19, 1 << 20),
          1,
          1 << 27);

  private static final WorkloadOption.Whole NEAREST =
      new WorkloadOption.Whole("nearest", "How many are looked for.", 10, 1, 1 << 20);
  private static final float LATITUDE = 30;
  private static final float LONGITUDE = 90;
  private static final int BLOCK = 256;

  public NearestNeighbours() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public NearestNeighbours(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(NEAREST);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int records = job.size();
    float[] places = new float[2 * records];
    float[] expected = new float[records];
    for (int i = 0; i < records; i++) {
      // Tenths of a degree, as positions at sea are noted.
      places[2 * i] = job.random().nextInt(1800) / 10f - 90;
      places[2 * i + 1] = job.random().nextInt(3600) / 10f;
      float north = places[2 * i] - LATITUDE;
      float east = places[2 * i + 1] - LONGITUDE;
      expected[i] = (float) Math.sqrt(Math.fma(east, east, north * north));
    }
    Buffer distance = job.device().allocate((long) Float.BYTES * records);
    job.launch(
        "nn_distance",
        LaunchShape.covering(records, BLOCK),
        job.device().copyOf(places),
        distance,
        records,
        LATITUDE,
        LONGITUDE);
    float[] actual = distance.readFloats();
    int nearestCount = Math.min(records, job.number(NEAREST));
    return new OutcomeBuilder()
        .check(ResultComparison.exact("distances", actual, expected))
        .check(
            ResultComparison.signed(
                "nearest", nearest(actual, nearestCount), sorted(expected, nearestCount)))
        .figure("records", records)
        .outcome();
  }

  /** Takes the nearest that is left, again and again; of equally near ones the first. */
  private static int[] nearest(float[] distance, int nearestCount) {
    float[] remaining = distance.clone();
    int[] chosen = new int[nearestCount];
    for (int k = 0; k < nearestCount; k++) {
      int best = 0;
      for (int i = 1; i < remaining.length; i++) {
        best = remaining[i] < remaining[best] ? i : best;
      }
      chosen[k] = best;
      remaining[best] = Float.POSITIVE_INFINITY;
    }
    return chosen;
  }

  private static int[] sorted(float[] distance, int nearestCount) {
    Integer[] order = IntStream.range(0, distance.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> Float.compare(distance[a], distance[b]));
    return Arrays.stream(order).limit(nearestCount).mapToInt(Integer::intValue).toArray();
  }
}
