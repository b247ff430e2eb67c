package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.WorkloadOutcome;

/** LU decomposition without pivoting in blocks, of a matrix whose diagonal dominates. */
public final class BlockedLu extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "lud",
          "Decomposes a matrix into triangular ones, block by block.",
          "rows and columns of the matrix",
          ClassicDescription.sizes(128, 256, 384, 512),
          1,
          1 << 13);

  private static final int BLOCK = 16;

  public BlockedLu() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public BlockedLu(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int n = job.size();
    int steps = Math.ceilDiv(n, BLOCK);
    int pitch = steps * BLOCK;
    float[] matrix = DominantMatrix.drawn(job.random(), n, pitch);
    Buffer buffer = job.device().copyOf(matrix);
    Dim3 block = Dim3.of(BLOCK, BLOCK);
    for (int step = 0; step < steps; step++) {
      job.launch("lud_diagonal", LaunchShape.of(Dim3.of(1), block), buffer, pitch, step);
      int remaining = steps - step - 1;
      if (remaining > 0) {
        job.launch(
            "lud_perimeter", LaunchShape.of(Dim3.of(2 * remaining), block), buffer, pitch, step);
        job.launch(
            "lud_internal",
            LaunchShape.of(Dim3.of(remaining, remaining), block),
            buffer,
            pitch,
            step);
      }
    }
    decompose(matrix, pitch);
    return new OutcomeBuilder()
        .check(ResultComparison.exact("elements", buffer.readFloats(), matrix))
        .figure("elements", (long) n * n)
        .figure("steps", steps)
        .outcome();
  }

  /** The three loops of a textbook. */
  private static void decompose(float[] a, int n) {
    for (int k = 0; k < n; k++) {
      for (int i = k + 1; i < n; i++) {
        float factor = a[i * n + k] / a[k * n + k];
        a[i * n + k] = factor;
        for (int j = k + 1; j < n; j++) {
          a[i * n + j] = Math.fma(-factor, a[k * n + j], a[i * n + j]);
        }
      }
    }
  }
}
