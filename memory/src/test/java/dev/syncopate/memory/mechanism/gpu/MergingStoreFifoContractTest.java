package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.cache.BoundedStoreFifo;
import dev.syncopate.memory.cache.NumberedStoreFifo;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.kit.l1.L1Parts;
import dev.syncopate.memory.kit.l1.L1Policy;
import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.kit.l1.MissStateTable;
import dev.syncopate.memory.kit.l2.L2Cache;
import dev.syncopate.memory.kit.l2.L2Policy;
import dev.syncopate.memory.protocol.CompletionListener;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolContract;
import dev.syncopate.memory.protocol.UnreachedRows;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import java.util.EnumSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A variant of the sFIFO, given to the parts of an L1 and of an L2 bank, passes the contract. */
class MergingStoreFifoContractTest extends ProtocolContract {
  private static final MemoryOperation STORE_AT_L2 =
      RigOperations.store(DataType.B32, Order.RELAXED, Scope.GPU);

  private static final class Merging extends ForwardingProtocol {
    Merging() {
      super(new GpuProtocol());
    }

    @Override
    public List<UnreachedRows> unreached() {
      return Stream.concat(
              super.unreached().stream(),
              Stream.of(
                  UnreachedRows.never(
                      EnumSet.allOf(ConsistencyModel.class),
                      "the sFIFO has no bound",
                      "L1 DIRTY OVERFLOW")))
          .toList();
    }

    @Override
    public L1Controller l1(
        MemoryConfig config,
        L1Environment environment,
        CompletionListener listener,
        L1Counters counters) {
      L1Parts parts =
          L1Parts.of(
              config.l1(),
              environment,
              listener,
              counters,
              new MergingStoreFifo(),
              L1Table.PLAIN,
              MissStateTable.ATOMICS);
      return new L1Cache(parts, L1Policy.NONE);
    }

    @Override
    public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
      return new L2Cache(
          config,
          environment,
          counters,
          L2Policy.NONE,
          new MergingStoreFifo(),
          UnaryOperator.identity());
    }
  }

  @Override
  protected Protocol protocol() {
    return new Merging();
  }

  @Override
  protected boolean promotes() {
    return false;
  }

  /** Writes X and Y, then X again after an access at the L2 has written X through; releases. */
  private static L1Bench writtenAgain(NumberedStoreFifo fifo) {
    L1Bench bench = new L1Bench(RigConfigs.roomy(), fifo);
    bench.store(0, X, 1);
    bench.store(0, Y, 1);
    bench.issue(0, STORE_AT_L2, X + 4, 1, 0);
    bench.store(0, X, 2);
    bench.fence(0, Order.RELEASE);
    return bench;
  }

  @Test
  void aReleaseWritesALineThatWasWrittenAgainLast() {
    assertThat(writtenAgain(new BoundedStoreFifo(8)).allSent())
        .endsWith("WRITE 0x100000000", "WRITE 0x100000080");
    assertThat(writtenAgain(new MergingStoreFifo()).allSent())
        .endsWith("WRITE 0x100000080", "WRITE 0x100000000");
  }

  @Test
  void noNumberOfDirtyLinesOverflowsIt() {
    L1Bench bench = new L1Bench(RigConfigs.tiny(), new MergingStoreFifo()); // its bounded one has 3
    for (int line = 0; line < 4; line++) {
      bench.store(0, X + line * 128L, 1);
    }
    assertThat(bench.counters.sfifoOverflows).isZero();
    assertThat(bench.sent).isEmpty();
  }
}
