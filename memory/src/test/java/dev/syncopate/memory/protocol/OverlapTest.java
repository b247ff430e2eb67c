package dev.syncopate.memory.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.rig.Rig;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.rig.TinyThread.Register;
import dev.syncopate.memory.system.Protocols;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Relaxed and commutative atomics of one thread overlap with one another and with its data accesses
 * where the model lets them ({@code drfrlx}), as far as an L1 can await lines (heterosync §II-C).
 */
class OverlapTest {
  private static final int ATOMICS = 6;

  /** Cycles from the first access's issue to the last one's value: atomics and loads in turn. */
  private static long cycles(
      MemoryConfig config,
      String protocol,
      ConsistencyModel model,
      boolean commutative,
      int count) {
    Rig rig = new Rig(config, Protocols.named(protocol), model, 1);
    TinyThread thread = rig.thread(0, 0);
    MemoryOperation add =
        RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU)
            .withCommutative(commutative);
    List<Register> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      values.add(thread.access(add, Rig.BASE + 256L * i, 1, 0));
      values.add(thread.load(Rig.BASE + 256L * i + 128));
    }
    rig.run();
    return values.stream().mapToLong(Register::completed).max().orElseThrow()
        - values.getFirst().issued();
  }

  @ParameterizedTest
  @CsvSource({"gpu, false", "gpu, true", "denovo, false", "denovo, true"})
  void relaxedAtomicsOverlapUnderDrfrlxAlone(String protocol, boolean commutative) {
    MemoryConfig roomy = RigConfigs.roomy();
    long single = cycles(roomy, protocol, ConsistencyModel.DRFRLX, commutative, 1);
    assertThat(cycles(roomy, protocol, ConsistencyModel.DRFRLX, commutative, ATOMICS))
        .as("of which one and a load take %d", single)
        .isLessThan(2 * single);
    assertThat(cycles(roomy, protocol, ConsistencyModel.DRF0, commutative, ATOMICS))
        .as("in order, of which one and a load take %d", single)
        .isGreaterThan(3 * single);
  }

  /** What an L1 awaits of atomics: lines in MSHRs where it performs them, else answers. */
  @ParameterizedTest
  @CsvSource({"gpu, l1.outstandingWrites=1", "denovo, l1.mshrs=1"})
  void noFurtherThanAnL1CanAwait(String protocol, String limit) {
    MemoryConfig config = RigConfigs.with(RigConfigs.roomy(), limit);
    long single = cycles(config, protocol, ConsistencyModel.DRFRLX, false, 1);
    assertThat(cycles(config, protocol, ConsistencyModel.DRFRLX, false, ATOMICS))
        .isGreaterThan(3 * single);
  }
}
