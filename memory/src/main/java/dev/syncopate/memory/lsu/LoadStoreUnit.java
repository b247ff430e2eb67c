package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;

/** The door of a tile's memory side, as its issuer sees it. */
public interface LoadStoreUnit {
  /**
   * Whether the warp's next memory instruction may be issued now: no earlier fence or synchronising
   * access of the warp must finish first, and there is room in the queue. When false, {@link
   * MemoryClient#mayIssue} will be called.
   */
  boolean canIssue(int warp, MemoryOperation operation);

  /** Takes an access for which {@link #canIssue} has just held. */
  void issue(WarpAccess access);

  /**
   * Whether another access of the copy unit's slot may be issued: no earlier one must finish first.
   * That is the second behind those of warps, and has a separate queue, which takes turns with that
   * of warps.
   */
  default boolean mayCopy() {
    return true;
  }

  /**
   * Whether every access is complete when {@link #issue} returns. Such a unit needs the lines of an
   * access only for observers.
   */
  default boolean answersAtOnce() {
    return false;
  }

  /**
   * Whether every value the warp has asked for has arrived and each of its stores has reached the
   * L1: what a CTA barrier waits for. When false, {@link MemoryClient#mayIssue} will be called once
   * it is true.
   */
  boolean quiet(int warp);

  /**
   * A kernel begins: the L1 comes to see all that the device has, before any access issued after
   * this.
   */
  void kernelBegin();

  /**
   * The tile has no more work of this kernel: all that it has written comes to be seen by the
   * device. Then {@link MemoryClient#kernelEnded} is called.
   */
  void kernelEnd();
}
