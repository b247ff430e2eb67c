package dev.syncopate.memory.protocol.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.Bed;
import dev.syncopate.memory.rig.Configs;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.Tester;
import dev.syncopate.memory.system.Protocols;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random race-free programs with remote operations on tiny caches and tables, every load checked
 * against a reference.
 */
class PromotionRandomTest {
  static List<Protocol> protocols() {
    return Protocols.all().stream().filter(PromotionProtocol.class::isInstance).toList();
  }

  private static void check(
      LongFunction<? extends Bed> machine, int threads, long firstSeed, int programs) {
    assertThat(Tester.firstFailure(machine, 3, threads, firstSeed, programs, true))
        .as("a failing program")
        .isEmpty();
  }

  private static LongFunction<Rig> timed(MemoryConfig config, Protocol protocol) {
    return seed -> new Rig(config, protocol, ConsistencyModel.HRF, 1).limit(20_000_000);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyLoadIsRightOnTinyCaches(Protocol protocol) {
    check(timed(Configs.tiny(), protocol), 3, 11_000, 150);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyLoadIsRightWithShortLines(Protocol protocol) {
    check(timed(Configs.tinyLines(), protocol), 2, 12_000, 150);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyLoadIsRightWithRoom(Protocol protocol) {
    check(timed(Configs.roomy(), protocol), 4, 13_000, 150);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyLoadIsRightWhateverTheOrderOfEvents(Protocol protocol) {
    check(
        seed ->
            new LooseMachine(
                Configs.tiny(),
                protocol,
                ConsistencyModel.HRF,
                new SplittableRandom(seed),
                3_000_000),
        2,
        14_000,
        400);
  }
}
