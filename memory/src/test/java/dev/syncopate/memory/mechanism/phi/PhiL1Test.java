package dev.syncopate.memory.mechanism.phi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.rig.RigOperations;
import org.junit.jupiter.api.Test;

/** What an L1 keeps of updates and sends, message by message (lab §IV-B, PROTOCOLS of PHI). */
class PhiL1Test {
  private static final long A = 0x10000;
  private static final long B = A + 128;
  private static final long C = B + 128;
  private static final String[] TWO_LINES = {"l1.size=256B", "l1.ways=2"};

  private final PhiBench bench = PhiBench.lazy();

  private static WarpAccess add(PhiBench bench, long address, long value) {
    return bench.update(AtomicOp.ADD, DataType.U32, address, value);
  }

  private static WarpAccess load(PhiBench bench, long address) {
    return bench.issue(RigOperations.load(DataType.B32), address, 0);
  }

  @Test
  void updatesOfALineAreOneMessageAtARelease() {
    assertThat(bench.done(add(bench, A, 2))).as("complete on reaching the L1").isTrue();
    add(bench, A, 5);
    add(bench, A + 8, 1);
    assertThat(bench.sent).isEmpty();
    WarpAccess release = bench.release();
    assertThat(bench.names()).containsExactly("REDUCE 0x10000");
    assertThat(PhiBench.leaves(bench.sent.getFirst(), 10, 20, 30)).containsExactly(17, 20, 31);
    assertThat(bench.done(release)).isFalse();
    bench.acknowledgeAll();
    assertThat(bench.done(release)).isTrue();
    assertThat(bench.counts().updates).isEqualTo(3);
    assertThat(bench.counts().hits).isEqualTo(2);
    assertThat(bench.counts().misses).isEqualTo(1);
    assertThat(bench.counts().flushedLines).isEqualTo(1);
  }

  @Test
  void aKernelsEndFlushes() {
    add(bench, A, 1);
    bench.lsu.kernelEnd();
    bench.run();
    assertThat(bench.names()).containsExactly("REDUCE 0x10000");
    assertThat(bench.ended).isFalse();
    bench.acknowledgeAll();
    assertThat(bench.ended).isTrue();
  }

  @Test
  void onWriteAnUpdateFetchesItsSectorOnce() {
    PhiBench eager = PhiBench.onWrite();
    add(eager, A, 2);
    add(eager, A + 4, 2);
    assertThat(eager.names()).containsExactly("READ 0x10000");
    add(eager, A + 32, 2);
    assertThat(eager.names()).containsExactly("READ 0x10000", "READ 0x10000");
    eager.fill(eager.sent.getFirst(), 7);
    assertThat(load(eager, A + 8).result).as("data beside partial values").containsExactly(7);
    eager.fill(eager.sent.get(1), 7);
    add(eager, A + 8, 1);
    assertThat(eager.sent).as("the sector is here").hasSize(2);
    eager.release();
    assertThat(PhiBench.leaves(eager.sent.getLast(), 0, 0, 0, 0)).containsExactly(2, 2, 1, 0);
    assertThat(eager.counts().fetches).isEqualTo(2);
  }

  @Test
  void onEveryWriteAStoreFetchesItsSectorsOnce() {
    PhiBench fetching = PhiBench.onWrite("mechanisms.phi.fetch=on-every-write");
    fetching.issue(RigOperations.store(DataType.B32), A, 40);
    fetching.issue(RigOperations.store(DataType.B32), A + 4, 41);
    assertThat(fetching.names()).containsExactly("READ 0x10000");
    fetching.issue(RigOperations.store(DataType.B32), A + 32, 42);
    assertThat(fetching.names()).containsExactly("READ 0x10000", "READ 0x10000");
    fetching.fill(fetching.sent.getFirst(), 7);
    assertThat(load(fetching, A).result).as("its own store is newer").containsExactly(40);
    assertThat(load(fetching, A + 8).result).containsExactly(7);
    fetching.issue(RigOperations.store(DataType.B32), A + 8, 43);
    assertThat(fetching.sent).as("the sector is here").hasSize(2);
    assertThat(fetching.counts().fetches).isEqualTo(2);
  }

  @Test
  void onWriteAStoreFetchesNothing() {
    PhiBench eager = PhiBench.onWrite();
    eager.issue(RigOperations.store(DataType.B32), A, 40);
    assertThat(eager.sent).isEmpty();
  }

  @Test
  void aStoreThatFetchesNeedsAnMshr() {
    PhiBench fetching = PhiBench.onWrite("mechanisms.phi.fetch=on-every-write", "l1.mshrs=1");
    fetching.issue(RigOperations.store(DataType.B32), A, 40);
    WarpAccess second = fetching.issue(RigOperations.store(DataType.B32), B, 41);
    assertThat(fetching.done(second)).isFalse();
    fetching.fill(fetching.sent.getFirst(), 0);
    assertThat(fetching.done(second)).isTrue();
    assertThat(fetching.names()).containsExactly("READ 0x10000", "READ 0x10080");
  }

  @Test
  void aStoreThatFetchesSendsPartialValuesFirst() {
    PhiBench fetching = PhiBench.onWrite("mechanisms.phi.fetch=on-every-write");
    add(fetching, A, 2);
    fetching.fill(fetching.sent.getFirst(), 7);
    fetching.issue(RigOperations.store(DataType.B32), A, 40);
    assertThat(fetching.names()).containsExactly("READ 0x10000", "REDUCE 0x10000", "READ 0x10000");
    fetching.fill(fetching.sent.getLast(), 9);
    assertThat(load(fetching, A).result).containsExactly(40);
    assertThat(fetching.counts().accessed).isEqualTo(1);
  }

  /** What leaves by a load goes to the L2 before the load does, which sees it there. */
  @Test
  void aLoadOfAPartialValueSendsItFirstAndAsks() {
    add(bench, A, 2);
    WarpAccess load = load(bench, A);
    assertThat(bench.names()).containsExactly("REDUCE 0x10000", "READ 0x10000");
    assertThat(bench.done(load)).isFalse();
    bench.fill(bench.sent.get(1), 12);
    assertThat(load.result).containsExactly(12);
    assertThat(load(bench, A).result).as("data now").containsExactly(12);
    bench.release();
    assertThat(bench.sent).as("nothing is sent twice").hasSize(2);
  }

  @Test
  void aLoadOfAnotherWordFetchesAndLeavesPartialValues() {
    add(bench, A, 2);
    WarpAccess load = load(bench, A + 4);
    assertThat(bench.names()).containsExactly("READ 0x10000");
    bench.fill(bench.sent.getFirst(), 9);
    assertThat(load.result).containsExactly(9);
    add(bench, A, 3);
    bench.release();
    assertThat(PhiBench.leaves(bench.sent.getLast(), 0, 0)).containsExactly(5, 0);
  }

  /** A fill that was under way when partial values were sent does not have them. */
  @Test
  void aFillFromBeforeIsNotKept() {
    PhiBench eager = PhiBench.onWrite();
    add(eager, A, 2);
    WarpAccess load = load(eager, A);
    assertThat(eager.names()).containsExactly("READ 0x10000", "REDUCE 0x10000", "READ 0x10000");
    eager.fill(eager.sent.getFirst(), 10);
    assertThat(eager.done(load)).isFalse();
    eager.fill(eager.sent.get(2), 12);
    assertThat(load.result).containsExactly(12);
  }

  @Test
  void dataAndUpdatesCompeteForLines() {
    PhiBench small = PhiBench.lazy(TWO_LINES);
    add(small, A, 2);
    load(small, B);
    small.fill(small.sent.getFirst(), 1);
    load(small, C);
    small.fill(small.sent.get(1), 1);
    assertThat(small.names())
        .as("a load evicts the older line of partial values")
        .containsExactly("READ 0x10080", "READ 0x10100", "REDUCE 0x10000");
    add(small, A, 3);
    assertThat(small.counts().evictions).isEqualTo(1);
    WarpAccess again = load(small, B);
    assertThat(small.done(again)).as("an update evicts data").isFalse();
  }

  @Test
  void anotherKindSendsWhatIsThere() {
    add(bench, A, 3);
    bench.update(AtomicOp.MAX, DataType.U32, A + 4, 9);
    assertThat(bench.names()).containsExactly("REDUCE 0x10000");
    assertThat(PhiBench.leaves(bench.sent.getFirst(), 1, 1)).containsExactly(4, 1);
    bench.release();
    assertThat(PhiBench.leaves(bench.sent.get(1), 1, 1)).containsExactly(1, 9);
    assertThat(bench.counts().clashes).isEqualTo(1);
  }

  @Test
  void dirtyBytesGoBeforeUpdatesAndUpdatesBeforeStores() {
    bench.issue(RigOperations.store(DataType.B32), A, 40);
    add(bench, A, 2);
    assertThat(bench.names()).containsExactly("WRITE 0x10000");
    bench.issue(RigOperations.store(DataType.B32), A + 4, 7);
    assertThat(bench.names()).containsExactly("WRITE 0x10000", "REDUCE 0x10000");
    bench.release();
    assertThat(bench.names()).containsExactly("WRITE 0x10000", "REDUCE 0x10000", "WRITE 0x10000");
  }

  @Test
  void whatIsPerformedAtTheL2FollowsPartialValuesOfItsLine() {
    MemoryOperation plain = PhiBench.comm(AtomicOp.ADD, DataType.U32).withCommutative(false);
    add(bench, A, 2);
    bench.issue(plain, A + 4, 1);
    assertThat(bench.names()).containsExactly("REDUCE 0x10000", "REDUCE 0x10000");
    add(bench, A, 3);
    bench.update(AtomicOp.ADD, DataType.BF16X2, A, 1);
    assertThat(bench.counts().bypassed).isEqualTo(1);
    assertThat(bench.sent).as("what is held of the line, then the update").hasSize(4);
    assertThat(PhiBench.leaves(bench.sent.get(2), 10, 20)).containsExactly(13, 20);
  }

  @Test
  void acquiresDropDataAndKeepPartialValues() {
    add(bench, A, 2);
    load(bench, A + 4);
    bench.fill(bench.sent.getFirst(), 9);
    bench.issue(RigOperations.fence(Order.ACQUIRE, Scope.GPU));
    bench.issue(RigOperations.fence(Order.SC, Scope.CTA));
    load(bench, A + 4);
    assertThat(bench.names()).containsExactly("READ 0x10000", "READ 0x10000");
    assertThat(bench.lsu.l1().checkInvariants()).isEmpty();
    bench.fill(bench.sent.get(1), 9);
    bench.release();
    assertThat(PhiBench.leaves(bench.sent.getLast(), 0, 0)).containsExactly(2, 0);
  }

  @Test
  void lanesThatMeetFollowOneAnother() {
    bench.update(AtomicOp.ADD, DataType.U32, A, 1, A, 2, A, 3, A + 4, 4);
    assertThat(bench.occupied).isEqualTo(2);
    assertThat(bench.counts().conflictCycles).isEqualTo(2);
  }

  /** A report of a hang names the line that can neither evict nor fetch. */
  @Test
  void anUpdateThatIsRefusedIsNamed() {
    PhiBench full = PhiBench.lazy("l1.size=128B", "l1.ways=1", "l1.outstandingWrites=1");
    add(full, A, 1);
    add(full, B, 1);
    WarpAccess third = add(full, C, 1);
    assertThat(full.done(third)).isFalse();
    assertThat(full.lsu.l1().waiting())
        .contains(
            "an update of line 0x10100 is refused: what it displaces cannot be sent, too many"
                + " writes are unanswered; 1 lines are in update mode");
    full.acknowledge(full.sent.getFirst());
    assertThat(full.done(third)).isTrue();
    PhiBench eager = PhiBench.onWrite("l1.mshrs=1");
    add(eager, A, 1);
    WarpAccess second = add(eager, B, 1);
    assertThat(eager.done(second)).isFalse();
    assertThat(eager.lsu.l1().waiting())
        .contains(
            "an update of line 0x10080 is refused: no MSHR is free to fetch it; 1 lines are in"
                + " update mode");
    eager.fill(eager.sent.getFirst(), 0);
    assertThat(eager.done(second)).isTrue();
    assertThat(eager.lsu.l1().waiting()).noneMatch(line -> line.contains("refused"));
  }
}
