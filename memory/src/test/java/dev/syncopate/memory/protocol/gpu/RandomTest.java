package dev.syncopate.memory.protocol.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.Configs;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.Tester;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random race-free programs on caches of 16 lines, every load checked against a reference. */
class RandomTest {
  private static void check(
      MemoryConfig config, ConsistencyModel model, int threads, long firstSeed) {
    assertThat(
            Tester.firstFailure(
                seed -> new Rig(config, model).limit(20_000_000), 3, threads, firstSeed, 150))
        .as("a failing program")
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightOnTinyCaches(ConsistencyModel model) {
    check(Configs.tiny(), model, 3, 1000);
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWithShortLines(ConsistencyModel model) {
    check(Configs.tinyLines(), model, 2, 2000);
  }

  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWithRoom(ConsistencyModel model) {
    check(Configs.roomy(), model, 4, 3000);
  }

  /** Not even when messages take any time they like. */
  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWhateverTheOrderOfEvents(ConsistencyModel model) {
    assertThat(
            Tester.firstFailure(
                seed ->
                    new LooseMachine(
                        Configs.tiny(),
                        new GpuProtocol(),
                        model,
                        new SplittableRandom(seed),
                        3_000_000),
                3,
                2,
                4000,
                200))
        .as("a failing program")
        .isEmpty();
  }

  /** The tester is worth something only if it finds these. */
  @ParameterizedTest
  @EnumSource
  void aWrongProtocolIsFound(Mutants mutant) {
    assertThat(Tester.fails(loose(mutant.protocol()), 3, 2, 5000, 400))
        .as("a program fails under %s", mutant)
        .isTrue();
  }

  @Test
  void aFailingProgramIsShrunkAndItsSeedIsPrinted() {
    assertThat(Tester.firstFailure(loose(Mutants.NO_INVALIDATE.protocol()), 3, 2, 5000, 400))
        .get()
        .asString()
        .containsPattern("seed \\d+: thread \\d+ loaded .* instead of")
        .containsPattern("shrunk from \\d+ to \\d{1,2} accesses, failing with");
  }

  private static LongFunction<LooseMachine> loose(Protocol protocol) {
    return seed ->
        new LooseMachine(
            Configs.tiny(), protocol, ConsistencyModel.HRF, new SplittableRandom(seed), 300_000);
  }
}
