package dev.syncopate.memory.mechanism.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.mechanism.lab.LabSettings.From;
import dev.syncopate.memory.mechanism.lab.LabSettings.KernelEnd;
import dev.syncopate.memory.mechanism.lab.LabSettings.Reuse;
import dev.syncopate.memory.rig.RigOperations;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a buffer keeps and sends, message by message (lab §III-A). */
class LabL1Test {
  private static final long A = 0x10000;
  private static final long B = A + 128;
  private static final long C = B + 128;

  private final LabBench bench = new LabBench(LabSettings.of(2));

  /** The paper's figure 3: two additions, one message. */
  @Test
  void figureThree() {
    WarpAccess two = bench.update(AtomicOp.ADD, DataType.U32, A, 2);
    WarpAccess five = bench.update(AtomicOp.ADD, DataType.U32, A, 5);
    assertThat(bench.done(two)).as("complete on reaching the buffer").isTrue();
    assertThat(bench.done(five)).isTrue();
    assertThat(bench.sent).isEmpty();
    bench.update(AtomicOp.ADD, DataType.U32, B, 1);
    bench.update(AtomicOp.ADD, DataType.U32, C, 1);
    assertThat(bench.names()).containsExactly("REDUCE 0x10000");
    assertThat(LabBench.leaves(bench.sent.getFirst(), 10, 20)).containsExactly(17, 20);
    assertThat(bench.counts().evictions).isEqualTo(1);
    assertThat(bench.counts().hits).isEqualTo(1);
    assertThat(bench.counts().misses).isEqualTo(3);
  }

  @Test
  void theLeastRecentlyUsedLineMakesRoom() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 1);
    bench.update(AtomicOp.ADD, DataType.U32, B, 1);
    bench.update(AtomicOp.ADD, DataType.U32, A, 1);
    bench.update(AtomicOp.ADD, DataType.U32, C, 1);
    assertThat(bench.names()).containsExactly("REDUCE 0x10080");
  }

  @Test
  void anotherKindOfUpdateSendsWhatIsThere() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 3);
    bench.update(AtomicOp.MAX, DataType.U32, A + 4, 9);
    assertThat(bench.names()).containsExactly("REDUCE 0x10000");
    assertThat(LabBench.leaves(bench.sent.getFirst(), 1, 1)).containsExactly(4, 1);
    bench.release();
    assertThat(LabBench.leaves(bench.sent.get(1), 1, 1)).containsExactly(1, 9);
    assertThat(bench.counts().clashes).isEqualTo(1);
  }

  /** Signed and unsigned addition are one kind, minima are two. */
  @Test
  void whatCombinesIsOfOneKind() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 3);
    bench.update(AtomicOp.ADD, DataType.S32, A, 0xffff_ffffL);
    assertThat(bench.sent).isEmpty();
    bench.update(AtomicOp.MIN, DataType.U32, B, 3);
    bench.update(AtomicOp.MIN, DataType.S32, B, 3);
    assertThat(bench.names()).containsExactly("REDUCE 0x10080");
    bench.release();
    assertThat(LabBench.leaves(bench.sent.get(1), 5)).containsExactly(7);
  }

  /** Bitwise functions combine word by word at every width. */
  @Test
  void bitsOfBothWidthsAreOneKind() {
    bench.update(AtomicOp.OR, DataType.B64, A, 0x1_0000_0002L);
    bench.update(AtomicOp.OR, DataType.B32, A + 4, 0x40);
    bench.release();
    assertThat(bench.names()).containsExactly("REDUCE 0x10000");
    assertThat(LabBench.leaves(bench.sent.getFirst(), 0x100, 0, 7)).containsExactly(0x102, 0x41, 7);
  }

  @Test
  void elementsOfEightBytesAreKeptWhole() {
    bench.update(AtomicOp.ADD, DataType.U64, A + 8, 0xffff_ffffL);
    bench.update(AtomicOp.ADD, DataType.U64, A + 8, 2);
    bench.release();
    assertThat(LabBench.leaves(bench.sent.getFirst(), 9, 9, 0, 0)).containsExactly(9, 9, 1, 1);
  }

  @Test
  void lanesThatMeetFollowOneAnother() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 1, A, 2, A, 3, A + 4, 4);
    assertThat(bench.occupied).isEqualTo(2);
    bench.release();
    assertThat(LabBench.leaves(bench.sent.getFirst(), 0, 0)).containsExactly(6, 4);
    assertThat(bench.counts().conflictCycles).isEqualTo(2);
  }

  @Test
  void aReleaseIsCompleteWhenWhatLeftBeforeIsAcknowledged() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 1);
    bench.update(AtomicOp.ADD, DataType.U32, B, 1);
    bench.update(AtomicOp.ADD, DataType.U32, C, 1); // evicts A
    WarpAccess release = bench.release();
    assertThat(bench.names()).containsExactly("REDUCE 0x10000", "REDUCE 0x10080", "REDUCE 0x10100");
    assertThat(bench.counts().flushedLines).isEqualTo(2);
    bench.acknowledge(bench.sent.get(1));
    bench.acknowledge(bench.sent.get(2));
    assertThat(bench.done(release)).as("one is not acknowledged").isFalse();
    bench.acknowledge(bench.sent.get(0));
    assertThat(bench.done(release)).isTrue();
  }

  @Test
  void whatOrdersWithinAGroupOrAcquiresFlushesNothing() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 1);
    bench.issue(RigOperations.fence(Order.SC, Scope.CTA));
    bench.issue(RigOperations.fence(Order.ACQUIRE, Scope.GPU));
    assertThat(bench.sent).isEmpty();
    bench.issue(RigOperations.fence(Order.SC, Scope.SYS));
    assertThat(bench.names()).containsExactly("REDUCE 0x10000");
  }

  @Test
  void aKernelsEndFlushes() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 1);
    bench.lsu.kernelEnd();
    bench.run();
    assertThat(bench.names()).containsExactly("REDUCE 0x10000");
    assertThat(bench.ended).isFalse();
    bench.acknowledgeAll();
    assertThat(bench.ended).isTrue();
  }

  /** A store of the same line is in front of what leaves the buffer. */
  @Test
  void theL1sDirtyBytesOfTheLineGoFirst() {
    bench.issue(RigOperations.store(DataType.B32), A, 40);
    bench.update(AtomicOp.ADD, DataType.U32, A, 2);
    bench.release();
    assertThat(bench.names()).containsExactly("WRITE 0x10000", "REDUCE 0x10000");
  }

  @Test
  void whatIsNotOfComponentScopeOrOfNoKindPassesBy() {
    MemoryOperation add = LabBench.comm(AtomicOp.ADD, DataType.U32);
    bench.issue(add.with(Order.RELAXED, Scope.CTA), A, 1);
    bench.issue(add.with(Order.RELAXED, Scope.SYS), A, 1);
    bench.issue(add.withCommutative(false), A, 1);
    assertThat(bench.counts().bypassed).as("of other rows of the table").isZero();
    bench.update(AtomicOp.ADD, DataType.BF16X2, A, 1);
    bench.issue(add.withResult(true), A, 1);
    assertThat(bench.counts().bypassed).isEqualTo(2);
    assertThat(bench.names())
        .containsExactly(
            "REDUCE 0x10000",
            "REDUCE 0x10000",
            "REDUCE 0x10000",
            "REDUCE 0x10000",
            "ATOMIC 0x10000");
    assertThat(bench.counts().updates).isZero();
  }

  /** An update of no kind is of another kind than what is held of its line (lab §III-A). */
  @Test
  void whatPassesByHasTheLineInFrontOfIt() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 1);
    bench.update(AtomicOp.ADD, DataType.U32, B, 1);
    assertThat(bench.names()).isEmpty();
    bench.update(AtomicOp.ADD, DataType.BF16X2, A, 1);
    assertThat(bench.names())
        .as("the line, then the update")
        .hasSize(2)
        .allMatch("REDUCE 0x10000"::equals);
    assertThat(LabBench.leaves(bench.sent.getFirst(), 10, 20)).containsExactly(11, 20);
    assertThat(bench.counts().clashes).isEqualTo(1);
  }

  @Test
  void aFullL1StallsWhatNeedsAFrameAndChangesNothing() {
    LabBench narrow = new LabBench(LabSettings.of(1), "l1.outstandingWrites=1");
    narrow.update(AtomicOp.ADD, DataType.U32, A, 1);
    narrow.update(AtomicOp.ADD, DataType.U32, B, 1); // evicts A
    WarpAccess third = narrow.update(AtomicOp.ADD, DataType.U32, C, 1);
    assertThat(narrow.names()).containsExactly("REDUCE 0x10000");
    assertThat(narrow.done(third)).isFalse();
    narrow.acknowledge(narrow.sent.getFirst());
    assertThat(narrow.names()).containsExactly("REDUCE 0x10000", "REDUCE 0x10080");
    assertThat(narrow.done(third)).isTrue();
    assertThat(narrow.counts().evictions).isEqualTo(2);
  }

  @Test
  void withoutReuseEachAccessIsSentAsOneValueAWord() {
    LabBench passing =
        new LabBench(
            new LabSettings(64, 8, From.L1, Reuse.OFF, KernelEnd.TIMED, 1, LabEnergy.NONE));
    WarpAccess update = passing.update(AtomicOp.ADD, DataType.U32, A, 1, A, 2, A + 4, 3);
    assertThat(passing.done(update)).isTrue();
    passing.update(AtomicOp.ADD, DataType.U32, A, 1);
    assertThat(passing.names()).containsExactly("REDUCE 0x10000", "REDUCE 0x10000");
    assertThat(LabBench.leaves(passing.sent.getFirst(), 0, 0)).containsExactly(3, 3);
    assertThat(passing.counts().passed).isEqualTo(2);
  }

  @Test
  void aFreeFlushAtTheKernelsEndIsTheHosts() {
    LabBench free =
        new LabBench(new LabSettings(8, 8, From.L1, Reuse.ON, KernelEnd.FREE, 1, LabEnergy.NONE));
    free.update(AtomicOp.ADD, DataType.U32, A, 1);
    free.lsu.kernelEnd();
    free.run();
    assertThat(free.ended).isTrue();
    assertThat(free.sent).isEmpty();
    List<LineAccess> updates = new ArrayList<>();
    free.lsu.l1().giveUp(updates::add);
    assertThat(updates).hasSize(1);
    assertThat(updates.getFirst().parent.operand).containsExactly(1);
    free.update(AtomicOp.ADD, DataType.U32, A, 1);
    free.release();
    assertThat(free.names()).as("releases flush as ever").containsExactly("REDUCE 0x10000");
  }

  /** What leaves is an update like any to PHI behind, which combines it once more. */
  @Test
  void beforePhiWhatLeavesEntersUpdateModeAndIsSentFromThere() {
    LabBench phi = LabBench.beforePhi(LabSettings.of(1));
    phi.update(AtomicOp.ADD, DataType.U32, A, 2);
    phi.update(AtomicOp.ADD, DataType.U32, B, 1); // evicts A
    phi.update(AtomicOp.ADD, DataType.U32, A, 5); // evicts B
    assertThat(phi.counts().evictions).isEqualTo(2);
    assertThat(phi.countsBehind().updates).isEqualTo(2);
    assertThat(phi.sent).as("it stays in the unit").isEmpty();
    WarpAccess release = phi.release();
    assertThat(phi.names()).containsExactly("REDUCE 0x10000", "REDUCE 0x10080");
    assertThat(LabBench.leaves(phi.sent.getFirst(), 10)).containsExactly(17);
    assertThat(phi.countsBehind().hits).isEqualTo(1);
    assertThat(phi.done(release)).isFalse();
    phi.acknowledgeAll();
    assertThat(phi.done(release)).isTrue();
  }

  @Test
  void anUnlimitedOneNeverEvicts() {
    LabBench unlimited = new LabBench(LabSettings.of(LabSettings.UNLIMITED));
    for (int i = 0; i < 100; i++) {
      unlimited.update(AtomicOp.ADD, DataType.U32, A + 0x1000L * i, i);
    }
    assertThat(unlimited.sent).isEmpty();
    for (int i = 0; i < 100; i++) {
      unlimited.update(AtomicOp.ADD, DataType.U32, A + 0x1000L * i, i);
    }
    assertThat(unlimited.counts().hits).isEqualTo(100);
    unlimited.lsu.kernelEnd();
    while (!unlimited.ended) {
      unlimited.run();
      unlimited.acknowledgeAll();
    }
    assertThat(unlimited.counts().flushedLines).isEqualTo(100);
  }
}
