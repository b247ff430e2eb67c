package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;

/**
 * Synchronisation of threads at barriers of a CTA, at {@code bar.warp.sync}, and by transactions.
 */
final class ThreadMeetings {
  private final SyncGraph graph;

  ThreadMeetings(SyncGraph graph) {
    this.graph = graph;
  }

  /**
   * A barrier is complete. Who waited is behind all who arrived.
   *
   * @param warps that take part; one may appear more than once
   * @param pcs where each waits; -1 for those that have only arrived
   */
  void barrier(CtaClock cta, WarpClock[] warps, long[] lanes, int[] pcs, int count) {
    int arrivals = 0;
    for (int i = 0; i < count; i++) {
      arrivals = graph.join(arrivals, standing(warps[i], lanes[i]));
    }
    if (everyone(cta, warps, lanes, pcs, count)) {
      int node = graph.cta(cta.firstThread, cta.threads, RaceSide.AT_BARRIER, arrivals);
      for (WarpClock warp : cta.warps) {
        warp.advance(warp.lanes, node);
        warp.accessed = 0;
        warp.dirty = 0;
      }
      cta.floor = node;
      return;
    }
    int met = 0;
    for (int i = 0; i < count; i++) {
      int predecessor = standing(warps[i], lanes[i]);
      int node = graph.lanes(warps[i].firstThread, lanes[i], RaceSide.AT_BARRIER, predecessor, 0);
      warps[i].advance(lanes[i], node);
      met = graph.join(met, node);
    }
    for (int i = 0; i < count; i++) {
      if (pcs[i] >= 0) {
        int predecessor = warps[i].now[Long.numberOfTrailingZeros(lanes[i])];
        warps[i].advance(
            lanes[i],
            graph.lanes(warps[i].firstThread, lanes[i], RaceSide.AT_BARRIER, predecessor, met));
      }
    }
  }

  /**
   * Whether all threads wait, but for those that have exited and touched nothing since the last.
   */
  private static boolean everyone(
      CtaClock cta, WarpClock[] warps, long[] lanes, int[] pcs, int count) {
    for (WarpClock warp : cta.warps) {
      long missing = warp.accessed;
      for (int i = 0; i < count; i++) {
        missing &= warps[i] == warp && pcs[i] >= 0 ? ~lanes[i] : -1L;
      }
      if (missing != 0) {
        return false;
      }
    }
    for (int i = 0; i < count; i++) {
      if (pcs[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** A barrier is complete that brings together no more than each warp's own lanes. */
  void inWarps(WarpClock[] warps, long[] lanes, int[] pcs, int count) {
    for (int i = 0; i < count; i++) {
      long warpLanes = 0;
      boolean first = true;
      for (int j = 0; j < count; j++) {
        warpLanes |= warps[j] == warps[i] ? lanes[j] : 0;
        first &= j >= i || warps[j] != warps[i];
      }
      if (first) {
        converged(warps[i], pcs[i], warpLanes);
      }
    }
  }

  /** Lanes of a warp have met. */
  void converged(WarpClock warp, int pc, long lanes) {
    warp.meet(lanes);
    int node = warp.now[Long.numberOfTrailingZeros(lanes)];
    boolean uniform = (warp.dirty & lanes) == 0;
    for (long rest = lanes; uniform && rest != 0; rest &= rest - 1) {
      uniform = warp.now[Long.numberOfTrailingZeros(rest)] == node;
    }
    if (uniform) {
      return;
    }
    int met = graph.lanes(warp.firstThread, lanes, pc, standing(warp, lanes), 0);
    warp.advance(lanes, met);
    warp.dirty &= ~lanes;
    if (lanes == warp.lanes) {
      warp.floor = met;
    }
  }

  /** Lanes begin a transaction, or have committed one: they are behind those committed before. */
  void transaction(WarpClock warp, int pc, long lanes, boolean commit) {
    CtaClock cta = warp.cta;
    int met = graph.lanes(warp.firstThread, lanes, pc, standing(warp, lanes), cta.committed);
    warp.advance(lanes, met);
    if (commit) {
      cta.committed = met;
    }
  }

  /** A node behind where lanes stand. */
  private int standing(WarpClock warp, long lanes) {
    int joined = 0;
    int last = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int node = warp.now[Long.numberOfTrailingZeros(rest)];
      if (node != last) {
        joined = graph.join(joined, node);
        last = node;
      }
    }
    return joined;
  }
}
