package dev.syncopate.memory.mechanism.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random programs are worth something only if they find these. */
class LabMutantsTest {
  /**
   * Random programs use no results of commutative atomics; the library's comm-result does. What is
   * wrong only in front of L1s that own what they update is left to LabTest.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"RESULT_PASSES_PARTIALS", "FLUSH_ENDS_EARLY"})
  void aWrongBufferIsFound(LabMutant mutant) {
    assertThat(found(mutant.of(Protocols.named("gpu+lab2")))).isTrue();
  }

  private static boolean found(Protocol protocol) {
    for (int batch = 0; batch < 10; batch++) {
      for (MemoryConfig config : List.of(RigConfigs.tiny(), RigConfigs.ones())) {
        if (Tester.fails(
            seed ->
                new LooseMachine(
                    config, protocol, ConsistencyModel.HRF, new SplittableRandom(seed), 400_000),
            new Programs(1, 3, 2, false).commuting(),
            30_000L + 100L * batch,
            100)) {
          return true;
        }
      }
    }
    return false;
  }
}
