package dev.syncopate.machine.observer;

import dev.syncopate.machine.tensor.TensorBox;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import org.jspecify.annotations.Nullable;

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

  /** Where its bytes are in global memory; of a tensor's copy the {@link #box} knows that. */
  public final long global;

  /** Bytes in shared memory. Of a tensor's copy 0 until its map has been read. */
  public int bytes;

  /** Generic address of the tensor map; 0 where bytes in a row are copied. */
  public final long map;

  /** What is copied of the tensor; null without a map, and until that has been read. */
  public @Nullable TensorBox box;

  /** Offset of the mbarrier object that counts its bytes; or {@link #NO_BARRIER}. */
  public final int barrier;

  /** A copy of bytes in a row. */
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
    this(warp, pc, lane, toShared, reduces, shared, global, 0, bytes, barrier);
  }

  private BulkTransfer(
      Warp warp,
      int pc,
      int lane,
      boolean toShared,
      boolean reduces,
      int shared,
      long global,
      long map,
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
    this.map = map;
    this.bytes = bytes;
    this.barrier = barrier;
  }

  /** A copy of a tensor's box. */
  public static BulkTransfer ofTensor(
      Warp warp,
      int pc,
      int lane,
      boolean toShared,
      boolean reduces,
      int shared,
      long map,
      int barrier) {
    return new BulkTransfer(warp, pc, lane, toShared, reduces, shared, 0, map, 0, barrier);
  }

  /** Receiver of bytes in a row. */
  public interface Stretches {
    void accept(long address, int bytes);
  }

  /** Tells which bytes of global memory it copies. */
  public void inGlobal(Stretches stretches) {
    TensorBox copied = box;
    if (copied == null) {
      stretches.accept(global, bytes);
      return;
    }
    for (int row = 0; row < copied.rows(); row++) {
      int begin = copied.begin(row);
      int end = copied.end(row);
      if (begin < end) {
        stretches.accept(copied.address(row) + begin, end - begin);
      }
    }
  }
}
