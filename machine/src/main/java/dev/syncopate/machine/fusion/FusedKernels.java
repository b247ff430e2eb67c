package dev.syncopate.machine.fusion;

import dev.syncopate.machine.code.HotKernel;
import java.util.HashMap;
import java.util.Map;

/** Fused code of the kernels of a device, by their numbers. */
public final class FusedKernels {
  /**
   * Warp instructions after which a kernel is compiled by default: the interpreter has then taken
   * about as long as the compilation, by this class and by the JVM, will take.
   */
  public static final long THRESHOLD = 1 << 22;

  private final int width;
  private final long threshold;
  private final Map<Integer, FusedKernel> kernels = new HashMap<>();

  /**
   * @param width lanes of a warp
   * @param threshold warp instructions after which a kernel is compiled
   */
  public FusedKernels(int width, long threshold) {
    this.width = width;
    this.threshold = threshold;
  }

  /** The code of a kernel, which may not be compiled yet. */
  public FusedKernel of(HotKernel kernel) {
    return kernels.computeIfAbsent(kernel.number, _ -> new FusedKernel(kernel, width, threshold));
  }
}
