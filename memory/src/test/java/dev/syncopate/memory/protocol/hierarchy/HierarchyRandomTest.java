package dev.syncopate.memory.protocol.hierarchy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.promotion.PromotionProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.TestBed;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Protocols;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random race-free programs on two GPUs of two compute units each, every load checked against a
 * reference: locks of all scopes, and with promotion to both wider ones.
 */
class HierarchyRandomTest {
  static List<Protocol> protocols() {
    return SeveralGpus.protocols();
  }

  private static void check(
      LongFunction<? extends TestBed> machine,
      Protocol protocol,
      int threads,
      long seed,
      int count) {
    Programs programs = new Programs(2, 4, threads, protocol instanceof PromotionProtocol);
    assertThat(Tester.firstFailure(machine, programs, seed, count))
        .as("a program failing under %s", protocol.name())
        .isEmpty();
  }

  private static LongFunction<Rig> timed(MemoryConfig config, Protocol protocol) {
    MemoryConfig two = RigConfigs.withGpus(config, 2);
    return seed -> new Rig(two, protocol, ConsistencyModel.HRF, 1).limit(20_000_000);
  }

  private static LongFunction<LooseMachine> loose(Protocol protocol, ConsistencyModel model) {
    MemoryConfig two = RigConfigs.withGpus(RigConfigs.tiny(), 2);
    return seed -> new LooseMachine(two, protocol, model, new SplittableRandom(seed), 3_000_000);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyLoadIsRightOnTinyCaches(Protocol protocol) {
    check(timed(RigConfigs.tiny(), protocol), protocol, 2, 21_000, 15);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyLoadIsRightWithShortLines(Protocol protocol) {
    check(timed(RigConfigs.tinyLines(), protocol), protocol, 2, 22_000, 15);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyLoadIsRightWithRoom(Protocol protocol) {
    check(timed(RigConfigs.roomy(), protocol), protocol, 3, 23_000, 9);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyLoadIsRightWhateverTheOrderOfEvents(Protocol protocol) {
    check(loose(protocol, ConsistencyModel.HRF), protocol, 2, 24_000, 24);
  }

  /** Where scopes are ignored, everything is done at system scope. */
  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightUnderEveryModel(ConsistencyModel model) {
    Protocol gpu = Protocols.named("gpu");
    check(loose(gpu, model), gpu, 2, 25_000, 12);
  }
}
