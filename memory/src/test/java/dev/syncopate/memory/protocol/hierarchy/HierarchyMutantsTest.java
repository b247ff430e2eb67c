package dev.syncopate.memory.protocol.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.l2.HierarchyMutant;
import dev.syncopate.memory.mechanism.promotion.SystemPromotionMutant;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The random tests are worth something only if they find these. */
class HierarchyMutantsTest {
  @ParameterizedTest
  @EnumSource
  void aWrongMachineIsFound(HierarchyMutant mutant) {
    isFound(mutant, false, "gpu");
  }

  @ParameterizedTest
  @EnumSource
  void aWrongPromotionIsFound(SystemPromotionMutant mutant) {
    isFound(mutant, true, "brsp", "srsp");
  }

  private static void isFound(Mutant mutant, boolean promotes, String... protocols) {
    for (String name : protocols) {
      Protocol wrong = mutant.of(Protocols.named(name));
      MemoryConfig two = RigConfigs.withGpus(RigConfigs.roomy(), 2);
      assertThat(
              Tester.fails(
                  seed ->
                      new LooseMachine(
                          two, wrong, ConsistencyModel.HRF, new SplittableRandom(seed), 1_000_000),
                  new Programs(2, 4, 2, promotes),
                  31_000,
                  400))
          .as("a program fails under %s with %s", name, mutant)
          .isTrue();
    }
  }
}
