package dev.syncopate.memory.local;

import org.jspecify.annotations.Nullable;

/**
 * A bulk copy of one thread between shared and global memory, or from one shared memory to others.
 * Its bytes are numbered from 0 in the order in which shared memory has them, apart from a swizzle.
 * It is complete when all of them are where they belong.
 */
public abstract class QueuedCopy {
  /** {@link #barrier} of a copy that is waited for by groups. */
  public static final int NO_BARRIER = -1;

  /** Slot of the warp, and the lane. */
  final int warp;

  final int lane;

  /** Whether from global to shared memory, or back. */
  final boolean toShared;

  /** Place of the mbarrier that counts its bytes; or {@link #NO_BARRIER}. */
  final int barrier;

  private final @Nullable AsyncCopies reads;
  private final @Nullable AsyncCopies writes;
  private final AsyncCopies.@Nullable Copy reading;
  private final AsyncCopies.@Nullable Copy writing;
  int issued;
  int complete;

  /**
   * @param barrier in the unit's shared memory; {@link #NO_BARRIER} for a copy in a group
   * @param reads groups of the warp by what they have read; null for a copy with an mbarrier
   * @param writes groups of the warp by what they have written; null for a copy with an mbarrier
   */
  protected QueuedCopy(
      int warp,
      int lane,
      boolean toShared,
      int barrier,
      @Nullable AsyncCopies reads,
      @Nullable AsyncCopies writes) {
    this.warp = warp;
    this.lane = lane;
    this.toShared = toShared;
    this.barrier = barrier;
    this.reads = reads;
    this.writes = writes;
    this.reading = reads == null ? null : reads.begin(1L << lane);
    this.writing = writes == null ? null : writes.begin(1L << lane);
  }

  /** How many there are. */
  protected abstract int bytes();

  /** Place of a byte in the unit's shared memory. */
  protected abstract int place(int offset);

  /** How many of some bytes are in a row in shared memory. */
  protected int together(int offset, int limit) {
    return limit;
  }

  /**
   * How many bytes from one on have no place in global memory: they are filled, or not written. At
   * least one where it has none.
   */
  protected int outside(int offset) {
    return 0;
  }

  /** What such bytes are filled with. */
  protected byte[] fill(int count) {
    return new byte[count];
  }

  /** Address of a byte in global memory. */
  protected abstract long address(int offset);

  /** How many bytes from one on are in a row in global memory. */
  protected abstract int inRow(int offset);

  /**
   * Whether its bytes go to the shared memory of CTAs of a cluster, which {@link CopyPort#deliver}
   * takes them to; else they go to that of the own CTA, or to global memory.
   */
  protected boolean isDelivered() {
    return false;
  }

  /** Place in the unit's shared memory of bytes that it delivers; -1 for bytes of global memory. */
  protected int source() {
    return -1;
  }

  /** Bytes that are where they belong. */
  public final int complete() {
    return complete;
  }

  /** Whether its threads wait for it by groups. */
  final boolean grouped() {
    return writes != null;
  }

  /** Its source has been read. */
  final void sourceRead() {
    if (reads != null && reading != null) {
      reads.landed(reading);
    }
  }

  /** Its target is written. */
  final void targetWritten() {
    if (writes != null && writing != null) {
      writes.landed(writing);
    }
  }
}
