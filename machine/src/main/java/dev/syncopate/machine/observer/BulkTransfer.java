package dev.syncopate.machine.observer;

import dev.syncopate.machine.tensor.TensorBox;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import java.util.List;
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

  /** Number in the grid of the CTA whose thread has issued it. */
  public final long issuer;

  /** Whether to shared memory, or from there to global memory. */
  public final boolean toShared;

  /** Whether its target is updated, element by element, each atomically. */
  public final boolean reduces;

  /**
   * Offset in shared memory: that of each CTA of {@link #targets}, or of the own one where it
   * copies to global memory.
   */
  public final int shared;

  /** {@link #source} of a copy that reads global memory, or writes it. */
  public static final int NOT_SHARED = -1;

  /**
   * Offset in the own CTA's shared memory of the bytes that it copies to another CTA; or {@link
   * #NOT_SHARED}.
   */
  public final int source;

  /** Numbers in the grid of the CTAs to whose shared memory it copies; none for global memory. */
  public final List<Long> targets;

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
      int barrier,
      List<Long> targets) {
    this(warp, pc, lane, toShared, reduces, shared, NOT_SHARED, global, 0, bytes, barrier, targets);
  }

  private BulkTransfer(
      Warp warp,
      int pc,
      int lane,
      boolean toShared,
      boolean reduces,
      int shared,
      int source,
      long global,
      long map,
      int bytes,
      int barrier,
      List<Long> targets) {
    this.warp = warp;
    this.cta = warp.owner();
    this.issuer = cta.index;
    this.source = source;
    this.targets = List.copyOf(targets);
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
      int barrier,
      List<Long> targets) {
    return new BulkTransfer(
        warp, pc, lane, toShared, reduces, shared, NOT_SHARED, 0, map, 0, barrier, targets);
  }

  /** A copy of bytes in a row from the own CTA's shared memory to that of another. */
  public static BulkTransfer toPeer(
      Warp warp,
      int pc,
      int lane,
      boolean reduces,
      int shared,
      int source,
      int bytes,
      int barrier,
      long target) {
    return new BulkTransfer(
        warp, pc, lane, true, reduces, shared, source, 0, 0, bytes, barrier, List.of(target));
  }

  /** Whether the shared memory of no CTA but the own one has a part in it. */
  public boolean staysInCta() {
    return targets.isEmpty() || (targets.size() == 1 && targets.getFirst() == issuer);
  }

  /** The thread that has issued it, as {@code CTA (0,0,0), thread (0,0,0)}. */
  public String thread(Grid grid) {
    return "CTA (%d,%d,%d), thread (%d,%d,%d)"
        .formatted(
            issuer % grid.gridX(),
            issuer / grid.gridX() % grid.gridY(),
            issuer / grid.gridX() / grid.gridY(),
            grid.ids().x()[thread],
            grid.ids().y()[thread],
            grid.ids().z()[thread]);
  }

  /** Receiver of bytes in a row. */
  public interface Stretches {
    void accept(long address, int bytes);
  }

  /** Tells which bytes of global memory it copies. */
  public void inGlobal(Stretches stretches) {
    if (source != NOT_SHARED) {
      return;
    }
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
