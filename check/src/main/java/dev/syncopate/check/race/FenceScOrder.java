package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of the order of {@code fence.sc} that a run leaves no choice about. A {@code fence.sc}
 * synchronises with those behind it in Fence-SC order (PTX ISA, "Causality order"), which may be
 * any order that contradicts nothing else. It is forced where the first fence is in causality order
 * before a strong write, the write is read, and the read is in causality order before the second
 * fence. The opposite order would have the read before the write.
 *
 * <p>Fences of GPU scope and wider are in order with one another, those of cluster scope and wider
 * with those of their cluster, all with all of their CTA. Of several GPUs the first one's fences
 * alone are counted, for others need not be morally strong with them; so races may be left that are
 * none.
 *
 * <p>What a read of an older value forces is not counted. What comes before the first fence does
 * not depend on that read, and in an execution in which it returns the newer value nothing orders
 * them.
 */
final class FenceScOrder {
  /** Fences that a CTA or a cluster keeps, the latest ones. */
  private static final int KEPT = 64;

  private final SyncGraph graph;
  private final PrecedingFences wide;

  /** Fences of any scope; null where all have GPU scope or more. */
  private final @Nullable PrecedingFences allScopes;

  /** By cluster of several CTAs, its fences of cluster scope and wider, the latest first. */
  private final Map<Integer, ArrayDeque<Moment>> ofClusters = new HashMap<>();

  private FenceScOrder(SyncGraph graph, boolean haveNarrow) {
    this.graph = graph;
    this.allScopes = haveNarrow ? new PrecedingFences(graph) : null;
    this.wide = new PrecedingFences(graph);
    if (allScopes != null) {
      wide.shareWith(allScopes);
    }
  }

  /** That of a launch; null if its kernel has no such fence. */
  static @Nullable FenceScOrder of(Grid grid, SyncGraph graph) {
    boolean present = false;
    boolean narrow = false;
    for (Instruction instruction : grid.kernel().program.code()) {
      if (instruction instanceof Fence fence && fence.order() == MemoryOrder.SC) {
        present = true;
        narrow |= fence.scope().compareTo(MemoryScope.GPU) < 0;
      }
    }
    return present ? new FenceScOrder(graph, narrow) : null;
  }

  /**
   * A fence as others of its CTA meet it.
   *
   * @param moment the node of its lane that stands for it
   */
  record Moment(WarpClock warp, int lane, boolean wide, int moment) {}

  /** A lane writes: its write carries the fences before it. */
  void written(ReleasedWrite write, int now) {
    write.wideFences = wide.before(now);
    write.anyFences = allScopes == null ? 0 : allScopes.before(now);
  }

  /** A read-modify-write has read another write: who reads it is behind that one's fences, too. */
  void continues(ReleasedWrite write, ReleasedWrite previous) {
    write.wideFences = wide.merge(write.wideFences, previous.wideFences);
    write.anyFences = allScopes == null ? 0 : allScopes.merge(write.anyFences, previous.anyFences);
  }

  /** A lane has read a write. */
  void read(WarpClock warp, int lane, ReleasedWrite write) {
    boolean isNew = wide.isNew(warp.now[lane], write.wideFences);
    boolean isNewInAny = allScopes != null && allScopes.isNew(warp.now[lane], write.anyFences);
    if (!isNew && !isNewInAny) {
      return;
    }
    int now = warp.now[lane];
    int node = graph.lanes(warp.firstThread, 1L << lane, graph.pc(now), now, 0);
    if (graph.full()) {
      return;
    }
    wide.force(node, write.wideFences);
    if (allScopes != null) {
      allScopes.force(node, write.anyFences);
    }
    warp.now[lane] = node;
  }

  /**
   * A lane's fence is complete.
   *
   * @param synchronisation has the lane come behind the fences that this one must be behind
   */
  void fenced(
      WarpClock warp, int lane, int pc, MemoryOperation fence, Synchronisation synchronisation) {
    CtaClock cta = warp.cta;
    if (fence.order() != Order.SC || cta.gpu != 0) {
      return;
    }
    boolean isWide = fence.scope().compareTo(Scope.GPU) >= 0;
    int now;
    do { // what it comes behind may force more
      now = warp.now[lane];
      comeBehind(warp, lane, pc, fence, synchronisation);
    } while (now != warp.now[lane]);
    int node = warp.now[lane]; // its own since the fence was issued
    if (isWide) {
      wide.mark(node, /* settled= */ true);
    }
    if (allScopes != null) {
      allScopes.mark(node, /* settled= */ false);
      Moment moment = new Moment(warp, lane, isWide, node);
      keep(moment, cta.fences);
      if (isOfCluster(cta, fence)) {
        keep(moment, ofClusters.computeIfAbsent(cta.cluster, _ -> new ArrayDeque<>()));
      }
    }
  }

  private static boolean isOfCluster(CtaClock cta, MemoryOperation fence) {
    return !cta.solitary && fence.scope() != Scope.CTA;
  }

  private static void keep(Moment moment, ArrayDeque<Moment> latest) {
    latest.addFirst(moment);
    if (latest.size() > KEPT) {
      latest.removeLast();
    }
  }

  private void comeBehind(
      WarpClock warp, int lane, int pc, MemoryOperation fence, Synchronisation synchronisation) {
    boolean isWide = fence.scope().compareTo(Scope.GPU) >= 0;
    if (isWide) {
      boolean _ = synchronisation.advance(warp, lane, pc, wide.alsoForced(warp.now[lane]));
    }
    int forced = allScopes == null ? 0 : allScopes.alsoForced(warp.now[lane]);
    if (forced == 0) {
      return;
    }
    comeBehind(warp, lane, pc, isWide, forced, warp.cta.fences, synchronisation);
    ArrayDeque<Moment> ofCluster =
        isOfCluster(warp.cta, fence) ? ofClusters.get(warp.cta.cluster) : null;
    if (ofCluster != null) {
      comeBehind(warp, lane, pc, isWide, forced, ofCluster, synchronisation);
    }
  }

  private void comeBehind(
      WarpClock warp,
      int lane,
      int pc,
      boolean isWide,
      int forced,
      Iterable<Moment> fences,
      Synchronisation synchronisation) {
    for (Moment earlier : fences) {
      int first = earlier.warp.firstThread;
      long itsLane = 1L << earlier.lane;
      if (!(isWide && earlier.wide)
          && graph.before(first, itsLane, earlier.moment - 1, forced)
          && !graph.before(first, itsLane, earlier.moment - 1, warp.now[lane])) {
        boolean _ = synchronisation.advance(warp, lane, pc, earlier.moment);
      }
    }
  }
}
