package dev.syncopate.memory.mechanism.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.ProtocolException;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.topology.Nodes;
import org.junit.jupiter.api.Test;

/** What an L1 sends and when, message by message. Lines have 128 bytes in sectors of 32. */
class GpuL1Test {
  private static final long A = 0x10000;
  private static final long B = 0x20080;
  private static final long C = 0x30100;
  private static final long D = 0x40180;
  private static final MemoryOperation WIDE_LOAD = RigOperations.load(DataType.B64);
  private static final MemoryOperation STORE_AT_L2 =
      RigOperations.store(DataType.B32, Order.RELAXED, Scope.GPU);
  private static final MemoryOperation LOAD_AT_L2 =
      RigOperations.load(DataType.B32, Order.RELAXED, Scope.GPU);
  private static final MemoryOperation RELEASE =
      RigOperations.store(DataType.B32, Order.RELEASE, Scope.GPU);
  private static final MemoryOperation ACQUIRE =
      RigOperations.load(DataType.B32, Order.ACQUIRE, Scope.GPU);
  private static final MemoryOperation REDUCE_AT_L2 =
      RigOperations.reduce(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU);
  private static final MemoryOperation ADD_AT_L2 =
      RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU);

  private final L1Bench bench = new L1Bench(RigConfigs.roomy());

  @Test
  void aMissAsksForTheSectorsItTouchesAndAHitForNothing() {
    WarpAccess miss = bench.load(0, A + 36);
    MemoryMessage read = bench.sent.getFirst();
    assertThat(read.type).isEqualTo(LineMessage.READ);
    assertThat(read.maskLow).isEqualTo(0xffff_ffff_0000_0000L);
    assertThat(read.maskHigh).isZero();
    assertThat(bench.done(miss)).isFalse();
    bench.fill(read, 5);
    assertThat(miss.result[0]).isEqualTo(5);
    WarpAccess hit = bench.load(1, A + 40);
    assertThat(bench.done(hit)).isTrue();
    assertThat(hit.result[0]).isEqualTo(5);
    assertThat(bench.sent).hasSize(1);
    assertThat(bench.counters.hits).isEqualTo(1);
    assertThat(bench.counters.misses).isEqualTo(1);
  }

  @Test
  void missesOnOneSectorShareARequestAndOtherSectorsAskForTheirOwn() {
    WarpAccess first = bench.load(0, A);
    WarpAccess second = bench.load(1, A + 4);
    WarpAccess third = bench.load(2, A + 100);
    assertThat(bench.allSent()).containsExactly("READ 0x10000", "READ 0x10000");
    assertThat(bench.sent.get(1).maskHigh).isEqualTo(0xffff_ffff_0000_0000L);
    bench.fill(bench.sent.get(0), 1);
    assertThat(bench.done(first)).isTrue();
    assertThat(bench.done(second)).isTrue();
    assertThat(bench.done(third)).isFalse();
    bench.fill(bench.sent.get(1), 2);
    assertThat(third.result[0]).isEqualTo(2);
    assertThat(bench.counters.mergedMisses).isEqualTo(1);
  }

  @Test
  void aStoreMissAllocatesWithoutFetchAndItsBytesCanBeRead() {
    bench.store(0, A, 7);
    WarpAccess load = bench.load(0, A);
    assertThat(load.result[0]).isEqualTo(7);
    assertThat(bench.sent).isEmpty();
  }

  @Test
  void ownBytesAndFilledBytesCombineInOneLoad() {
    bench.store(0, A + 4, 7);
    WarpAccess wide = bench.issue(0, WIDE_LOAD, A, 0, 0);
    assertThat(bench.done(wide)).isFalse();
    bench.fill(bench.sent.getFirst(), 3);
    assertThat(wide.result[0]).isEqualTo(0x0000_0007_0000_0003L);
  }

  @Test
  void aStoreAfterALoadThatWaitsIsNotSeenByIt() {
    WarpAccess load = bench.load(0, A);
    bench.store(0, A, 9);
    bench.fill(bench.sent.getFirst(), 4);
    assertThat(load.result[0]).isEqualTo(4);
    assertThat(bench.load(0, A).result[0]).isEqualTo(9);
    assertThat(bench.load(0, A + 4).result[0]).isEqualTo(4);
  }

  /**
   * The fill was asked for before the store left: it is older than what has been written through.
   */
  @Test
  void aFillDoesNotReplaceBytesWrittenThroughMeanwhile() {
    bench.load(0, A);
    bench.store(1, A, 9);
    bench.fence(1, Order.RELEASE);
    assertThat(bench.sent(1)).isEqualTo("WRITE 0x10000");
    bench.fill(bench.sent.getFirst(), 4);
    assertThat(bench.load(0, A).result[0]).isEqualTo(9);
  }

  @Test
  void onlyDirtyBytesTravel() {
    bench.load(0, A);
    bench.fill(bench.sent.getFirst(), 1);
    bench.store(0, A + 8, 2);
    bench.fence(0, Order.RELEASE);
    MemoryMessage write = bench.sent.get(1);
    assertThat(write.maskLow).isEqualTo(0xf00);
    assertThat(write.maskHigh).isZero();
    assertThat(write.payloadBytes()).isEqualTo(4);
    assertThat(write.first()).isEqualTo(8);
    assertThat(write.data()).containsExactly(2, 0, 0, 0);
  }

  @Test
  void aFullStoreFifoWritesItsOldestLineThrough() {
    L1Bench small = new L1Bench(RigConfigs.tiny()); // an sFIFO of 3
    for (long line : new long[] {A, B, C}) {
      small.store(0, line, 1);
      small.store(0, line + 4, 2);
    }
    assertThat(small.sent).isEmpty();
    small.store(0, D, 1);
    assertThat(small.allSent()).containsExactly("WRITE 0x10000");
    assertThat(small.counters.sfifoOverflows).isEqualTo(1);
    // Its bytes stay valid, and dirty anew when written again.
    assertThat(small.load(0, A).result[0]).isEqualTo(1);
    small.store(0, A, 3);
    assertThat(small.allSent()).containsExactly("WRITE 0x10000", "WRITE 0x20080");
  }

  @Test
  void aReleaseFlushesInStoreFifoOrderAndWaitsForEveryAcknowledgement() {
    bench.store(0, B, 1);
    bench.store(1, A, 1);
    bench.store(0, C, 1);
    WarpAccess release = bench.issue(0, RELEASE, D, 1, 0);
    assertThat(bench.allSent()).containsExactly("WRITE 0x20080", "WRITE 0x10000", "WRITE 0x30100");
    bench.acknowledge(bench.sent.get(2));
    bench.acknowledge(bench.sent.get(0));
    assertThat(bench.sent).hasSize(3);
    bench.acknowledge(bench.sent.get(1));
    assertThat(bench.sent(3)).isEqualTo("WRITE 0x40180");
    assertThat(bench.done(release)).isFalse();
    bench.acknowledge(bench.sent.get(3));
    assertThat(bench.done(release)).isTrue();
  }

  @Test
  void aReleaseWaitsForWritesInFlightButNotForLaterOnes() {
    bench.issue(1, STORE_AT_L2, A, 1, 0);
    WarpAccess release = bench.issue(0, RELEASE, B, 1, 0);
    assertThat(bench.allSent()).containsExactly("WRITE 0x10000");
    bench.issue(1, STORE_AT_L2, C, 1, 0);
    bench.issue(1, REDUCE_AT_L2, D, 1, 0);
    bench.acknowledge(bench.sent.get(0));
    assertThat(bench.sent(3)).isEqualTo("WRITE 0x20080");
    bench.acknowledge(bench.sent.get(3));
    assertThat(bench.done(release)).isTrue();
  }

  @Test
  void aReleaseWaitsForTheWarpsOwnLoadsFirst() {
    bench.load(0, A);
    bench.store(0, B, 1);
    bench.issue(0, RELEASE, C, 1, 0);
    assertThat(bench.allSent()).containsExactly("READ 0x10000");
    bench.fill(bench.sent.get(0), 0);
    assertThat(bench.allSent()).containsExactly("READ 0x10000", "WRITE 0x20080");
  }

  @Test
  void anAcquireInvalidatesAfterItsValueHasCome() {
    bench.load(1, A);
    bench.fill(bench.sent.get(0), 1);
    WarpAccess acquire = bench.issue(0, ACQUIRE, B, 0, 0);
    assertThat(bench.done(bench.load(1, A))).isTrue();
    bench.fill(bench.sent.get(1), 1);
    assertThat(bench.done(acquire)).isTrue();
    assertThat(bench.done(bench.load(1, A))).isFalse();
    assertThat(bench.counters.invalidations).isEqualTo(1);
  }

  @Test
  void anAcquireWritesDirtyBytesThroughAndWaitsForNoAcknowledgement() {
    bench.store(1, A, 1);
    WarpAccess acquire = bench.issue(0, ACQUIRE, B, 0, 0);
    bench.fill(bench.sent.get(0), 1);
    assertThat(bench.sent(1)).isEqualTo("WRITE 0x10000");
    assertThat(bench.done(acquire)).isTrue();
    assertThat(bench.done(bench.load(1, A))).isFalse();
  }

  @Test
  void aFillAskedForBeforeAnInvalidationServesItsLoadsButIsNotKept() {
    WarpAccess earlyLoad = bench.load(1, A);
    bench.fence(0, Order.ACQUIRE);
    WarpAccess lateLoad = bench.load(1, A);
    assertThat(bench.allSent()).containsExactly("READ 0x10000", "READ 0x10000");
    bench.fill(bench.sent.get(0), 1);
    assertThat(earlyLoad.result[0]).isEqualTo(1);
    assertThat(bench.done(lateLoad)).isFalse();
    assertThat(bench.counters.droppedFills).isEqualTo(1);
    bench.fill(bench.sent.get(1), 2);
    assertThat(lateLoad.result[0]).isEqualTo(2);
    assertThat(bench.load(1, A).result[0]).isEqualTo(2);
  }

  @Test
  void anEvictionDropsTheFillsOfItsLineToo() {
    L1Bench small = new L1Bench(RigConfigs.tiny()); // 2 ways, 8 sets
    long sameSet = A + 1024;
    small.store(0, A, 1);
    small.load(0, A + 64);
    small.store(0, sameSet, 1);
    small.store(0, sameSet + 1024, 1);
    assertThat(small.allSent()).containsExactly("READ 0x10000", "WRITE 0x10000");
    assertThat(small.counters.evictions).isEqualTo(1);
    small.fill(small.sent.get(0), 0);
    assertThat(small.counters.droppedFills).isEqualTo(1);
    WarpAccess again = small.load(0, A);
    assertThat(small.done(again)).isFalse();
  }

  @Test
  void anAccessAtTheL2WritesTheLineThroughFirstAndKeepsNothingOfIt() {
    bench.load(0, A + 4);
    bench.fill(bench.sent.get(0), 3);
    bench.store(0, A, 1);
    WarpAccess add = bench.issue(0, ADD_AT_L2, A, 5, 0);
    assertThat(bench.allSent()).containsExactly("READ 0x10000", "WRITE 0x10000", "ATOMIC 0x10000");
    bench.result(bench.sent.get(2), 1);
    assertThat(add.result[0]).isEqualTo(1);
    assertThat(bench.done(bench.load(0, A + 4))).isFalse();
  }

  @Test
  void aRelaxedLoadAtTheL2DropsTheLineAndTheFillsUnderWay() {
    bench.load(0, A);
    WarpAccess relaxed = bench.issue(0, LOAD_AT_L2, A, 0, 0);
    assertThat(bench.allSent()).containsExactly("READ 0x10000", "LOAD 0x10000");
    bench.fill(bench.sent.get(0), 1);
    bench.fill(bench.sent.get(1), 2);
    assertThat(relaxed.result[0]).isEqualTo(2);
    assertThat(bench.done(bench.load(0, A))).isFalse();
  }

  @Test
  void relaxedStoresAndAtomicsWithoutResultDoNotBlock() {
    WarpAccess store = bench.issue(0, STORE_AT_L2, A, 1, 0);
    WarpAccess reduce = bench.issue(0, REDUCE_AT_L2, B, 1, 0);
    assertThat(bench.allSent()).containsExactly("WRITE 0x10000", "REDUCE 0x20080");
    assertThat(bench.done(store)).isTrue();
    assertThat(bench.done(reduce)).isTrue();
    assertThat(bench.lsu.quiet(0)).isTrue();
    assertThat(bench.l1.idle()).isFalse();
    bench.acknowledge(bench.sent.get(0));
    bench.acknowledge(bench.sent.get(1));
    assertThat(bench.l1.idle()).isTrue();
  }

  @Test
  void scarceThingsStallTheFifoUntilAMessageComes() {
    L1Bench small = new L1Bench(RigConfigs.tiny()); // 3 MSHRs of 3 targets, 4 writes
    for (long line : new long[] {A, B, C}) {
      small.load(0, line);
    }
    small.load(0, D);
    assertThat(small.lsu.stall()).isEqualTo(ControllerOutcome.STALLED_MSHRS);
    assertThat(small.sent).hasSize(3);
    small.fill(small.sent.get(1), 0);
    assertThat(small.sent(3)).isEqualTo("READ 0x40180");
    small.load(1, A);
    small.load(1, A + 4);
    small.load(1, A + 8);
    assertThat(small.lsu.stall()).isEqualTo(ControllerOutcome.STALLED_TARGETS);
    small.fill(small.sent.get(0), 0);
    assertThat(small.lsu.empty()).isTrue();
    for (int i = 0; i < 5; i++) {
      small.issue(2, REDUCE_AT_L2, B, 1, 0);
    }
    assertThat(small.lsu.stall()).isEqualTo(ControllerOutcome.STALLED_WRITES);
    assertThat(small.sent).hasSize(8);
    small.acknowledge(small.sent.get(5));
    assertThat(small.sent).hasSize(9);
    assertThat(small.lsu.empty()).isTrue();
  }

  @Test
  void aFillNobodyAskedForIsAProtocolErrorWithTheLinesHistory() {
    bench.store(0, A, 1);
    MemoryMessage fill = new MemoryMessage(LineMessage.FILL, A, Nodes.tile(0));
    assertThatThrownBy(() -> bench.l1.receive(fill))
        .isInstanceOf(ProtocolException.class)
        .hasMessageMatching(
            "cycle \\d+, MSHRs of the L1 of tile 0, line 0x10000: event FILL is not listed for"
                + " state FREE; the line's history: none");
    MemoryMessage ack = new MemoryMessage(LineMessage.ACK, A, Nodes.tile(0));
    assertThatThrownBy(() -> bench.l1.receive(ack))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("event ACK is not listed for state no write unanswered")
        .hasMessageContaining("the line's history: cycle 0 STORE in INVALID");
    MemoryMessage result = new MemoryMessage(LineMessage.RESULT, A, Nodes.tile(0));
    assertThatThrownBy(() -> bench.l1.receive(result)).isInstanceOf(ProtocolException.class);
    MemoryMessage read = new MemoryMessage(LineMessage.READ, A, Nodes.tile(0));
    assertThatThrownBy(() -> bench.l1.receive(read))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("event READ is not listed");
    assertThatThrownBy(
            () -> bench.l1.receive(new MemoryMessage(OtherMessage.GOSSIP, A, Nodes.tile(0))))
        .isInstanceOf(ProtocolException.class)
        .hasMessageContaining("event GOSSIP");
  }

  @Test
  void whoWaitsIsTold() {
    bench.load(0, A);
    bench.issue(1, STORE_AT_L2, B, 1, 0);
    bench.fence(1, Order.RELEASE);
    assertThat(bench.l1.waiting())
        .containsExactly(
            "MSHR of line 0x10000 (OPEN) awaits 1 fills for 1 accesses",
            "1 writes and 0 forwarded accesses unanswered, 1 instructions wait for writes");
    assertThat(bench.lsu.waiting())
        .containsExactly(
            "warp 0 waits for 1 line accesses",
            "warp 1 waits in fence.release.gpu, step AWAIT_WRITES");
  }
}
