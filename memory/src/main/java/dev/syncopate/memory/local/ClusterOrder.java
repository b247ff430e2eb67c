package dev.syncopate.memory.local;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Global memory's half of synchronising accesses to shared memory, in launches with clusters. The
 * other side is a CTA of the cluster that may be on another compute unit, behind another L1. So a
 * release at cluster scope or wider is preceded by a fence at cluster scope, and an acquire is
 * followed by one. Within a CTA there is nothing to do.
 */
public final class ClusterOrder {
  private static final MemoryOperation RELEASE =
      MemoryOperation.fence(Order.RELEASE, Scope.CLUSTER);
  private static final MemoryOperation ACQUIRE =
      MemoryOperation.fence(Order.ACQUIRE, Scope.CLUSTER);

  private ClusterOrder() {}

  /** The fence that comes before an operation; null for none. */
  public static @Nullable MemoryOperation before(
      Order order, Scope scope, @Nullable AsyncMutant mutant) {
    return order.releases()
            && scope != Scope.CTA
            && mutant != AsyncMutant.CLUSTER_RELEASE_LEAVES_GLOBAL
        ? RELEASE
        : null;
  }

  /** The fence that comes behind an operation; null for none. */
  public static @Nullable MemoryOperation behind(
      Order order, Scope scope, @Nullable AsyncMutant mutant) {
    return order.acquires()
            && scope != Scope.CTA
            && mutant != AsyncMutant.CLUSTER_ACQUIRE_KEEPS_COPIES
        ? ACQUIRE
        : null;
  }
}
