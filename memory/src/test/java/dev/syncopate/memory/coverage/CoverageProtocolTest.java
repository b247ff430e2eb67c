package dev.syncopate.memory.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.system.Protocols;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

class CoverageProtocolTest {
  private static SortedMap<String, Long> add(
      CoverageProtocol counting, MemoryConfig config, Scope scope) {
    Rig rig = new Rig(config, counting, ConsistencyModel.HRF, 1);
    rig.thread(0, 0).add(Rig.BASE, 1, Order.RELAXED, scope);
    rig.run();
    return counting.transitions();
  }

  @Test
  void anAtomicCountsWhereItIsPerformed() {
    for (Scope scope : Scope.values()) {
      CoverageProtocol counting = new CoverageProtocol(Protocols.named("gpu"));
      assertThat(add(counting, RigConfigs.roomy(), scope))
          .as("one GPU, %s", scope)
          .containsEntry(scope == Scope.CTA ? "L1 CLEAN ATOMIC" : "L2 CLEAN ATOMIC", 1L)
          .containsEntry(scope == Scope.CTA ? "L2 CLEAN ATOMIC" : "L1 CLEAN ATOMIC", 0L)
          .doesNotContainKeys("L2-of-GPU CLEAN ATOMIC", "memory-side CLEAN ATOMIC");
    }
  }

  @Test
  void onSeveralGpusTheirL2sAreToldApartFromTheMemorySide() {
    CoverageProtocol counting = new CoverageProtocol(Protocols.named("gpu"));
    MemoryConfig two = RigConfigs.withGpus(RigConfigs.roomy(), 2);
    assertThat(add(counting, two, Scope.SYS))
        .containsEntry("memory-side CLEAN ATOMIC", 1L)
        .containsEntry("L2-of-GPU CLEAN ATOMIC", 0L)
        .doesNotContainKeys("L2 CLEAN ATOMIC", "memory-side CLEAN SURRENDER");
    assertThat(add(counting, two, Scope.GPU))
        .as("both programs")
        .containsEntry("memory-side CLEAN ATOMIC", 1L)
        .containsEntry("L2-of-GPU CLEAN ATOMIC", 1L);
    assertThat(counting.never())
        .contains("L2-of-GPU DIRTY ATOMIC")
        .doesNotContain("L2-of-GPU CLEAN ATOMIC");
  }
}
