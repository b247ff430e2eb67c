package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOutcome;

/** Gaussian elimination of linear equations, a column a time, and substitution on the host. */
public final class Gaussian extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "gaussian",
          "Solves linear equations by elimination: multipliers, then rows, column by column.",
          "equations",
          ClassicDescription.sizes(64, 128, 256, 1024),
          1,
          1 << 13);

  private static final int BLOCK = 256;
  private static final int EDGE = 16;

  public Gaussian() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Gaussian(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int n = job.size();
    float[] matrix = DominantMatrix.drawn(job.random(), n, n);
    float[] right = RandomInputs.floats(job.random(), n);
    float[] multiplier = new float[n * n];
    Buffer matrixBuffer = job.device().copyOf(matrix);
    Buffer rightBuffer = job.device().copyOf(right);
    Buffer multiplierBuffer = job.device().copyOf(multiplier);
    for (int column = 0; column < n - 1; column++) {
      int rows = n - 1 - column;
      job.launch(
          "gaussian_multipliers",
          LaunchShape.covering(rows, BLOCK),
          matrixBuffer,
          multiplierBuffer,
          n,
          column);
      job.launch(
          "gaussian_update",
          LaunchShape.of(
              Dim3.of(Math.ceilDiv(rows + 1, EDGE), Math.ceilDiv(rows, EDGE)), Dim3.of(EDGE, EDGE)),
          matrixBuffer,
          rightBuffer,
          multiplierBuffer,
          n,
          column);
    }
    eliminate(matrix, right, multiplier);
    float[] solved = substituted(matrixBuffer.readFloats(), rightBuffer.readFloats());
    return new OutcomeBuilder()
        .check(ResultComparison.exact("elements", matrixBuffer.readFloats(), matrix))
        .check(ResultComparison.exact("multipliers", multiplierBuffer.readFloats(), multiplier))
        .check(ResultComparison.exact("unknowns", solved, substituted(matrix, right)))
        .figure("equations", n)
        .outcome();
  }

  private static void eliminate(float[] a, float[] right, float[] multiplier) {
    int n = right.length;
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++) {
        float factor = a[i * n + k] / a[k * n + k];
        multiplier[i * n + k] = factor;
        for (int j = k; j < n; j++) {
          a[i * n + j] = Math.fma(-factor, a[k * n + j], a[i * n + j]);
        }
        right[i] = Math.fma(-factor, right[k], right[i]);
      }
    }
  }

  private static float[] substituted(float[] a, float[] right) {
    int n = right.length;
    float[] unknown = new float[n];
    for (int i = n - 1; i >= 0; i--) {
      float rest = right[i];
      for (int j = i + 1; j < n; j++) {
        rest = Math.fma(-a[i * n + j], unknown[j], rest);
      }
      unknown[i] = rest / a[i * n + i];
    }
    return unknown;
  }
}
