package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.SplittableRandom;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random race-free programs find every wrong protocol; the right one is {@link GpuContractTest}'s.
 */
class RandomTest {
  private static final Programs PROGRAMS = new Programs(1, 3, 2, false);

  /** The tester is worth something only if it finds these. */
  @ParameterizedTest
  @EnumSource
  void aWrongProtocolIsFound(GpuMutant mutant) {
    assertThat(Tester.fails(loose(mutant.of(new GpuProtocol())), PROGRAMS, 5000, 400))
        .as("a program fails under %s", mutant)
        .isTrue();
  }

  @Test
  void aFailingProgramIsShrunkAndItsSeedIsPrinted() {
    assertThat(
            Tester.firstFailure(
                loose(GpuMutant.NO_INVALIDATE.of(new GpuProtocol())), PROGRAMS, 5000, 400))
        .get()
        .asString()
        .containsPattern("seed \\d+: thread \\d+ loaded .* instead of")
        .containsPattern("shrunk from \\d+ to \\d{1,2} accesses, failing with");
  }

  private static LongFunction<LooseMachine> loose(Protocol protocol) {
    return seed ->
        new LooseMachine(
            RigConfigs.tiny(), protocol, ConsistencyModel.HRF, new SplittableRandom(seed), 300_000);
  }
}
