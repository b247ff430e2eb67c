package dev.syncopate.check.scope;

import dev.syncopate.check.scope.Replacement.Access;
import dev.syncopate.check.scope.Replacement.NarrowProxyFence;
import dev.syncopate.check.scope.Replacement.Nothing;
import dev.syncopate.check.scope.Replacement.WarpBarrier;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyFence;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyObjects;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import java.util.ArrayList;
import java.util.List;

/** Candidates for the replacement of an instruction: those that synchronise less. */
final class WeakerSynchronisation {
  /** A 32-bit mask of lanes does for warps of this width. */
  private static final int MASKED_WIDTH = 32;

  private WeakerSynchronisation() {}

  /**
   * All of it, the weakest first. Strong accesses stay strong.
   *
   * @param shared whether it accesses shared memory alone, where scopes mean nothing
   * @param warpWidth lanes of a warp
   * @param inCluster whether cluster scope is more than that of a CTA
   */
  static List<Replacement> than(
      Instruction instruction, boolean shared, int warpWidth, boolean inCluster) {
    return switch (instruction) {
      case Load load -> accesses(load.order(), load.scope(), load.remote(), shared, inCluster);
      case Store store -> accesses(store.order(), store.scope(), store.remote(), shared, inCluster);
      case Atomic atomic ->
          accesses(atomic.order(), atomic.scope(), atomic.remote(), shared, inCluster);
      case Fence fence -> fences(fence, inCluster);
      case ProxyFence fence when fence.objects() == ProxyObjects.ALL ->
          List.of(
              new Nothing(),
              new NarrowProxyFence(ProxyObjects.SHARED),
              new NarrowProxyFence(ProxyObjects.GLOBAL));
      case Barrier barrier when warpWidth == MASKED_WIDTH ->
          List.of(new Nothing(), new WarpBarrier());
      default -> List.of(new Nothing());
    };
  }

  private static List<Replacement> fences(Fence fence, boolean inCluster) {
    List<Replacement> weaker = new ArrayList<>();
    weaker.add(new Nothing());
    for (MemoryOrder order : List.of(MemoryOrder.ACQ_REL, MemoryOrder.SC)) {
      if (order.compareTo(fence.order()) <= 0) {
        Access present = new Access(fence.order(), fence.scope(), false);
        add(weaker, order, fence.scope(), false, present, inCluster);
      }
    }
    return weaker;
  }

  private static List<Replacement> accesses(
      MemoryOrder order, MemoryScope scope, boolean remote, boolean shared, boolean inCluster) {
    Access present = new Access(order, scope, remote);
    List<Replacement> weaker = new ArrayList<>();
    for (MemoryOrder weakerOrder : within(order)) {
      if (shared) {
        weaker.add(new Access(weakerOrder, scope, remote));
        continue;
      }
      add(weaker, weakerOrder, scope, false, present, inCluster);
      if (remote && weakerOrder != MemoryOrder.RELAXED) {
        add(weaker, weakerOrder, scope, true, present, inCluster);
      }
    }
    weaker.remove(present);
    return weaker;
  }

  private static void add(
      List<Replacement> weaker,
      MemoryOrder order,
      MemoryScope widest,
      boolean remote,
      Access but,
      boolean inCluster) {
    for (MemoryScope scope : MemoryScope.values()) {
      Access access = new Access(order, scope, remote);
      boolean isDistinct = scope != MemoryScope.CLUSTER || inCluster || widest == scope;
      if (scope.compareTo(widest) <= 0 && isDistinct && !access.equals(but)) {
        weaker.add(access);
      }
    }
  }

  /** The orders of accesses that give no more, the weakest first. */
  private static List<MemoryOrder> within(MemoryOrder order) {
    return switch (order) {
      case WEAK, RELAXED -> List.of(MemoryOrder.RELAXED);
      case ACQUIRE -> List.of(MemoryOrder.RELAXED, MemoryOrder.ACQUIRE);
      case RELEASE -> List.of(MemoryOrder.RELAXED, MemoryOrder.RELEASE);
      case ACQ_REL, SC ->
          List.of(
              MemoryOrder.RELAXED, MemoryOrder.ACQUIRE, MemoryOrder.RELEASE, MemoryOrder.ACQ_REL);
    };
  }
}
