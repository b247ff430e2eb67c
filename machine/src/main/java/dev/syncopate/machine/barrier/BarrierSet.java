package dev.syncopate.machine.barrier;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sixteen barriers of a CTA (PTX ISA, "barrier"). Arrivals are counted by barrier, wherever in
 * the program they happen. A barrier for all threads does not wait for those that have exited; one
 * with a count waits for as many arrivals, which threads that have exited do not make. Where
 * arrivals say different things it is complete when it is so by each of them.
 */
public final class BarrierSet {
  public static final int BARRIERS = 16;

  private final Cta cta;
  private final @Nullable Barrier[] barriers = new @Nullable Barrier[BARRIERS];

  /** Barriers at which someone has arrived. */
  private int inUse;

  /** Action of lanes at a complete barrier: get its result. */
  public interface Waiter {
    /**
     * @param allTrue whether the predicate of a reduction held in every lane that arrived
     * @param anyTrue whether it held in one
     * @param holding in how many
     */
    void deliver(Warp warp, long lanes, boolean allTrue, boolean anyTrue, int holding, long now);

    /** The instruction. */
    int pc();
  }

  /** Listener that releases lanes. */
  public interface Listener {
    /**
     * A barrier is complete.
     *
     * @param warps that take part; one may appear more than once
     * @param lanes of each
     * @param waiters where each waits; null for those that have only arrived
     * @param count of them
     */
    void complete(Cta cta, Warp[] warps, long[] lanes, @Nullable Waiter[] waiters, int count);

    /** Lanes of a warp that waited at a barrier may go on. */
    void released(Warp warp, long lanes);
  }

  /** A barrier with the parts of warps that have arrived at it, in order. */
  private static final class Barrier {
    /** Threads it waits for by an arrival with a count; -1 if there was none. */
    int expected = -1;

    /** Whether an arrival has said that it waits for all that live. */
    boolean forAll;

    /** Whether arrivals have named different counts, so that no number is right by each. */
    boolean contradictory;

    int arrived;
    int count;
    Warp[] warps = new Warp[8];
    long[] lanes = new long[8];

    /** Where they wait; null for those that have only arrived. */
    @Nullable Waiter[] ops = new @Nullable Waiter[8];

    boolean allTrue = true;
    boolean anyTrue;
    int holding;

    void add(Warp warp, long laneMask, @Nullable Waiter op) {
      if (count == warps.length) {
        warps = Arrays.copyOf(warps, 2 * count);
        lanes = Arrays.copyOf(lanes, 2 * count);
        ops = Arrays.copyOf(ops, 2 * count);
      }
      warps[count] = warp;
      lanes[count] = laneMask;
      ops[count++] = op;
    }

    /** Lanes of a warp that wait here. */
    long lanesOf(Warp warp) {
      long waiting = 0;
      for (int i = 0; i < count; i++) {
        if (warps[i] == warp && ops[i] != null) {
          waiting |= lanes[i];
        }
      }
      return waiting;
    }

    /** Whether all lanes of a warp that live have arrived. */
    boolean hasAll(Warp warp) {
      long missing = warp.schedule.live();
      for (int i = 0; i < count; i++) {
        missing &= warps[i] == warp ? ~lanes[i] : -1L;
      }
      return missing == 0;
    }

    void reset() {
      expected = -1;
      forAll = false;
      contradictory = false;
      arrived = 0;
      count = 0;
      allTrue = true;
      anyTrue = false;
      holding = 0;
    }
  }

  BarrierSet(Cta cta) {
    this.cta = cta;
  }

  boolean isOf(Cta owner) {
    return cta == owner;
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
   * @param executing those of them that execute the instruction: they alone have predicates
   * @param waits whether they wait; if not they only count
   * @param expected threads given by the instruction, or -1
   * @param holds lanes for which the predicate of a reduction holds
   */
  public void arrive(
      Listener listener,
      long now,
      Warp warp,
      long lanes,
      long executing,
      Waiter op,
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
    if (expected < 0) {
      barrier.forAll = true;
    } else {
      barrier.contradictory |= barrier.expected >= 0 && barrier.expected != expected;
      barrier.expected = expected;
    }
    int threads = Long.bitCount(lanes);
    long live = warp.schedule.live();
    long arrivedLanes = barrier.lanesOf(warp);
    barrier.arrived += threads;
    if (((arrivedLanes | lanes) & live) == live && (arrivedLanes & live) != live) {
      // Lanes without a thread count with their warp where the program counts in warps.
      barrier.arrived += barrier.expected >= 0 ? warp.width - Long.bitCount(live) : 0;
    }
    barrier.allTrue &= (executing & ~holds) == 0;
    barrier.anyTrue |= (executing & holds) != 0;
    barrier.holding += Long.bitCount(executing & holds);
    barrier.add(warp, lanes, waits ? op : null);
    releaseIfComplete(listener, now, id, barrier);
  }

  /** Threads have exited: barriers may wait for fewer now. */
  public void exited(Listener listener, long now) {
    for (int rest = inUse; rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      Barrier barrier = barriers[id];
      if (barrier != null) {
        releaseIfComplete(listener, now, id, barrier);
      }
    }
  }

  private void releaseIfComplete(Listener listener, long now, int id, Barrier barrier) {
    boolean complete =
        barrier.arrived >= barrier.expected
            && !barrier.contradictory
            && (!barrier.forAll || everyoneIsAt(barrier));
    if (!complete) {
      return;
    }
    inUse &= ~(1 << id);
    int count = barrier.count;
    listener.complete(cta, barrier.warps, barrier.lanes, barrier.ops, count);
    for (int i = 0; i < count; i++) {
      Waiter op = barrier.ops[i];
      if (op != null) {
        op.deliver(
            barrier.warps[i],
            barrier.lanes[i],
            barrier.allTrue,
            barrier.anyTrue,
            barrier.holding,
            now);
      }
    }
    barrier.reset();
    for (int i = 0; i < count; i++) {
      if (barrier.ops[i] != null) {
        listener.released(barrier.warps[i], barrier.lanes[i]);
      }
    }
  }

  /** Without a count no thread can arrive and then exit, so the numbers suffice. */
  private boolean everyoneIsAt(Barrier barrier) {
    if (barrier.expected < 0 || barrier.arrived < cta.liveThreads) {
      return barrier.arrived >= cta.liveThreads;
    }
    for (Warp warp : cta.warps) {
      if (!barrier.hasAll(warp)) {
        return false;
      }
    }
    return true;
  }

  // ---- for reports ----

  /** The barriers at which lanes of the warp wait. */
  public List<AtBarrier> waitingAt(Warp warp) {
    List<AtBarrier> waiting = new ArrayList<>();
    for (int rest = inUse; rest != 0; rest &= rest - 1) {
      int id = Integer.numberOfTrailingZeros(rest);
      Barrier barrier = barriers[id];
      long lanes = barrier == null ? 0 : barrier.lanesOf(warp);
      if (barrier != null && lanes != 0) {
        waiting.add(
            new AtBarrier(
                id,
                lanes,
                barrier.arrived,
                barrier.expected < 0 ? cta.liveThreads : barrier.expected,
                barrier.expected >= 0,
                barrier.contradictory));
      }
    }
    return waiting;
  }
}
