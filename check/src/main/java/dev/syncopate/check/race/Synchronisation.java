package dev.syncopate.check.race;

import dev.syncopate.check.race.WarpClock.Missed;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Release and acquire patterns (PTX ISA, same section): strong writes carry what their thread
 * releases, strong reads take it on. Fences order what the thread does around them. The order of
 * {@code fence.sc} among each other is not counted: another run may have it the other way round.
 */
final class Synchronisation {
  private final SyncGraph graph;
  private final @Nullable Listener listener;

  Synchronisation(SyncGraph graph, @Nullable Listener listener) {
    this.graph = graph;
    this.listener = listener;
  }

  /** Lanes execute an operation that may release: each has a moment for it. */
  void release(WarpClock warp, long lanes, int pc, MemoryOperation operation) {
    if (!operation.order().releases()) {
      return;
    }
    moment(warp, lanes, pc);
    if (operation.kind() == Kind.FENCE) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        warp.anyFence[lane] = warp.now[lane];
        if (operation.scope() != Scope.CTA) {
          warp.wideFence[lane] = warp.now[lane];
        }
      }
    }
  }

  /**
   * A new node for each lane: one for all of them would order their accesses among each other, and
   * who synchronises with one of them behind what the others did.
   */
  void moment(WarpClock warp, long lanes, int pc) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      warp.now[lane] = graph.lanes(warp.firstThread, 1L << lane, pc, warp.now[lane], 0);
    }
  }

  /** What a lane's strong write releases; {@link #release} has been told of it. */
  Written written(
      WarpClock warp, int lane, int pc, MemoryOperation operation, @Nullable Location at) {
    Written written = new Written(warp, lane, pc, operation.remote());
    written.source = Listener.sourceOf(listener);
    boolean releases = operation.order().releases();
    boolean wide = releases && operation.scope() != Scope.CTA;
    written.itsWide = wide ? warp.now[lane] : warp.wideFence[lane];
    written.itsOwn = releases ? warp.now[lane] : warp.anyFence[lane];
    written.system = operation.scope() == Scope.SYS;
    Written before = at == null ? null : at.latest();
    if (before != null && before.by(warp, lane) && !releases) {
      // A release, and then a strong write of the same place, by one thread.
      written.itsWide = graph.join(written.itsWide, before.itsWide);
      written.itsOwn = graph.join(written.itsOwn, before.itsOwn);
    }
    written.alone();
    return written;
  }

  /**
   * A lane's strong read has read a write.
   *
   * @param from carries all that it may have synchronised with
   * @param told the write that reports name
   */
  void read(
      WarpClock warp, int lane, int pc, MemoryOperation operation, Written from, Written told) {
    boolean itsOwn = from.by(warp, lane);
    if (itsOwn && from.alone) {
      return;
    }
    CtaClock cta = warp.cta;
    boolean same = from.warp.cta.domain == cta.domain;
    boolean sameGpu = from.warp.cta.gpu == cta.gpu;
    Scope scope = operation.scope();
    boolean acquires = operation.order().acquires();
    boolean promotes = operation.remote() || from.remote;
    int own = same || promotes ? from.own : 0;
    int wide = sameGpu || (from.system && scope == Scope.SYS) || promotes ? from.wide : 0;
    boolean reaches = scope != Scope.CTA || promotes || from.wideDomain == cta.domain || same;
    int synchronised = 0;
    if (acquires) {
      synchronised = graph.join(reaches ? wide : 0, own);
      take(warp, lane, pc, synchronised);
    }
    if (wide != 0 || own != 0) {
      warp.ownSeen[lane] = merged(warp.ownSeen[lane], own);
      warp.wideSeen[lane] = merged(warp.wideSeen[lane], wide);
    }
    if (listener != null && from.source != null && !itsOwn) {
      listener.read(lane, from.source, from.lane, !from.several, wide != 0 || own != 0);
    }
    if (synchronised == 0 && !told.by(warp, lane)) {
      warp.missed = Missed.before(told, lane, pc, warp.missed);
    }
  }

  /** A lane's read-modify-write, of which nobody sees what it has read, comes behind a write. */
  void follows(WarpClock warp, int lane, Written before) {
    if (listener != null && before.source != null && !before.by(warp, lane)) {
      listener.read(lane, before.source, before.lane, true, before.wide != 0 || before.own != 0);
    }
  }

  private int merged(int seen, int node) {
    return node == 0 || node == seen || (seen > node && graph.joins(seen, node))
        ? seen
        : graph.join(seen, node);
  }

  /** Lanes' fence is complete: what their strong reads have seen happens before what follows. */
  void fenced(WarpClock warp, long lanes, int pc, MemoryOperation fence) {
    Order order = fence.order();
    if (!order.acquires()) {
      return;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int seen = warp.ownSeen[lane];
      warp.ownSeen[lane] = 0;
      if (fence.scope() != Scope.CTA) {
        seen = graph.join(seen, warp.wideSeen[lane]);
        warp.wideSeen[lane] = 0;
      }
      take(warp, lane, pc, seen);
    }
  }

  /** What is behind a node happens before what a lane does from now on. */
  void take(WarpClock warp, int lane, int pc, int node) {
    int now = warp.now[lane];
    if (node == 0 || node == now || (now > node && graph.joins(now, node))) {
      return;
    }
    warp.now[lane] = graph.lanes(warp.firstThread, 1L << lane, pc, now, node);
  }
}
