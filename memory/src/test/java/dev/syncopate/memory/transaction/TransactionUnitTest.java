package dev.syncopate.memory.transaction;

import static dev.syncopate.memory.transaction.BeginOutcome.BEGUN;
import static dev.syncopate.memory.transaction.BeginOutcome.GIVEN_UP;
import static dev.syncopate.memory.transaction.BeginOutcome.HELD;
import static dev.syncopate.memory.transaction.BeginOutcome.NESTED;
import static dev.syncopate.memory.transaction.BeginOutcome.OCCUPIED;
import static dev.syncopate.memory.transaction.BeginOutcome.RETRIED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.FilterIndex;
import dev.syncopate.memory.config.TxConfig.FilterTurns;
import dev.syncopate.memory.config.TxConfig.GroupSerialisation;
import dev.syncopate.memory.config.TxConfig.Isolation;
import dev.syncopate.memory.config.TxConfig.Owners;
import dev.syncopate.memory.config.TxConfig.Restart;
import dev.syncopate.memory.config.TxConfig.Serialise;
import dev.syncopate.memory.config.TxConfig.Versioning;
import org.junit.jupiter.api.Test;

/** What the unit does with words, filters and wavefronts, step by step (localtm §III). */
class TransactionUnitTest {
  private final TransactionBench bench = new TransactionBench(TxConfig.standard());
  private final TransactionUnit unit = bench.unit;

  private static TxConfig config(
      int bits,
      TxConfig.Conflicts conflicts,
      Versioning versioning,
      Isolation isolation,
      Owners owners) {
    return config(bits, conflicts, versioning, isolation, owners, Serialise.ONCE);
  }

  private static TxConfig config(
      int bits,
      TxConfig.Conflicts conflicts,
      Versioning versioning,
      Isolation isolation,
      Owners owners,
      Serialise serialise) {
    return new TxConfig(
        bits,
        FilterIndex.ROW,
        conflicts,
        versioning,
        isolation,
        owners,
        2,
        4,
        serialise,
        GroupSerialisation.ARBITRATED,
        Restart.AT_COMMIT,
        0,
        1,
        FilterTurns.INSTRUCTION,
        1);
  }

  @Test
  void lanesOnDifferentWordsCommitTogether() {
    assertThat(unit.begin(0, 0b11)).isEqualTo(BEGUN);
    assertThat(bench.write(0, 0b11, 7, 0, 1)).isEqualTo(0b11);
    assertThat(unit.shadowCycles()).as("an entry in each of two banks").isEqualTo(1);
    assertThat(unit.filterCycles()).isEqualTo(1);
    assertThat(bench.stored(0)).as("eager: memory has the new value").isEqualTo(7);
    assertThat(bench.value(0)).as("others see the committed one").isZero();
    assertThat(bench.commit(0, 0b11)).as("no lane goes back").isZero();
    assertThat(bench.value(0)).isEqualTo(7);
    assertThat(unit.state(0)).isEqualTo(WavefrontState.OUTSIDE);
    assertThat(bench.counters.commits).isEqualTo(2);
  }

  /** Stage 2 restores the words of the bank, stage 3 those of the others. */
  @Test
  void whoComesSecondIsRolledBackInAllBanks() {
    unit.begin(0, 0b11);
    bench.write(0, 0b10, 5, 1);
    bench.write(0, 0b10, 5, 6);
    bench.write(0, 0b01, 9, 0);
    assertThat(bench.write(0, 0b10, 5, 0)).as("lane 1 fails").isZero();
    assertThat(bench.stored(1)).isZero();
    assertThat(bench.stored(6)).isZero();
    assertThat(bench.stored(0)).as("lane 0's").isEqualTo(9);
    assertThat(unit.doomed(0)).isEqualTo(0b10);
    assertThat(unit.conflict(0, 1)).isZero();
    assertThat(unit.rival(0, 1)).as("work-item 0").isZero();
    assertThat(unit.owner(4)).as("word 1 is free again").isNegative();
    assertThat(bench.stop(0)).as("lane 0 still runs").isZero();
    assertThat(bench.commit(0, 0b01)).as("lane 1 goes back").isEqualTo(0b10);
    assertThat(unit.begin(0, 0b10)).isEqualTo(RETRIED);
    assertThat(bench.write(0, 0b10, 5, 0)).isEqualTo(0b10);
    assertThat(bench.commit(0, 0b10)).isZero();
    assertThat(bench.value(0)).isEqualTo(5);
  }

  /** Words 0 and 32 of a memory of four banks and eight bits share a bit; here 2 bits do it. */
  @Test
  void aFilterHidesWhoOwnsTheWord() {
    TransactionBench small =
        new TransactionBench(
            config(2, TxConfig.Conflicts.ANY, Versioning.EAGER, Isolation.STRONG, Owners.CLEARED));
    small.unit.begin(0, 0b11);
    small.write(0, 0b01, 1, 0);
    assertThat(small.write(0, 0b01, 1, 8)).as("a new word behind the same bit").isEqualTo(1);
    assertThat(small.counters.ownFalsePositives).isEqualTo(1);
    assertThat(small.unit.owner(8 * 4)).as("it is kept nevertheless").isZero();
    assertThat(small.write(0, 0b10, 1, 8)).isZero();
    assertThat(small.counters.falseConflicts).isZero();
    small.stop(0);
    small.commit(0, 0b01);
    small.unit.begin(0, 0b10);
    small.unit.begin(1, 0b1);
    small.write(0, 0b10, 1, 0);
    assertThat(small.write(1, 0b1, 1, 8)).as("another word, the same bit").isZero();
    assertThat(small.counters.falseConflicts).isEqualTo(1);
  }

  @Test
  void exactFiltersSeeNoFalseConflict() {
    TransactionBench exact =
        new TransactionBench(
            config(0, TxConfig.Conflicts.ANY, Versioning.EAGER, Isolation.STRONG, Owners.CLEARED));
    exact.unit.begin(0, 0b11);
    assertThat(exact.write(0, 0b11, 1, 0, 8)).isEqualTo(0b11);
  }

  /** Two lanes each have what the other wants, in two banks at once: both fail, again and again. */
  private static long serialised(TransactionBench bench) {
    TransactionUnit unit = bench.unit;
    unit.begin(0, 0b11);
    for (int attempt = 1; attempt <= 2; attempt++) {
      bench.write(0, 0b11, 1, 0, 1);
      assertThat(bench.write(0, 0b11, 1, 1, 0)).as("both fail in one turn").isZero();
      long again = bench.stop(0);
      assertThat(again).isEqualTo(attempt == 1 ? 0b11 : 0b01);
      assertThat(unit.begin(0, again)).isEqualTo(RETRIED);
    }
    assertThat(unit.state(0)).isEqualTo(WavefrontState.ALONE);
    bench.write(0, 0b01, 1, 0);
    bench.write(0, 0b01, 1, 1);
    return bench.commit(0, 0b01);
  }

  /** When one lane has committed the mask has changed: there is no cause any more. */
  @Test
  void theSameMaskTwiceSerialisesOneLane() {
    assertThat(serialised(bench)).isEqualTo(0b10);
    assertThat(unit.state(0)).isEqualTo(WavefrontState.TOGETHER);
    unit.begin(0, 0b10);
    assertThat(bench.commit(0, 0b10)).isZero();
    assertThat(bench.counters.serialised).isEqualTo(1);
    assertThat(bench.counters.wavefrontSerialisations).isEqualTo(1);
  }

  @Test
  void orAllLanesThatAreLeft() {
    TransactionBench rest =
        new TransactionBench(
            config(
                8,
                TxConfig.Conflicts.ANY,
                Versioning.EAGER,
                Isolation.STRONG,
                Owners.CLEARED,
                Serialise.REST));
    assertThat(serialised(rest)).as("then the next").isEqualTo(0b10);
    assertThat(rest.unit.state(0)).isEqualTo(WavefrontState.ALONE);
    rest.unit.begin(0, 0b10);
    assertThat(rest.commit(0, 0b10)).isZero();
    assertThat(rest.counters.serialised).isEqualTo(2);
    assertThat(rest.counters.wavefrontSerialisations).isEqualTo(1);
  }

  @Test
  void aLaneThatFailsAloneGetsTheWorkGroup() {
    unit.begin(1, 0b1);
    bench.write(1, 0b1, 3, 0);
    unit.begin(0, 0b1);
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(bench.write(0, 0b1, 1, 0)).isZero();
      assertThat(bench.stop(0)).isEqualTo(0b1);
      assertThat(unit.begin(0, 0b1)).isEqualTo(RETRIED);
    }
    assertThat(unit.state(0)).isEqualTo(WavefrontState.EXCLUSIVE);
    assertThat(unit.doomed(1)).as("the other is rolled back").isEqualTo(1);
    assertThat(bench.value(0)).isZero();
    assertThat(bench.stop(1)).isEqualTo(0b1);
    assertThat(unit.begin(1, 0b1)).isEqualTo(HELD);
    assertThat(bench.write(0, 0b1, 1, 0)).isEqualTo(1);
    assertThat(bench.released).isEmpty();
    bench.commit(0, 0b1);
    assertThat(bench.released).containsExactly(1);
    assertThat(unit.begin(1, 0b1)).isEqualTo(RETRIED);
    assertThat(unit.state(1)).as("it was no fault of its own").isEqualTo(WavefrontState.TOGETHER);
  }

  /** Fails lane 0 of a wavefront by a write of a lane of the other that is in no transaction. */
  private void failByPlainWrite(int wavefront) {
    assertThat(bench.write(wavefront, 0b1, 5, wavefront)).isEqualTo(1);
    bench.write(1 - wavefront, 0b1000, 6, wavefront);
    assertThat(unit.doomed(wavefront)).isEqualTo(1);
  }

  @Test
  void aLaneThatFailsAloneWhileAnotherHasTheWorkGroupStaysAlone() {
    for (int wavefront = 0; wavefront < 2; wavefront++) {
      assertThat(unit.begin(wavefront, 0b1)).isEqualTo(BEGUN);
      for (int attempt = 0; attempt < 2; attempt++) {
        failByPlainWrite(wavefront);
        assertThat(bench.stop(wavefront)).isEqualTo(0b1);
        assertThat(unit.begin(wavefront, 0b1)).isEqualTo(RETRIED);
      }
      assertThat(unit.state(wavefront)).isEqualTo(WavefrontState.ALONE);
    }
    failByPlainWrite(1);
    failByPlainWrite(0);
    assertThat(bench.stop(0)).isEqualTo(0b1);
    assertThat(unit.state(0)).isEqualTo(WavefrontState.EXCLUSIVE);
    assertThat(bench.stop(1)).isEqualTo(0b1);
    assertThat(unit.state(1)).isEqualTo(WavefrontState.ALONE);
    assertThat(unit.begin(1, 0b1)).isEqualTo(HELD);
    assertThat(bench.counters.workGroupSerialisations).isEqualTo(1);
    assertThat(bench.counters.aborts).as("it had failed before").isZero();
    assertThat(unit.begin(0, 0b1)).isEqualTo(RETRIED);
    bench.commit(0, 0b1);
    assertThat(bench.released).containsExactly(1);
    assertThat(unit.begin(1, 0b1)).isEqualTo(RETRIED);
  }

  @Test
  void aCommitOutsideTransactionsIsAnErrorWithItsHistory() {
    unit.begin(1, 0b1);
    bench.commit(1, 0b1);
    assertThatThrownBy(() -> unit.commit(1, 0b1))
        .hasMessage(
            "cycle 0, a wavefront's transaction, line 0x1: event NESTED_COMMIT is not listed for"
                + " state OUTSIDE; the line's history: cycle 0 BEGIN in OUTSIDE;"
                + " cycle 0 COMMIT in TOGETHER; cycle 0 DONE in TOGETHER");
  }

  @Test
  void nestedTransactionsArePartOfTheOuterOne() {
    unit.begin(0, 0b1);
    assertThat(unit.begin(0, 0b1)).isEqualTo(NESTED);
    bench.write(0, 0b1, 1, 0);
    assertThat(unit.commit(0, 0b1)).as("the inner commit ends nothing").isZero();
    assertThat(bench.value(0)).isZero();
    assertThat(unit.commit(0, 0b1)).isEqualTo(1);
    assertThat(bench.value(0)).isEqualTo(1);
  }

  @Test
  void otherLanesOfAWavefrontWaitForItsTransaction() {
    unit.begin(0, 0b1);
    assertThat(unit.begin(0, 0b10)).isEqualTo(OCCUPIED);
    bench.commit(0, 0b1);
    assertThat(unit.begin(0, 0b10)).isEqualTo(BEGUN);
  }

  @Test
  void aPlainWriteTakesTheWordAway() {
    unit.begin(0, 0b1);
    bench.write(0, 0b1, 1, 0);
    bench.write(0, 0b1, 1, 1);
    assertThat(bench.read(1, 0b1, 0)).isEqualTo(1);
    assertThat(unit.doomed(0)).as("a plain read dooms no lane").isZero();
    bench.write(1, 0b1, 8, 0);
    assertThat(unit.doomed(0)).isEqualTo(1);
    assertThat(bench.stored(0)).isEqualTo(8);
    assertThat(bench.stored(1)).as("rolled back").isZero();
    assertThat(bench.counters.plainConflicts).isEqualTo(1);
  }

  /** The paper does not look at accesses outside transactions: one that comes between is lost. */
  @Test
  void withWeakIsolationARollBackUndoesAPlainWrite() {
    TransactionBench weak =
        new TransactionBench(
            config(8, TxConfig.Conflicts.ANY, Versioning.EAGER, Isolation.WEAK, Owners.CLEARED));
    weak.unit.begin(0, 0b11);
    weak.write(0, 0b01, 1, 0);
    weak.write(0, 0b10, 1, 1);
    assertThat(weak.value(0)).as("a dirty read").isEqualTo(1);
    weak.write(1, 0b1, 8, 0);
    assertThat(weak.write(0, 0b01, 1, 1)).isZero();
    assertThat(weak.stored(0)).as("8 is lost").isZero();
  }

  /** The paper never says that owners are cleared: a roll-back then undoes what was committed. */
  @Test
  void withOwnersKeptARollBackUndoesACommit() {
    TransactionBench keptBench =
        new TransactionBench(
            config(8, TxConfig.Conflicts.ANY, Versioning.EAGER, Isolation.STRONG, Owners.KEPT));
    keptBench.unit.begin(0, 0b1);
    keptBench.write(0, 0b1, 5, 0);
    keptBench.commit(0, 0b1);
    assertThat(keptBench.value(0)).isEqualTo(5);
    keptBench.unit.begin(0, 0b11);
    keptBench.write(0, 0b10, 1, 1);
    assertThat(keptBench.write(0, 0b01, 1, 1)).isZero();
    assertThat(keptBench.stored(0)).as("the committed 5 is gone").isZero();
  }

  @Test
  void withSeparateSetsReadersShareAWord() {
    TransactionBench rw =
        new TransactionBench(
            config(8, TxConfig.Conflicts.RW, Versioning.EAGER, Isolation.STRONG, Owners.CLEARED));
    rw.unit.begin(0, 0b111);
    assertThat(rw.read(0, 0b11, 0, 0)).isEqualTo(0b11);
    assertThat(rw.write(0, 0b100, 1, 0)).as("a writer does not").isZero();
    assertThat(rw.write(0, 0b01, 1, 0)).as("nor one of the readers").isZero();
    rw.write(1, 0b1, 9, 0);
    assertThat(rw.unit.doomed(0)).as("a plain write fails the last reader").isEqualTo(0b111);
  }

  @Test
  void withLazyVersioningMemoryHasTheOldValueUntilCommit() {
    TransactionBench lazy =
        new TransactionBench(
            config(8, TxConfig.Conflicts.ANY, Versioning.LAZY, Isolation.STRONG, Owners.CLEARED));
    lazy.unit.begin(0, 0b11);
    lazy.write(0, 0b01, 4, 0);
    assertThat(lazy.stored(0)).isZero();
    assertThat(lazy.unit.get(0, 0, 0, 4)).as("the lane sees its own").isEqualTo(4);
    assertThat(lazy.unit.get(0, 0, 0, 1)).isEqualTo(4);
    lazy.commit(0, 0b01);
    assertThat(lazy.stored(0)).isEqualTo(4);
  }

  @Test
  void wideAndNarrowAccessesKeepWholeWords() {
    unit.begin(0, 0b1);
    long[] address = {8, 0, 0, 0};
    unit.access(0, 0b1, address, 8, LocalMemoryUse.WRITE);
    unit.put(0, 0, 8, 8, 0x1122_3344_5566_7788L);
    assertThat(unit.get(0, 0, 8, 8)).isEqualTo(0x1122_3344_5566_7788L);
    assertThat(unit.get(0, 0, 10, 2)).isEqualTo(0x5566);
    assertThat(unit.owner(12)).isZero();
    assertThat(unit.get(1, 0, 8, 8)).as("others see what is committed").isZero();
    unit.put(0, 0, 13, 1, 0xff);
    assertThat(unit.get(0, 0, 12, 4)).isEqualTo(0x1122_ff44L);
  }

  @Test
  void aCopyGoesItsOwnWay() {
    unit.begin(0, 0b1);
    bench.write(0, 0b1, 1, 0);
    byte[] memory = bench.memory.clone();
    TransactionUnit copy = unit.copy(memory, wavefront -> {});
    copy.commit(0, 0b1);
    copy.restart(0);
    assertThat(copy.state(0)).isEqualTo(WavefrontState.OUTSIDE);
    assertThat(unit.running(0)).isEqualTo(1);
    assertThat(bench.value(0)).isZero();
    assertThat(copy.get(1, 3, 0, 4)).isEqualTo(1);
  }

  /** Lanes 0, 2 and 3 want words of one bank, lane 1 a word of another. */
  @Test
  void filtersMayTakeACycleForEachAccessOfTheSlowestBank() {
    long[] address = {0, 4, 16, 32};
    unit.begin(0, 0b1111);
    assertThat(unit.access(0, 0b1111, address, 4, LocalMemoryUse.READ)).isEqualTo(0b1111);
    assertThat(unit.filterCycles()).as("a cycle for the instruction").isEqualTo(1);
    TransactionBench perAccess = new TransactionBench(standardBut(4, FilterTurns.ACCESS));
    perAccess.unit.begin(0, 0b1111);
    assertThat(perAccess.unit.access(0, 0b1111, address, 4, LocalMemoryUse.READ)).isEqualTo(0b1111);
    assertThat(perAccess.unit.filterCycles()).as("three accesses of one bank").isEqualTo(3);
    assertThat(perAccess.counters.detectionCycles).isEqualTo(3);
    perAccess.unit.commit(0, 0b1111);
    assertThat(perAccess.unit.filterCycles()).as("a commit asks no filter").isZero();
  }

  private static TxConfig givingUpAfter(int conflicts) {
    return standardBut(conflicts, FilterTurns.INSTRUCTION);
  }

  private static TxConfig standardBut(int conflicts, FilterTurns turns) {
    TxConfig standard = TxConfig.standard();
    return new TxConfig(
        standard.filterBits(),
        standard.filterIndex(),
        standard.conflicts(),
        standard.versioning(),
        standard.isolation(),
        standard.owners(),
        standard.attempts(),
        conflicts,
        standard.serialise(),
        standard.groupSerialisation(),
        standard.restart(),
        standard.backoff(),
        standard.filterLatency(),
        turns,
        standard.bankLatency());
  }

  /** Lane 1 conflicts once more than it may, lane 2 once less; lane 3 of the other has the word. */
  @Test
  void lanesWithTooManyConflictsGoOnOutside() {
    TransactionBench twice = new TransactionBench(givingUpAfter(2));
    TransactionUnit two = twice.unit;
    two.begin(1, 0b1000);
    twice.write(1, 0b1000, 7, 0);
    two.begin(0, 0b110);
    assertThat(twice.write(0, 0b010, 1, 0)).isZero();
    twice.write(0, 0b100, 1, 5);
    assertThat(twice.stop(0)).isZero();
    assertThat(twice.commit(0, 0b100)).isEqualTo(0b010);
    assertThat(two.begin(0, 0b010)).as("one conflict").isEqualTo(RETRIED);
    twice.write(0, 0b010, 4, 9);
    assertThat(twice.write(0, 0b010, 1, 0)).isZero();
    assertThat(twice.value(9)).as("rolled back").isZero();
    assertThat(twice.stop(0)).isEqualTo(0b010);
    assertThat(two.begin(0, 0b010)).as("two").isEqualTo(GIVEN_UP);
    assertThat(two.outside(0)).isEqualTo(0b010);
    assertThat(two.told(0)).isEqualTo(0b010);
    assertThat(two.running(0)).isZero();
    assertThat(two.pending(0)).isEqualTo(0b010);
    assertThat(two.begin(0, 0b010)).isEqualTo(NESTED);
    assertThat(twice.write(0, 0b010, 1, 0)).as("a plain write takes the word").isEqualTo(0b010);
    assertThat(two.doomed(1)).isEqualTo(0b1000);
    assertThat(twice.commit(0, 0b010)).as("the inner one").isZero();
    assertThat(two.outside(0)).isEqualTo(0b010);
    assertThat(twice.commit(0, 0b010)).isZero();
    assertThat(two.lastCycles()).as("nothing to release").isZero();
    assertThat(two.outside(0)).isZero();
    assertThat(two.state(0)).isEqualTo(WavefrontState.OUTSIDE);
    assertThat(twice.value(0)).isEqualTo(1);
    assertThat(twice.counters.fallbacks).isEqualTo(1);
    assertThat(twice.counters.begins).isEqualTo(3);
    assertThat(twice.counters.commits).isEqualTo(1);
  }

  /** The wavefront's other lanes wait until those outside are at the end, and count anew then. */
  @Test
  void othersOfTheWavefrontWaitForThoseOutside() {
    TransactionBench once = new TransactionBench(givingUpAfter(1));
    TransactionUnit unit = once.unit;
    unit.begin(1, 0b1);
    once.write(1, 0b1, 7, 0);
    unit.begin(0, 0b11);
    assertThat(once.write(0, 0b01, 1, 0)).isZero();
    assertThat(once.stop(0)).isZero();
    assertThat(once.commit(0, 0b10)).isEqualTo(0b01);
    assertThat(unit.begin(0, 0b01)).isEqualTo(GIVEN_UP);
    assertThat(unit.begin(0, 0b100)).as("a lane that was elsewhere").isEqualTo(OCCUPIED);
    assertThat(once.commit(0, 0b01)).isZero();
    assertThat(unit.begin(0, 0b100)).isEqualTo(BEGUN);
    assertThat(once.commit(0, 0b100)).isZero();
  }

  /** An attempt that another wavefront has ended in its favour is no conflict. */
  @Test
  void abortsDoNotCount() {
    TransactionBench thrice = new TransactionBench(givingUpAfter(4));
    TransactionUnit four = thrice.unit;
    four.begin(1, 0b1);
    thrice.write(1, 0b1, 3, 0);
    four.begin(0, 0b1);
    for (int attempt = 0; attempt < 3; attempt++) {
      thrice.write(0, 0b1, 1, 0);
      thrice.stop(0);
      assertThat(four.begin(0, 0b1)).isEqualTo(RETRIED);
    }
    assertThat(four.state(0)).isEqualTo(WavefrontState.EXCLUSIVE);
    assertThat(thrice.stop(1)).isEqualTo(0b1);
    assertThat(four.begin(1, 0b1)).isEqualTo(HELD);
    thrice.write(0, 0b1, 1, 0);
    four.access(1, 0b1000, new long[4], 4, LocalMemoryUse.WRITE);
    assertThat(four.doomed(0)).as("by a plain write, for the fourth time").isEqualTo(1);
    assertThat(thrice.stop(0)).isEqualTo(1);
    assertThat(four.exclusive()).as("others go on").isZero();
    assertThat(thrice.released).containsExactly(1);
    assertThat(four.begin(0, 0b1)).isEqualTo(GIVEN_UP);
    assertThat(four.begin(1, 0b1)).as("its abort was no conflict").isEqualTo(RETRIED);
    assertThat(thrice.commit(0, 0b1)).isZero();
    for (int conflict = 1; conflict <= 4; conflict++) {
      thrice.write(1, 0b1, 3, 0);
      four.access(0, 0b1000, new long[4], 4, LocalMemoryUse.WRITE);
      assertThat(thrice.stop(1)).isEqualTo(0b1);
      assertThat(four.begin(1, 0b1)).isEqualTo(conflict < 4 ? RETRIED : GIVEN_UP);
    }
    assertThat(thrice.commit(1, 0b1)).isZero();
  }

  @Test
  void whoNeverAsksIsNeverGivenUp() {
    assertThat(TxConfig.standard().fallback()).isEqualTo(4);
    assertThat(givingUpAfter(7).withoutFallback()).isEqualTo(givingUpAfter(0));
  }
}
