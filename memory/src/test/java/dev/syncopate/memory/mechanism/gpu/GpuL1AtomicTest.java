package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.rig.LineSplitter;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import org.junit.jupiter.api.Test;

/** Atomics performed at the L1, and what waits behind them, message by message. */
class GpuL1AtomicTest {
  private static final long A = 0x10000;
  private static final MemoryOperation ADD_AT_L1 =
      RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.CTA);
  private static final MemoryOperation SWAP_AT_L1 =
      RigOperations.atomic(AtomicOp.CAS, DataType.B32, Order.RELAXED, Scope.CTA);
  private static final MemoryOperation ADD_AT_L2 =
      RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU);

  private final L1Bench bench = new L1Bench(RigConfigs.roomy());

  @Test
  void anAtomicAtTheL1FetchesItsWordAndIsPerformedThere() {
    WarpAccess add = bench.issue(0, ADD_AT_L1, A, 5, 0);
    assertThat(bench.allSent()).containsExactly("READ 0x10000");
    bench.fill(bench.sent.get(0), 10);
    assertThat(add.result[0]).isEqualTo(10);
    assertThat(bench.load(0, A).result[0]).isEqualTo(15);
    assertThat(bench.issue(1, ADD_AT_L1, A, 1, 0).result[0]).isEqualTo(15);
    bench.fence(0, Order.RELEASE);
    assertThat(bench.sent.get(1).data()).containsExactly(16, 0, 0, 0);
  }

  @Test
  void aCompareAndSwapThatFailsLeavesItsLineClean() {
    WarpAccess swap = bench.issue(0, SWAP_AT_L1, A, 3, 4);
    bench.fill(bench.sent.get(0), 10);
    assertThat(swap.result[0]).isEqualTo(10);
    assertThat(bench.issue(1, SWAP_AT_L1, A, 3, 4).result[0]).as("one that hits").isEqualTo(10);
    assertThat(bench.parts.lines().fifo.isEmpty()).isTrue();
    bench.fence(0, Order.RELEASE);
    assertThat(bench.sent).as("there is nothing to write through").hasSize(1);
    assertThat(bench.issue(0, SWAP_AT_L1, A, 10, 4).result[0]).isEqualTo(10);
    bench.fence(0, Order.RELEASE);
    assertThat(bench.sent.get(1).data()).containsExactly(4, 0, 0, 0);
  }

  @Test
  void oneThatFailsBesideDirtyBytesDirtiesNoOthers() {
    bench.store(0, A + 4, 7);
    bench.issue(1, SWAP_AT_L1, A, 3, 4);
    bench.fill(bench.sent.get(0), 10);
    bench.fence(0, Order.RELEASE);
    assertThat(bench.sent.get(1).maskLow).isEqualTo(0xf0);
    assertThat(bench.sent.get(1).data()).containsExactly(7, 0, 0, 0);
  }

  @Test
  void ofAWarpsCompareAndSwapsTheWordsOfThoseThatSucceedAreDirty() {
    WarpAccess swap =
        WarpAccess.of(
            SWAP_AT_L1, 0, 3, new long[] {A, A + 8}, new long[] {3, 10}, new long[] {4, 4});
    LineSplitter.split(swap, 128);
    bench.lsu.issue(swap);
    bench.run();
    bench.fill(bench.sent.get(0), 10);
    assertThat(swap.result).containsExactly(10, 10);
    bench.fence(0, Order.RELEASE);
    assertThat(bench.sent.get(1).maskLow).isEqualTo(0xf00);
  }

  @Test
  void whatComesAfterAWaitingAtomicOnItsLineWaitsBehindIt() {
    WarpAccess add = bench.issue(0, ADD_AT_L1, A, 5, 0);
    WarpAccess store = bench.store(1, A, 100);
    WarpAccess load = bench.load(1, A);
    WarpAccess addAgain = bench.issue(2, ADD_AT_L1, A, 1, 0);
    WarpAccess atL2 = bench.issue(3, ADD_AT_L2, A, 7, 0);
    WarpAccess afterwards = bench.load(3, A);
    assertThat(bench.completed).isEmpty();
    assertThat(bench.sent).hasSize(1);
    assertThat(bench.lsu.quiet(1)).isFalse();
    bench.fill(bench.sent.get(0), 10);
    assertThat(add.result[0]).isEqualTo(10);
    assertThat(bench.done(store)).isTrue();
    assertThat(load.result[0]).isEqualTo(100);
    assertThat(addAgain.result[0]).isEqualTo(100);
    assertThat(bench.allSent())
        .containsExactly("READ 0x10000", "WRITE 0x10000", "ATOMIC 0x10000", "READ 0x10000");
    assertThat(bench.sent.get(1).data()).startsWith(101);
    bench.result(bench.sent.get(2), 101);
    bench.fill(bench.sent.get(3), 108);
    assertThat(atL2.result[0]).isEqualTo(101);
    assertThat(afterwards.result[0]).isEqualTo(108);
  }

  @Test
  void aWaitingAtomicSurvivesAnInvalidationAndKeepsItsOwnWordOnly() {
    WarpAccess add = bench.issue(0, ADD_AT_L1, A, 5, 0);
    bench.fence(1, Order.ACQUIRE);
    WarpAccess queuedLoad = bench.load(1, A + 4);
    bench.fill(bench.sent.get(0), 10);
    assertThat(add.result[0]).isEqualTo(10);
    assertThat(bench.done(queuedLoad)).as("wants bytes from after the invalidation").isFalse();
    bench.fill(bench.sent.get(1), 20);
    assertThat(queuedLoad.result[0]).isEqualTo(20);
    assertThat(bench.load(0, A).result[0]).isEqualTo(15);
  }

  @Test
  void anAtomicOverTwoSectorsWaitsForBoth() {
    bench.load(1, A + 32);
    WarpAccess add =
        WarpAccess.of(
            ADD_AT_L1, 0, 3, new long[] {A, A + 32}, new long[] {1, 2}, WarpAccess.NO_VALUES);
    LineSplitter.split(add, 128);
    bench.lsu.issue(add);
    bench.run();
    bench.fence(2, Order.ACQUIRE);
    bench.fill(bench.sent.get(0), 30);
    assertThat(bench.done(add)).isFalse();
    bench.fill(bench.sent.get(1), 40);
    assertThat(add.result).containsExactly(40, 30);
    assertThat(bench.parts.misses().table.used()).isZero();
  }

  /** The line was dropped before, so what is still in flight is too old for them. */
  @Test
  void loadsAfterAnInvalidationDoNotGetWhatLoadsBeforeItWaitFor() {
    WarpAccess early = bench.load(1, A + 32);
    WarpAccess add = bench.issue(0, ADD_AT_L1, A, 5, 0);
    bench.fence(2, Order.ACQUIRE);
    bench.fill(bench.sent.get(1), 10);
    assertThat(bench.done(add)).isTrue();
    assertThat(bench.done(early)).as("waits for its own sector still").isFalse();
    WarpAccess late = bench.load(2, A + 32);
    assertThat(bench.allSent()).containsExactly("READ 0x10000", "READ 0x10000", "READ 0x10000");
    bench.fill(bench.sent.get(0), 20);
    assertThat(early.result[0]).isEqualTo(20);
    assertThat(bench.done(late)).isFalse();
    bench.fill(bench.sent.get(2), 30);
    assertThat(late.result[0]).isEqualTo(30);
    assertThat(bench.parts.misses().table.used()).isZero();
  }
}
