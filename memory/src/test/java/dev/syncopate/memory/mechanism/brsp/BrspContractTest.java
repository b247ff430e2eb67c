package dev.syncopate.memory.mechanism.brsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.PromotionContract;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.rig.LooseMachine;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.stress.Tester;
import dev.syncopate.memory.stress.Tester.Programs;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BrspContractTest extends PromotionContract {
  @Override
  protected Protocol protocol() {
    return new BrspProtocol();
  }

  /** Remote operations on different lines overlap then. */
  @ParameterizedTest
  @EnumSource
  void everyLoadIsRightWithoutTheLockOfTheGpu(BrspSettings.Blocks blocks) {
    MemoryConfig config =
        RigConfigs.with(
            RigConfigs.tiny(),
            "mechanisms.brsp.blocks=" + blocks,
            "mechanisms.brsp.acquireInvalidates=requester",
            "mechanisms.brsp.lock=line");
    assertThat(
            Tester.firstFailure(
                seed ->
                    new LooseMachine(
                        config,
                        protocol(),
                        ConsistencyModel.HRF,
                        new SplittableRandom(seed),
                        3_000_000),
                new Programs(1, 3, 3, true),
                31_000,
                80))
        .as("a failing program")
        .isEmpty();
  }
}
