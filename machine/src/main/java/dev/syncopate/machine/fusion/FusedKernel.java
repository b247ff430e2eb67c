package dev.syncopate.machine.fusion;

import dev.syncopate.machine.code.HotKernel;
import org.jspecify.annotations.Nullable;

/** Fused code of a kernel, compiled once the kernel has executed enough to pay for it. */
public final class FusedKernel {
  private static final @Nullable FusedStretch[] NOTHING = {};

  private final HotKernel kernel;
  private final int width;
  private final long threshold;
  private @Nullable FusedStretch[] stretches = NOTHING;
  private long instructions;
  private boolean compiled;

  FusedKernel(HotKernel kernel, int width, long threshold) {
    this.kernel = kernel;
    this.width = width;
    this.threshold = threshold;
    ran(0);
  }

  /**
   * Whether the kernel may be fused: transactions and bulk copies watch each access to shared
   * memory.
   */
  private boolean isFusible() {
    return !kernel.program.transactional() && !kernel.program.copiesInBulk();
  }

  /** Counts warp instructions that have been executed; enough of them compile the kernel. */
  public void ran(long count) {
    if (compiled) {
      return;
    }
    instructions += count;
    if (instructions >= threshold) {
      compiled = true;
      if (isFusible()) {
        stretches = StretchCompiler.compile(kernel, width);
      }
    }
  }

  /** For each instruction: the stretch that begins there, or null; empty before it is compiled. */
  public @Nullable FusedStretch[] stretches() {
    return stretches;
  }
}
