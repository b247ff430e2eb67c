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

/** A two-dimensional wavelet transform by lifting, over several levels. */
public final class Wavelets extends ClassicWorkload {
  private static final ClassicDescription SHEET =
      new ClassicDescription(
          "dwt2d",
          "Transforms a square picture by wavelets, tiles in shared memory, several levels.",
          "rows and columns of the picture",
          ClassicDescription.sizes(128, 256, 512, 1024),
          2,
          1 << 14);

  private static final WorkloadOption.Choice WAVELET =
      new WorkloadOption.Choice(
          "wavelet",
          "The reversible one of integers, or the one of floats.",
          List.of("5/3", "9/7"));
  private static final WorkloadOption.Whole LEVELS =
      new WorkloadOption.Whole("levels", "Levels, as long as there is more than a row.", 3, 1, 14);
  private static final int TILE = 32;
  private static final int BLOCK = 256;

  public Wavelets() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Wavelets(KernelLibrary kernels) {
    super(kernels, SHEET);
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(WAVELET, LEVELS);
  }

  @Override
  WorkloadOutcome run(ClassicRun job) {
    int n = job.size();
    boolean integral = job.word(WAVELET).equals("5/3");
    int[] integers = integral ? job.below(256, n * n) : new int[0];
    float[] floats = integral ? new float[0] : RandomInputs.floats(job.random(), n * n);
    Buffer input = integral ? job.device().copyOf(integers) : job.device().copyOf(floats);
    Buffer out = job.device().allocate((long) Integer.BYTES * n * n);
    String kernel = integral ? "dwt2d_53" : "dwt2d_97";
    int extent = n;
    int levels = 0;
    for (; levels < job.number(LEVELS) && extent > 1; levels++) {
      int half = Math.ceilDiv(extent, 2);
      Buffer low = job.device().allocate((long) Integer.BYTES * half * half);
      int tiles = Math.ceilDiv(extent, TILE);
      LaunchShape shape = LaunchShape.of(Dim3.of(tiles, tiles), Dim3.of(BLOCK));
      job.launch(kernel, shape, input, low, out, extent, extent, n);
      input = low;
      extent = half;
    }
    return new OutcomeBuilder()
        .check(
            integral
                ? ResultComparison.signed(
                    "coefficients",
                    joined(out.readInts(), input.readInts(), n, extent),
                    new Lifting53(integers, n).transformed(levels))
                : ResultComparison.exact(
                    "coefficients",
                    joined(out.readFloats(), input.readFloats(), n, extent),
                    new Lifting97(floats, n).transformed(levels)))
        .figure("samples", (long) n * n)
        .figure("levels", levels)
        .outcome();
  }

  /** What all levels have left, with the last one's lowest frequencies in its corner. */
  private static int[] joined(int[] out, int[] low, int n, int extent) {
    for (int row = 0; row < extent; row++) {
      System.arraycopy(low, row * extent, out, row * n, extent);
    }
    return out;
  }

  private static float[] joined(float[] out, float[] low, int n, int extent) {
    for (int row = 0; row < extent; row++) {
      System.arraycopy(low, row * extent, out, row * n, extent);
    }
    return out;
  }
}
