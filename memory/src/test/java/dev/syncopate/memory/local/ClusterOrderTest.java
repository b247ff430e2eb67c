package dev.syncopate.memory.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Fences that are part of what synchronises CTAs of a cluster. */
class ClusterOrderTest {
  private static final MemoryOperation RELEASE =
      MemoryOperation.fence(Order.RELEASE, Scope.CLUSTER);
  private static final MemoryOperation ACQUIRE =
      MemoryOperation.fence(Order.ACQUIRE, Scope.CLUSTER);

  @ParameterizedTest
  @EnumSource(names = {"CLUSTER", "GPU", "SYS"})
  void aReleaseHasAFenceInFrontAndAnAcquireOneBehind(Scope scope) {
    assertThat(ClusterOrder.before(Order.RELEASE, scope, null)).isEqualTo(RELEASE);
    assertThat(ClusterOrder.behind(Order.RELEASE, scope, null)).isNull();
    assertThat(ClusterOrder.before(Order.ACQUIRE, scope, null)).isNull();
    assertThat(ClusterOrder.behind(Order.ACQUIRE, scope, null)).isEqualTo(ACQUIRE);
    assertThat(ClusterOrder.before(Order.ACQ_REL, scope, null)).isEqualTo(RELEASE);
    assertThat(ClusterOrder.behind(Order.ACQ_REL, scope, null)).isEqualTo(ACQUIRE);
    assertThat(ClusterOrder.before(Order.RELAXED, scope, null)).isNull();
    assertThat(ClusterOrder.behind(Order.RELAXED, scope, null)).isNull();
  }

  @Test
  void withinACtaThereIsNothingToDo() {
    assertThat(ClusterOrder.before(Order.ACQ_REL, Scope.CTA, null)).isNull();
    assertThat(ClusterOrder.behind(Order.ACQ_REL, Scope.CTA, null)).isNull();
  }

  @Test
  void mutantsLeaveOne() {
    assertThat(
            ClusterOrder.before(
                Order.RELEASE, Scope.CLUSTER, AsyncMutant.CLUSTER_RELEASE_LEAVES_GLOBAL))
        .isNull();
    assertThat(
            ClusterOrder.behind(
                Order.ACQUIRE, Scope.CLUSTER, AsyncMutant.CLUSTER_ACQUIRE_KEEPS_COPIES))
        .isNull();
  }
}
