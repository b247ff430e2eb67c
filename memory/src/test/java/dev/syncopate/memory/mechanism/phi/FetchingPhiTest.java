package dev.syncopate.memory.mechanism.phi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random programs where stores fetch, too; the rest of the contract knows no difference. */
class FetchingPhiTest {
  private static final Protocol PHI = Protocols.named("phi");
  private static final MemoryConfig TINY =
      RigConfigs.with(RigConfigs.tiny(), "mechanisms.phi.fetch=on-every-write");

  private static Programs programs(int threads) {
    return new Programs(1, 3, threads, false).commuting();
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRight(ConsistencyModel model) {
    assertThat(
            Tester.firstFailure(
                seed -> new Rig(TINY, PHI, model, 1).limit(20_000_000), programs(3), 11_000, 10))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWhateverTheOrderOfEvents(ConsistencyModel model) {
    assertThat(
            Tester.firstFailure(
                seed -> new LooseMachine(TINY, PHI, model, new SplittableRandom(seed), 3_000_000),
                programs(2),
                15_000,
                20))
        .isEmpty();
  }
}
