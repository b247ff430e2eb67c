package dev.syncopate.machine.observer;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;

/** A bulk copy of one thread. One copy is one object. */
public final class BulkTransfer {
  /** {@link #barrier} of a copy that is waited for by groups. */
  public static final int NO_BARRIER = -1;

  /** Of the thread; it may have left its CTA before the copy is over. */
  public final Warp warp;

  public final Cta cta;
  public final int pc;
  public final int lane;

  /** Its thread in the CTA, counted by whole warps. */
  public final int thread;

  /** Whether from global to shared memory, or back. */
  public final boolean toShared;

  /** Whether its target is updated, element by element, each atomically. */
  public final boolean reduces;

  /** Offset in the CTA's shared memory. */
  public final int shared;

  public final long global;
  public final int bytes;

  /** Offset of the mbarrier object that counts its bytes; or {@link #NO_BARRIER}. */
  public final int barrier;

  public BulkTransfer(
      Warp warp,
      int pc,
      int lane,
      boolean toShared,
      boolean reduces,
      int shared,
      long global,
      int bytes,
      int barrier) {
    this.warp = warp;
    this.cta = warp.owner();
    this.thread = warp.indexInCta() * warp.width + lane;
    this.pc = pc;
    this.lane = lane;
    this.toShared = toShared;
    this.reduces = reduces;
    this.shared = shared;
    this.global = global;
    this.bytes = bytes;
    this.barrier = barrier;
  }
}
