package dev.syncopate.memory.mechanism.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import dev.syncopate.memory.system.Mutants;
import dev.syncopate.memory.system.Protocols;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Remote scope promotion between two compute units on a machine with a CPU. The CPU owns words that
 * they promote locks for and guard by them in other phases, and takes no part in promotion itself.
 */
class PromotionBesideCpuTest {
  private static final int EACH = 12;
  private static final Programs PROGRAMS = new Programs(1, 3, 3, true).besideCpu();

  private static MemoryConfig withCpu(MemoryConfig config) {
    return RigConfigs.with(RigConfigs.withUnits(config, 2), "cpu.cores=1");
  }

  private static LongFunction<LooseMachine> machines(MemoryConfig config, Protocol gpu) {
    MemoryConfig machine = withCpu(config);
    Protocol protocol = Protocols.besideCpus(gpu);
    return seed ->
        new LooseMachine(
            machine, protocol, ConsistencyModel.HRF, new SplittableRandom(seed), 3_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"brsp", "srsp", "srsp-opt"})
  void everyLoadIsRightWhateverTheOrderOfEvents(String gpu) {
    for (MemoryConfig config : List.of(RigConfigs.tiny(), RigConfigs.ones())) {
      assertThat(
              Tester.firstFailure(machines(config, Protocols.named(gpu)), PROGRAMS, 61_000, EACH))
          .as("a failing program")
          .isEmpty();
    }
  }

  /** Such programs do promote: faults in it are also found with a CPU, by few of the programs. */
  @Test
  void aWrongPromotionIsFoundBesideACpu() {
    Protocol wrong = Mutants.named("srsp", "no-selective-flush").of(Protocols.named("srsp"));
    assertThat(Tester.fails(machines(RigConfigs.tiny(), wrong), PROGRAMS, 62_155, 200)).isTrue();
  }
}
