package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;

/** Temperatures of a chip by the power of its parts. */
public final class HotSpot extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "hotspot",
          "Temperatures of a chip by the power of its parts, by a stencil in shared memory.",
          "rows and columns of the chip",
          ClassicDescription.sizes(64, 128, 256, 512),
          1,
          1 << 13);

  private static final WorkloadOption.Whole ITERATIONS =
      new WorkloadOption.Whole("iterations", "Steps of time.", 2, 1, 10_000);

  private static final int TILE = 16;

  /** Of a step: what a degree of a neighbour, of the sink, and a unit of power change. */
  private static final float ACROSS = 0.1f;

  private static final float DOWN = 0.1f;
  private static final float SINK = 0.0125f;
  private static final float PER_POWER = 0.5f;
  private static final float AMBIENT = 80;

  public HotSpot() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public HotSpot(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(ITERATIONS);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int n = job.size();
    float[] temperature = new float[n * n];
    float[] power = RandomInputs.floats(job.random(), n * n);
    for (int i = 0; i < temperature.length; i++) {
      temperature[i] = 320 + 10 * job.random().nextFloat();
    }
    Buffer powers = job.device().copyOf(power);
    Buffer source = job.device().copyOf(temperature);
    Buffer target = job.device().allocate((long) Float.BYTES * n * n);
    int tiles = Math.ceilDiv(n, TILE);
    LaunchShape shape = LaunchShape.of(Dim3.of(tiles, tiles), Dim3.of(TILE, TILE));
    int iterations = job.number(ITERATIONS);
    for (int i = 0; i < iterations; i++) {
      job.launch(
          "hotspot_step",
          shape,
          source,
          powers,
          target,
          n,
          n,
          ACROSS,
          DOWN,
          SINK,
          PER_POWER,
          AMBIENT);
      Buffer swapped = source;
      source = target;
      target = swapped;
      temperature = warmer(temperature, power, n);
    }
    return new OutcomeBuilder()
        .check(ResultComparison.exact("temperatures", source.readFloats(), temperature))
        .figure("places", (long) n * n)
        .figure("iterations", iterations)
        .outcome();
  }

  private static float[] warmer(float[] temperature, float[] power, int n) {
    float[] next = new float[temperature.length];
    for (int y = 0; y < n; y++) {
      for (int x = 0; x < n; x++) {
        float centre = temperature[y * n + x];
        float change = PER_POWER * power[y * n + x];
        change =
            Math.fma(
                DOWN,
                bend(
                    centre,
                    temperature[Math.max(y - 1, 0) * n + x],
                    temperature[Math.min(y + 1, n - 1) * n + x]),
                change);
        change =
            Math.fma(
                ACROSS,
                bend(
                    centre,
                    temperature[y * n + Math.max(x - 1, 0)],
                    temperature[y * n + Math.min(x + 1, n - 1)]),
                change);
        next[y * n + x] = centre + Math.fma(SINK, AMBIENT - centre, change);
      }
    }
    return next;
  }

  /** The second difference. */
  private static float bend(float centre, float first, float second) {
    return Math.fma(-2, centre, first + second);
  }
}
