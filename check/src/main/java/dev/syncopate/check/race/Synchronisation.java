package dev.syncopate.check.race;

import dev.syncopate.check.race.WarpClock.Missed;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Release and acquire patterns (PTX ISA, same section): strong writes carry what their thread
 * releases, strong reads take it on. Fences order what the thread does around them. The order of
 * {@code fence.sc} among each other counts as far as the run forces it ({@link FenceScOrder}).
 */
final class Synchronisation {
  private final SyncGraph graph;
  private final @Nullable Listener listener;
  private final @Nullable HandOvers handOvers;
  private final @Nullable FenceScOrder fenceOrder;
  private long acquired;

  /**
   * @param handOvers hears which write each strong read has read; null for no listener
   * @param fenceOrder null if there is no {@code fence.sc}
   */
  Synchronisation(
      SyncGraph graph,
      @Nullable Listener listener,
      @Nullable HandOvers handOvers,
      @Nullable FenceScOrder fenceOrder) {
    this.graph = graph;
    this.fenceOrder = fenceOrder;
    this.listener = listener;
    this.handOvers = handOvers;
  }

  /** Lanes execute an operation that may release: each has a moment for it. */
  void release(WarpClock warp, long lanes, int pc, MemoryOperation operation) {
    if (!operation.order().releases()) {
      return;
    }
    moment(warp, lanes, pc);
    if (operation.kind() == AccessKind.FENCE) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        released(warp, Long.numberOfTrailingZeros(rest), operation);
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
  ReleasedWrite written(
      WarpClock warp,
      int lane,
      int pc,
      MemoryOperation operation,
      @Nullable SyncLocation location) {
    ReleasedWrite written =
        new ReleasedWrite(warp, lane, pc, operation.scope(), operation.remote());
    written.source = Listener.sourceOf(listener);
    if (fenceOrder != null) {
      fenceOrder.written(written, warp.now[lane]);
    }
    boolean releases = operation.order().releases();
    boolean wide = releases && operation.scope().compareTo(Scope.GPU) >= 0;
    boolean near = releases && operation.scope() != Scope.CTA;
    written.itsWide = wide ? warp.now[lane] : warp.wideFence[lane];
    written.itsNear = near ? warp.now[lane] : warp.nearFence[lane];
    written.itsOwn = releases ? warp.now[lane] : warp.anyFence[lane];
    written.system = operation.scope() == Scope.SYS;
    written.publishes = releases && operation.order().acquires();
    if (handOvers != null) {
      handOvers.written(written, operation);
    }
    ReleasedWrite previous = location == null || releases ? null : location.latestBy(warp, lane);
    if (previous != null) {
      // A release, and then a strong write of the same place, by one thread.
      written.itsWide = Math.max(written.itsWide, previous.itsWide); // moments of one thread
      written.itsNear = Math.max(written.itsNear, previous.itsNear);
      written.itsOwn = Math.max(written.itsOwn, previous.itsOwn);
    }
    written.alone();
    return written;
  }

  /**
   * A lane's strong read has read a write.
   *
   * @param location where
   * @param writer carries all that it may have synchronised with
   * @param likeliest the write that reports name
   */
  void read(
      WarpClock warp,
      int lane,
      int pc,
      MemoryOperation operation,
      SyncLocation location,
      ReleasedWrite writer,
      ReleasedWrite likeliest) {
    boolean itsOwn = writer.by(warp, lane);
    boolean acquires = operation.order().acquires();
    if (handOvers != null) {
      handOvers.read(warp, lane, pc, operation, location, likeliest);
    }
    if (acquires) {
      take(warp, lane, pc, warp.seenAt(lane, location, operation.scope(), graph));
    }
    if (itsOwn && writer.ownReleasesOnly) {
      return;
    }
    CtaClock cta = warp.cta;
    Scope scope = operation.scope();
    boolean reached = writer.reaches(cta, scope, operation.remote());
    boolean sameDomain = writer.warp.cta.domain == cta.domain;
    boolean sameCluster = writer.warp.cta.cluster == cta.cluster;
    boolean sameGpu = writer.warp.cta.gpu == cta.gpu;
    boolean promotes = operation.remote() || writer.remote;
    int ownNode = reached && (sameDomain || promotes) ? writer.ownNode : 0;
    // Of a CTA alone they are among its own.
    int nearNode = reached && !cta.solitary && (sameCluster || promotes) ? writer.nearNode : 0;
    int wide =
        reached && (sameGpu || (writer.system && scope == Scope.SYS) || promotes) ? writer.wide : 0;
    boolean seesRelease = wide != 0 || nearNode != 0 || ownNode != 0;
    int synchronised = 0;
    if (acquires) {
      boolean takesWide = promotes || takesWide(scope, cta, writer);
      boolean takesNear = promotes || scope != Scope.CTA || writer.nearDomain == cta.domain;
      synchronised = graph.join(takesWide ? wide : 0, ownNode);
      if (nearNode != wide) {
        synchronised = graph.join(synchronised, takesNear ? nearNode : 0);
      }
      take(warp, lane, pc, synchronised);
    } else if (seesRelease) {
      warp.seen(lane, location, ownNode, nearNode, wide, graph);
    }
    if (seesRelease) {
      warp.nearSeen[lane] = graph.merge(warp.nearSeen[lane], nearNode);
      warp.ownSeen[lane] = graph.merge(warp.ownSeen[lane], ownNode);
      warp.wideSeen[lane] = graph.merge(warp.wideSeen[lane], wide);
    }
    if (listener != null && writer.source != null && !itsOwn) {
      listener.read(lane, writer.source, writer.lane, seesRelease);
    }
    if (synchronised == 0 && !likeliest.by(warp, lane)) {
      warp.missed = Missed.before(likeliest, lane, pc, warp.missed);
    }
  }

  /** Whether an acquire at a scope takes what a write carries of releases at wide scope. */
  private static boolean takesWide(Scope scope, CtaClock cta, ReleasedWrite writer) {
    return switch (scope) {
      case CTA -> writer.wideDomain == cta.domain;
      case CLUSTER -> writer.wideCluster == cta.cluster || writer.wideDomain == cta.domain;
      case GPU, SYS -> true;
    };
  }

  /** A lane's strong read is known to have returned a write, and no other. */
  void returned(WarpClock warp, int lane, ReleasedWrite writer) {
    if (fenceOrder != null && !writer.several && !writer.by(warp, lane)) {
      fenceOrder.read(warp, lane, writer);
    }
  }

  /** A read-modify-write is known to have read a write, and no other. */
  void continues(ReleasedWrite update, ReleasedWrite writer) {
    update.continues(writer, graph);
    if (fenceOrder != null && !writer.several) {
      fenceOrder.continues(update, writer);
    }
  }

  /** A lane's read-modify-write whose result is not used comes behind a write. */
  void follows(WarpClock warp, int lane, ReleasedWrite previous) {
    if (listener != null && previous.source != null && !previous.by(warp, lane)) {
      listener.read(
          lane,
          previous.source,
          previous.lane,
          previous.wide != 0 || previous.nearNode != 0 || previous.ownNode != 0);
    }
  }

  /**
   * Lanes' fence is complete: what their strong reads have seen happens before what follows. A
   * fence that releases, too, releases that as well: it is one operation, and causality goes
   * through it.
   */
  void fenced(WarpClock warp, long lanes, int pc, MemoryOperation fence) {
    Order order = fence.order();
    if (!order.acquires()) {
      return;
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int seenNode = warp.ownSeen[lane];
      warp.ownSeen[lane] = 0;
      if (fence.scope() != Scope.CTA) {
        seenNode = graph.join(seenNode, warp.nearSeen[lane]);
        warp.nearSeen[lane] = 0;
      }
      if (fence.scope().compareTo(Scope.GPU) >= 0) {
        seenNode = graph.join(seenNode, warp.wideSeen[lane]);
        warp.wideSeen[lane] = 0;
      }
      take(warp, lane, pc, seenNode);
      if (fenceOrder != null) {
        fenceOrder.fenced(warp, lane, pc, fence, this);
      }
      warp.fenced(lane, pc, fence.scope());
      if (handOvers != null) {
        handOvers.fenced(warp, lane, pc, fence.scope());
      }
      if (order.releases()) {
        released(warp, lane, fence);
      }
    }
  }

  /** A lane's strong writes from now on release what it is behind now. */
  private static void released(WarpClock warp, int lane, MemoryOperation fence) {
    warp.anyFence[lane] = warp.now[lane];
    if (fence.scope() != Scope.CTA) {
      warp.nearFence[lane] = warp.now[lane];
    }
    if (fence.scope().compareTo(Scope.GPU) >= 0) {
      warp.wideFence[lane] = warp.now[lane];
    }
  }

  /** A lane synchronises with what is behind a node. */
  private void take(WarpClock warp, int lane, int pc, int node) {
    boolean again = fenceOrder != null && warp.taken[lane] == node;
    if (!again && advance(warp, lane, pc, node)) {
      warp.taken[lane] = node;
      acquired++;
    }
  }

  /**
   * What is behind a node happens before what a lane does from now on.
   *
   * @return whether that is new
   */
  boolean advance(WarpClock warp, int lane, int pc, int node) {
    int now = warp.now[lane];
    if (node == 0 || node == now || (now > node && graph.joins(now, node))) {
      return false;
    }
    warp.now[lane] = graph.lanes(warp.firstThread, 1L << lane, pc, now, node);
    return true;
  }

  /** Times that a lane has come behind something that it was not behind before. */
  long acquired() {
    return acquired;
  }
}
