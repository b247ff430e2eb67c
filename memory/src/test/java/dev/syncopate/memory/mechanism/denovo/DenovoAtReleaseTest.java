package dev.syncopate.memory.mechanism.denovo;

import static dev.syncopate.memory.mechanism.denovo.DenovoBench.LINE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.kit.LineMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.rig.RigConfigs;
import dev.syncopate.memory.rig.RigOperations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Message by message: what is stored is asked for at the release, and what asks for it before. */
class DenovoAtReleaseTest {
  private static final MemoryOperation LOAD = RigOperations.load(DataType.B32);
  private static final MemoryOperation STORE = RigOperations.store(DataType.B32);
  private static final MemoryOperation RELEASE = RigOperations.fence(Order.RELEASE, Scope.GPU);
  private static final MemoryOperation ADD =
      RigOperations.atomic(AtomicOp.ADD, DataType.U32, Order.RELAXED, Scope.GPU);

  private final DenovoBench bench =
      new DenovoBench(
          RigConfigs.with(
              RigConfigs.roomy(), "mechanisms.denovo.register=release", "l1.sfifoEntries=2"));

  @AfterEach
  void theBufferHasWhatNobodyHasAskedFor() {
    assertThat(bench.l1.checkInvariants()).isEmpty();
  }

  private void granted(int words, int carried, long value) {
    bench.receive(DenovoType.REGISTERED, bench.tile(0), words, carried, value, 0);
  }

  private static long result(WarpAccess access) {
    return access.result[access.resultBase[0]];
  }

  private long loaded(long address) {
    WarpAccess load = bench.issue(1, LOAD, address, 1);
    assertThat(bench.done(load)).isTrue();
    return result(load);
  }

  @Test
  void storesOfALineAreAskedForTogetherAtARelease() {
    bench.issue(0, STORE, LINE, 1, 7);
    bench.issue(1, STORE, LINE + 8, 1, 8);
    assertThat(bench.sent).isEmpty();
    assertThat(loaded(LINE)).isEqualTo(7);
    assertThat(bench.l1.waiting())
        .containsExactly(
            "line 0x100000000 has words 5 in the store buffer without a requested registration");
    WarpAccess fence = bench.issue(0, RELEASE, 0, 0);
    assertThat(bench.sent(0)).isEqualTo("REGISTER 5 to bank 0");
    assertThat(bench.sent).hasSize(1);
    assertThat(bench.done(fence)).isFalse();
    granted(5, 0, 0);
    assertThat(bench.done(fence)).isTrue();
    assertThat(bench.l1.idle()).isTrue();
  }

  @Test
  void aReleaseThatHasNothingInTheBufferWaitsForNothing() {
    assertThat(bench.done(bench.issue(0, RELEASE, 0, 0))).isTrue();
    bench.issue(0, STORE, LINE, 1, 7);
    assertThat(bench.done(bench.issue(0, RigOperations.fence(Order.ACQUIRE, Scope.GPU), 0, 0)))
        .isTrue();
    assertThat(loaded(LINE)).as("an acquire drops nothing stored").isEqualTo(7);
    assertThat(bench.sent).isEmpty();
  }

  @Test
  void aFullBufferAsksForAllThatItHas() {
    bench.issue(0, STORE, LINE, 1, 7);
    bench.issue(0, STORE, LINE + 128, 1, 8);
    assertThat(bench.sent).isEmpty();
    WarpAccess third = bench.issue(0, STORE, LINE + 256, 1, 9);
    assertThat(bench.done(third)).as("has no place").isFalse();
    assertThat(bench.sent).hasSize(2);
    assertThat(bench.sent(0)).isEqualTo("REGISTER 1 to bank 0");
    granted(1, 0, 0);
    assertThat(bench.done(third)).isTrue();
    assertThat(bench.sent).as("there is room for it").hasSize(2);
  }

  /** Else a release of another warp would go ahead of the store. */
  @Test
  void aReleaseWaitsForStoredWordsThatAnAtomicHasAskedFor() {
    bench.issue(0, STORE, LINE, 1, 7);
    WarpAccess atomic = bench.issue(0, ADD, LINE, 1, 1);
    assertThat(bench.sent(0)).isEqualTo("REGISTER 1 to bank 0");
    assertThat(bench.sent.getFirst().needed).as("the word is stored whole").isZero();
    WarpAccess fence = bench.issue(1, RELEASE, 0, 0);
    assertThat(bench.done(fence)).isFalse();
    granted(1, 0, 0);
    assertThat(result(atomic)).isEqualTo(7);
    assertThat(bench.done(fence)).isTrue();
    assertThat(loaded(LINE)).isEqualTo(8);
  }

  @Test
  void theRestOfAWordThatIsStoredInPartIsRead() {
    bench.issue(0, RigOperations.store(DataType.B8), LINE + 1, 1, 0xab);
    WarpAccess load = bench.issue(1, LOAD, LINE, 1);
    assertThat(bench.sent(0)).as("it, and the rest of its sector").isEqualTo("READ ff to bank 0");
    int tag = bench.sent.getFirst().tag;
    bench.receive(LineMessage.FILL, bench.tile(0), 1, 1, 0x11223344, tag);
    assertThat(result(load)).isEqualTo(0x1122ab44);
    bench.issue(0, RELEASE, 0, 0);
    assertThat(bench.sent.getLast().needed).as("its other bytes are wanted").isEqualTo(1);
    granted(1, 1, 0x55667788);
    assertThat(loaded(LINE)).isEqualTo(0x5566ab88);
  }

  @Test
  void aCopyIsDroppedWhenItsWordIsStoredTo() {
    bench.issue(0, LOAD, LINE, 1);
    bench.receive(LineMessage.FILL, bench.tile(0), 1, 1, 3, bench.sent.getLast().tag);
    assertThat(bench.l1.checkInvariants()).isEmpty();
    bench.issue(0, STORE, LINE, 1, 7);
    assertThat(bench.l1.checkInvariants()).isEmpty();
    assertThat(loaded(LINE)).isEqualTo(7);
  }

  @Test
  void aFillUnderWayDoesNotCoverWhatIsStoredMeanwhile() {
    WarpAccess load = bench.issue(0, LOAD, LINE, 2);
    bench.issue(0, STORE, LINE, 1, 7);
    bench.receive(LineMessage.FILL, bench.tile(0), 3, 3, 5, bench.sent.getFirst().tag);
    assertThat(result(load)).as("it is the earlier one").isEqualTo(5);
    assertThat(loaded(LINE)).isEqualTo(7);
    assertThat(loaded(LINE + 4)).isEqualTo(5);
  }

  /**
   * The word is on its way back, stored to again, and requested by an L1 that the bank forwarded to
   * this one.
   */
  @Test
  void aWordThatLeavesIsAnsweredForWhileItsNextBytesAreInTheBuffer() {
    DenovoBench oneLine =
        new DenovoBench(
            RigConfigs.with(
                RigConfigs.roomy(),
                "mechanisms.denovo.register=release",
                "l1.size=128B",
                "l1.ways=1"));
    oneLine.issue(0, STORE, LINE, 1, 7);
    oneLine.issue(0, RELEASE, 0, 0);
    oneLine.receive(DenovoType.REGISTERED, oneLine.tile(0), 1, 0, 0, 0);
    oneLine.issue(0, LOAD, LINE + 128, 1);
    int tag = oneLine.sent.getLast().tag;
    DenovoMessage fill =
        new DenovoMessage(LineMessage.FILL, LINE + 128, oneLine.tile(0), 1, 1, tag);
    oneLine.l1.receive(fill.carrying(1, new LineData(128), 0));
    assertThat(oneLine.sent(2)).isEqualTo("WRITE_BACK 1 to bank 0");
    oneLine.issue(0, STORE, LINE, 1, 9);
    oneLine.receive(DenovoType.FORWARD_REGISTER, oneLine.tile(1), 1, 1, 0, 0);
    assertThat(oneLine.sent(3)).isEqualTo("REGISTERED 1 to tile 1");
    assertThat(oneLine.value(3)).as("what it was when it left").isEqualTo(7);
    assertThat(result(oneLine.issue(1, LOAD, LINE, 1))).isEqualTo(9);
    assertThat(oneLine.l1.checkInvariants()).isEmpty();
    assertThat(oneLine.l1.transitions())
        .anyMatch(pair ->
            pair.state().equals("STORED")
                && pair.event().equals("ANSWER_LEAVING")
                && pair.count() == 1);
  }

  @Test
  void statesOfTheBufferAreListedWhereThereIsOne() {
    DenovoBench atStore = new DenovoBench(RigConfigs.roomy());
    assertThat(bench.l1.transitions()).map(TransitionCount::state).contains("STORED");
    assertThat(atStore.l1.transitions()).map(TransitionCount::state).doesNotContain("STORED");
  }
}
