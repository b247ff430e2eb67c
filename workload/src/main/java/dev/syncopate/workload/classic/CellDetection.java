package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;

/** White blood cells in a picture. */
public final class CellDetection extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "leukocyte",
          "Finds cells in a picture: variation of gradients along circles, then a dilation.",
          "rows and columns of the picture",
          ClassicDescription.sizes(48, 96, 192, 374),
          1,
          1 << 12);

  private static final WorkloadOption.Whole SAMPLES =
      new WorkloadOption.Whole("samples", "Places of a circle that are looked at.", 150, 1, 1000);

  private static final int CIRCLES = 7;

  /** Radius of the smallest circle; each other one is two pixels larger. */
  private static final int SMALLEST = 8;

  /** Of the dilation. */
  private static final int RADIUS = 12;

  private static final int BLOCK = 128;

  public CellDetection() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public CellDetection(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(SAMPLES);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int edge = job.size();
    float[] picture = new float[edge * edge];
    for (int i = 0; i < picture.length; i++) {
      double x = i % edge % 40 - 20;
      double y = i / edge % 40 - 20;
      boolean inside = x * x + y * y < 100;
      picture[i] = (inside ? 0.8f : 0.2f) + 0.1f * job.random().nextFloat();
    }
    float[] gradient = new float[2 * picture.length];
    for (int i = 0; i < picture.length; i++) {
      int x = i % edge;
      int y = i / edge;
      gradient[2 * i] =
          picture[y * edge + Math.min(x + 1, edge - 1)] - picture[y * edge + Math.max(x - 1, 0)];
      gradient[2 * i + 1] =
          picture[Math.min(y + 1, edge - 1) * edge + x] - picture[Math.max(y - 1, 0) * edge + x];
    }
    int samples = job.number(SAMPLES);
    float[] outwards = new float[2 * samples];
    int[] offset = new int[2 * CIRCLES * samples];
    for (int k = 0; k < samples; k++) {
      double angle = 2 * Math.PI * k / samples;
      outwards[2 * k] = (float) Math.cos(angle);
      outwards[2 * k + 1] = (float) Math.sin(angle);
      for (int circle = 0; circle < CIRCLES; circle++) {
        int sampleIndex = 2 * (circle * samples + k);
        offset[sampleIndex] = (int) Math.round((SMALLEST + 2 * circle) * Math.cos(angle));
        offset[sampleIndex + 1] = (int) Math.round((SMALLEST + 2 * circle) * Math.sin(angle));
      }
    }
    Buffer gicov = job.device().allocate((long) Float.BYTES * edge * edge);
    Buffer dilated = job.device().allocate((long) Float.BYTES * edge * edge);
    LaunchShape shape = LaunchShape.of(Dim3.of(Math.ceilDiv(edge, BLOCK), edge), Dim3.of(BLOCK));
    job.launch(
        "leukocyte_gicov",
        shape,
        job.device().copyOf(gradient),
        job.device().copyOf(offset),
        job.device().copyOf(outwards),
        gicov,
        edge,
        CIRCLES,
        samples);
    job.launch("leukocyte_dilate", shape, gicov, dilated, edge, RADIUS);
    float[] expected = gicov(gradient, offset, outwards, edge);
    return new OutcomeBuilder()
        .check(ResultComparison.exact("variations", gicov.readFloats(), expected))
        .check(ResultComparison.exact("dilated", dilated.readFloats(), dilated(expected, edge)))
        .figure("pixels", (long) edge * edge)
        .outcome();
  }

  private static float[] gicov(float[] gradient, int[] offset, float[] outwards, int edge) {
    int samples = outwards.length / 2;
    float[] gicov = new float[edge * edge];
    for (int i = 0; i < gicov.length; i++) {
      for (int circle = 0; circle < CIRCLES; circle++) {
        float sum = 0;
        float squares = 0;
        for (int k = 0; k < samples; k++) {
          int sampleIndex = 2 * (circle * samples + k);
          int x = Math.clamp(i % edge + offset[sampleIndex], 0, edge - 1);
          int y = Math.clamp(i / edge + offset[sampleIndex + 1], 0, edge - 1);
          int pixelIndex = 2 * (y * edge + x);
          float slope =
              Math.fma(
                  gradient[pixelIndex + 1],
                  outwards[2 * k + 1],
                  gradient[pixelIndex] * outwards[2 * k]);
          sum += slope;
          squares = Math.fma(slope, slope, squares);
        }
        float mean = sum / samples;
        float variance = Math.max(squares / samples - mean * mean, 0);
        gicov[i] = Math.max(gicov[i], mean * mean / (variance + 0.0001f));
      }
    }
    return gicov;
  }

  /** The largest of a disc: each value is offered to all whose disc it is in. */
  private static float[] dilated(float[] values, int edge) {
    float[] dilated = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      for (int dy = -RADIUS; dy <= RADIUS; dy++) {
        int reach = (int) Math.sqrt(RADIUS * RADIUS - dy * dy);
        for (int dx = -reach; dx <= reach; dx++) {
          int x = i % edge + dx;
          int y = i / edge + dy;
          if (x >= 0 && x < edge && y >= 0 && y < edge) {
            dilated[y * edge + x] = Math.max(dilated[y * edge + x], values[i]);
          }
        }
      }
    }
    return dilated;
  }
}
