package dev.syncopate.machine.core;

import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;

/** Action of a compute unit on the completion of a memory access that it issued. */
public interface AccessCompletion {
  /** Index of the instruction that issued it. */
  int pc();

  /**
   * @param ready the cycle from which dependent instructions may issue
   */
  void completed(ComputeUnit unit, Warp warp, WarpAccess access, long ready);
}
