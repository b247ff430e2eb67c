package dev.syncopate.memory.lsu;

import dev.syncopate.memory.access.WarpAccess;

/** Issuer of warp accesses: a compute unit in the machine, a tiny thread in the explorer. */
public interface MemoryClient {
  /**
   * An access is complete: a load's or atomic's values are in the result array; a store has been
   * accepted by the L1; a synchronising instruction or fence has done all its steps.
   *
   * @param ready the cycle from which dependent instructions may issue
   */
  void completed(WarpAccess access, long ready);

  /**
   * Something for which {@link LoadStoreUnit} refused an instruction of this warp may have changed;
   * ask again.
   */
  void mayIssue(int warp);

  /** What {@link LoadStoreUnit#kernelEnd} asked for is done. */
  void kernelEnded();
}
