package dev.syncopate.memory.mechanism.lab;

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

/** Random programs in front of hlrc; the contract without a buffer is its own test. */
class HlrcLabTest {
  private static final Protocol BUFFERED = Protocols.named("hlrc+lab2");
  private static final MemoryConfig TINY = RigConfigs.tiny();

  private static Programs programs(int threads) {
    return new Programs(1, 3, threads, false).commuting();
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRight(ConsistencyModel model) {
    assertThat(
            Tester.firstFailure(
                seed -> new Rig(TINY, BUFFERED, model, 1).limit(20_000_000),
                programs(3),
                11_000,
                4))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWhateverTheOrderOfEvents(ConsistencyModel model) {
    assertThat(
            Tester.firstFailure(
                seed ->
                    new LooseMachine(TINY, BUFFERED, model, new SplittableRandom(seed), 3_000_000),
                programs(2),
                15_000,
                8))
        .isEmpty();
  }
}
