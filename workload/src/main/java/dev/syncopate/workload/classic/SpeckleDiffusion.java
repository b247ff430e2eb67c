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

/** Speckle-reducing anisotropic diffusion of a square picture. */
public final class SpeckleDiffusion extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "srad",
          "Diffuses a picture where it has speckle and no edges: two stencils an iteration.",
          "rows and columns of the picture",
          ClassicDescription.sizes(128, 256, 512, 2048),
          1,
          1 << 13);

  private static final WorkloadOption.Whole ITERATIONS =
      new WorkloadOption.Whole("iterations", "Steps of diffusion.", 2, 1, 10_000);
  private static final int EDGE = 16;

  /** Rows and columns of the corner that is taken for homogeneous. */
  private static final int HOMOGENEOUS = 128;

  private static final float QUARTER_STEP = 0.125f;

  public SpeckleDiffusion() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public SpeckleDiffusion(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(ITERATIONS);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int n = job.size();
    float[] image = RandomInputs.floats(job.random(), n * n);
    for (int i = 0; i < image.length; i++) {
      image[i] = 1.25f + image[i];
    }
    Buffer buffer = job.device().copyOf(image);
    Buffer[] parts = new Buffer[5];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = job.device().allocate((long) Float.BYTES * n * n);
    }
    int tiles = Math.ceilDiv(n, EDGE);
    LaunchShape shape = LaunchShape.of(Dim3.of(tiles, tiles), Dim3.of(EDGE, EDGE));
    int iterations = job.number(ITERATIONS);
    for (int i = 0; i < iterations; i++) {
      float speckle = speckle(buffer.readFloats(), n);
      job.launch(
          "srad_coefficient",
          shape,
          buffer,
          parts[0],
          parts[1],
          parts[2],
          parts[3],
          parts[4],
          n,
          n,
          speckle);
      job.launch(
          "srad_diffuse",
          shape,
          buffer,
          parts[0],
          parts[1],
          parts[2],
          parts[3],
          parts[4],
          n,
          n,
          QUARTER_STEP);
      image = diffused(image, n, speckle(image, n));
    }
    return new OutcomeBuilder()
        .check(ResultComparison.exact("pixels", buffer.readFloats(), image))
        .figure("pixels", (long) n * n)
        .figure("iterations", iterations)
        .outcome();
  }

  /** Variance by squared mean. */
  private static float speckle(float[] image, int n) {
    int edge = Math.min(n, HOMOGENEOUS);
    double sum = 0;
    double squares = 0;
    for (int y = 0; y < edge; y++) {
      for (int x = 0; x < edge; x++) {
        double pixel = image[y * n + x];
        sum += pixel;
        squares += pixel * pixel;
      }
    }
    double mean = sum / (edge * edge);
    // A picture of one pixel does not vary, and nothing may be divided by that.
    double variance = Math.max(1e-6, squares / (edge * edge) - mean * mean);
    return (float) (variance / (mean * mean));
  }

  private static float[] diffused(float[] image, int n, float speckle) {
    float[] coefficient = new float[image.length];
    for (int pixel = 0; pixel < image.length; pixel++) {
      coefficient[pixel] = coefficient(differences(image, n, pixel), image[pixel], speckle);
    }
    float[] result = new float[image.length];
    for (int pixel = 0; pixel < image.length; pixel++) {
      float[] d = differences(image, n, pixel);
      float divergence = coefficient[pixel] * d[0];
      divergence = Math.fma(coefficient[pixel + (pixel / n < n - 1 ? n : 0)], d[1], divergence);
      divergence = Math.fma(coefficient[pixel], d[2], divergence);
      divergence = Math.fma(coefficient[pixel + (pixel % n < n - 1 ? 1 : 0)], d[3], divergence);
      result[pixel] = Math.fma(QUARTER_STEP, divergence, image[pixel]);
    }
    return result;
  }

  /** To the northern, southern, western and eastern neighbour; none where there is no neighbour. */
  private static float[] differences(float[] image, int n, int pixel) {
    return new float[] {
      (pixel / n > 0 ? image[pixel - n] : image[pixel]) - image[pixel],
      (pixel / n < n - 1 ? image[pixel + n] : image[pixel]) - image[pixel],
      (pixel % n > 0 ? image[pixel - 1] : image[pixel]) - image[pixel],
      (pixel % n < n - 1 ? image[pixel + 1] : image[pixel]) - image[pixel]
    };
  }

  /** Equations 33 to 35 of the paper. */
  private static float coefficient(float[] d, float intensity, float speckle) {
    float squares = Math.fma(d[3], d[3], Math.fma(d[2], d[2], Math.fma(d[1], d[1], d[0] * d[0])));
    float gradient = squares / (intensity * intensity);
    float laplacian = (d[0] + d[1] + (d[2] + d[3])) / intensity;
    float below = Math.fma(0.25f, laplacian, 1);
    float variation = (0.5f * gradient - 0.0625f * (laplacian * laplacian)) / (below * below);
    float excess = (variation - speckle) / (speckle * (1 + speckle));
    return Math.clamp(1 / (1 + excess), 0, 1);
  }
}
