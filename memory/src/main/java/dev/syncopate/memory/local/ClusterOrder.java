package dev.syncopate.memory.local;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Global memory's half of synchronising accesses to shared memory, in launches with clusters. The
 * other side may be on another compute unit, behind another L1. So a release at cluster scope or
 * wider is preceded by the fence of that scope, and an acquire is followed by it. Within a CTA
 * there is nothing to do.
 */
public final class ClusterOrder {
  private ClusterOrder() {}

  /** The fence that comes before an operation; null for none. */
  public static @Nullable MemoryOperation before(
      Order order, Scope scope, @Nullable AsyncMutant mutant) {
    return order.releases()
            && scope != Scope.CTA
            && mutant != AsyncMutant.CLUSTER_RELEASE_LEAVES_GLOBAL
        ? MemoryOperation.fence(Order.RELEASE, scope)
        : null;
  }

  /** The fence that comes behind an operation; null for none. */
  public static @Nullable MemoryOperation behind(
      Order order, Scope scope, @Nullable AsyncMutant mutant) {
    return order.acquires()
            && scope != Scope.CTA
            && mutant != AsyncMutant.CLUSTER_ACQUIRE_KEEPS_COPIES
        ? MemoryOperation.fence(Order.ACQUIRE, scope)
        : null;
  }
}
