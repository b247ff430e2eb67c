package dev.syncopate.machine.core;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sixteen barriers of a CTA. Arrivals are counted by barrier, wherever in the program they
 * happen; a barrier for all threads does not wait for those that have exited (PTX ISA, "barrier").
 */
final class BarrierSet {
  static final int BARRIERS = 16;

  private final Cta cta;
  private final @Nullable Barrier[] barriers = new @Nullable Barrier[BARRIERS];

  /** Barriers at which someone has arrived. */
  private int inUse;

  /** One barrier with the parts of warps that wait at it, in order of arrival. */
  private static final class Barrier {
    /** Threads it waits for; -1 for all that live. */
    int expected = -1;

    int arrived;
    int waitingThreads;
    int count;
    Warp[] warps = new Warp[8];
    long[] lanes = new long[8];
    BarrierOp[] ops = new BarrierOp[8];
    boolean all = true;
    boolean any;
    int holding;

    void add(Warp warp, long which, BarrierOp op) {
      if (count == warps.length) {
        warps = Arrays.copyOf(warps, 2 * count);
        lanes = Arrays.copyOf(lanes, 2 * count);
        ops = Arrays.copyOf(ops, 2 * count);
      }
      warps[count] = warp;
      lanes[count] = which;
      ops[count++] = op;
    }

    /** Lanes of a warp that wait here. */
    long lanesOf(Warp warp) {
      long waiting = 0;
      for (int i = 0; i < count; i++) {
        if (warps[i] == warp) {
          waiting |= lanes[i];
        }
      }
      return waiting;
    }

    void reset() {
      expected = -1;
      arrived = 0;
      waitingThreads = 0;
      count = 0;
      all = true;
      any = false;
      holding = 0;
    }
  }

  BarrierSet(Cta cta) {
    this.cta = cta;
  }

  void clear() {
    for (Barrier barrier : barriers) {
      if (barrier != null) {
        barrier.reset();
      }
    }
    inUse = 0;
  }

  /**
   * Lanes of a warp arrive.
   *
   * @param waits whether they wait; if not they only count
   * @param expected threads given by the instruction, or -1
   * @param holds lanes for which the predicate of a reduction holds
   */
  void arrive(
      ComputeUnit unit,
      Warp warp,
      long lanes,
      BarrierOp op,
      int id,
      boolean waits,
      int expected,
      long holds) {
    Barrier barrier = barriers[id];
    if (barrier == null) {
      barrier = new Barrier();
      barriers[id] = barrier;
    }
    inUse |= 1 << id;
    if (expected >= 0) {
      barrier.expected = expected;
    }
    int threads = Long.bitCount(lanes);
    long live = warp.schedule.live();
    long before = barrier.lanesOf(warp);
    barrier.arrived += threads;
    if (((before | lanes) & live) == live && (before & live) != live) {
      // Lanes without a thread count with their warp where the program counts in warps.
      barrier.arrived += barrier.expected >= 0 ? warp.width - Long.bitCount(live) : 0;
    }
    barrier.all &= (lanes & ~holds) == 0;
    barrier.any |= (lanes & holds) != 0;
    barrier.holding += Long.bitCount(lanes & holds);
    if (waits) {
      barrier.waitingThreads += threads;
      barrier.add(warp, lanes, op);
    }
    releaseIfComplete(unit, id, barrier);
  }

  /** Threads have exited: barriers may wait for fewer now. */
  void exited(ComputeUnit unit) {
    for (int rest = inUse; rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      Barrier barrier = barriers[id];
      if (barrier != null) {
        releaseIfComplete(unit, id, barrier);
      }
    }
  }

  private void releaseIfComplete(ComputeUnit unit, int id, Barrier barrier) {
    boolean everyone = barrier.waitingThreads >= cta.liveThreads;
    boolean complete =
        barrier.expected < 0
            ? barrier.arrived >= cta.liveThreads
            : everyone || barrier.arrived >= barrier.expected;
    if (!complete) {
      return;
    }
    inUse &= ~(1 << id);
    int count = barrier.count;
    long now = unit.tile.now();
    for (int i = 0; i < count; i++) {
      barrier.ops[i].deliver(
          barrier.warps[i], barrier.lanes[i], barrier.all, barrier.any, barrier.holding, now);
    }
    barrier.reset();
    for (int i = 0; i < count; i++) {
      unit.released(barrier.warps[i], barrier.lanes[i]);
    }
  }

  // ---- for reports ----

  /** The barriers at which lanes of the warp wait. */
  List<WarpStatus.AtBarrier> waitingAt(Warp warp) {
    List<WarpStatus.AtBarrier> waiting = new ArrayList<>();
    for (int rest = inUse; rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      Barrier barrier = barriers[id];
      long lanes = barrier == null ? 0 : barrier.lanesOf(warp);
      if (barrier != null && lanes != 0) {
        waiting.add(
            new WarpStatus.AtBarrier(
                id,
                lanes,
                barrier.arrived,
                barrier.expected < 0 ? cta.liveThreads : barrier.expected,
                barrier.expected >= 0));
      }
    }
    return waiting;
  }
}
