package dev.syncopate.memory.local;

import org.jspecify.annotations.Nullable;

/** What {@link CopyQueue} stands between: shared memory, and the way to global memory. */
public interface CopyPort {
  /** Shared memory as the async proxy sees it. */
  AsyncProxyStore store();

  /** Loads that a write may overtake. */
  RecentLoads loads();

  /**
   * How many bytes one access moves.
   *
   * @param address of the first in global memory
   * @param limit how many there are from there
   */
  int together(QueuedCopy copy, long address, int limit);

  /**
   * Accesses a line of global memory; {@link CopyQueue#landed} tells that it is done.
   *
   * @param bytes that are written; null for a read
   */
  void issue(CopyLine line, long address, byte @Nullable [] bytes);

  /**
   * How many bytes of shared memory one message to another shared memory carries.
   *
   * @param place of the first
   * @param limit how many there are from there
   */
  default int inMessage(int place, int limit) {
    throw new IllegalStateException("there is no other shared memory");
  }

  /** Takes bytes of a copy to the shared memory of other CTAs. */
  default void deliver(QueuedCopy copy, int offset, byte[] bytes) {
    throw new IllegalStateException("there is no other shared memory");
  }

  /** The source of a copy has been read; waits for its group may be over. */
  void sourceRead(QueuedCopy copy);

  /**
   * All bytes of a copy are where they belong.
   *
   * @param oldState of the mbarrier before it counted them; 0 without
   * @param newState of the mbarrier; 0 without
   */
  void completed(QueuedCopy copy, long oldState, long newState);
}
