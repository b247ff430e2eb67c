package dev.syncopate.memory.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MbarrierTest {
  private final LocalStore shared = new DirectStore(64);

  @Test
  void theLastArrivalBeginsTheNextPhase() {
    Mbarrier.initialise(shared, 0, 0, 8, 2);
    long state = Mbarrier.arrive(shared, 0, 0, 8, 1);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isFalse();
    assertThat(Mbarrier.isParityOver(shared, 0, 0, 8, 0)).isFalse();
    Mbarrier.arrive(shared, 0, 0, 8, 1);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isTrue();
    assertThat(Mbarrier.isParityOver(shared, 0, 0, 8, 0)).isTrue();
    assertThat(Mbarrier.isParityOver(shared, 0, 0, 8, 1)).isFalse();
  }

  @Test
  void everyPhaseExpectsAsManyArrivals() {
    Mbarrier.initialise(shared, 0, 0, 8, 3);
    for (int phase = 0; phase < 5; phase++) {
      long state = Mbarrier.arrive(shared, 0, 0, 8, 2);
      assertThat(Mbarrier.pending(state)).isEqualTo(3);
      assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isFalse();
      Mbarrier.arrive(shared, 0, 0, 8, 1);
      assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isTrue();
    }
  }

  @Test
  void threadsThatDropAreNotExpectedInLaterPhases() {
    Mbarrier.initialise(shared, 0, 0, 8, 2);
    Mbarrier.arriveAndDrop(shared, 0, 0, 8, 1);
    Mbarrier.arrive(shared, 0, 0, 8, 1);
    long second = Mbarrier.arrive(shared, 0, 0, 8, 1);
    assertThat(Mbarrier.pending(second)).isEqualTo(1);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, second)).isTrue();
  }

  @Test
  void anArrivalExpectedForACopyCountsInThisPhaseOnly() {
    Mbarrier.initialise(shared, 0, 0, 8, 1);
    Mbarrier.expectOneMore(shared, 0, 0, 8);
    long state = Mbarrier.arrive(shared, 0, 0, 8, 1);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isFalse();
    Mbarrier.arrive(shared, 0, 0, 8, 1);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isTrue();
    assertThat(Mbarrier.pending(shared.peek(8, 8))).isEqualTo(1);
  }

  /** PTX ISA, "Tracking asynchronous operations by the mbarrier object". */
  @Test
  void aPhaseWaitsForItsTransactionsToo() {
    Mbarrier.initialise(shared, 0, 0, 8, 1);
    Mbarrier.transact(shared, 0, 0, 8, 48);
    long state = Mbarrier.arrive(shared, 0, 0, 8, 1);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isFalse();
    Mbarrier.transact(shared, 0, 0, 8, -32);
    assertThat(Mbarrier.transactions(shared.peek(8, 8))).isEqualTo(16);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isFalse();
    Mbarrier.transact(shared, 0, 0, 8, -16);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isTrue();
    assertThat(Mbarrier.transactions(shared.peek(8, 8))).isZero();
    assertThat(Mbarrier.pending(shared.peek(8, 8))).isEqualTo(1);
  }

  /** What completes may come before it is expected: the count is below zero in between. */
  @Test
  void transactionsMayCompleteBeforeTheyAreExpected() {
    Mbarrier.initialise(shared, 0, 0, 8, 1);
    Mbarrier.transact(shared, 0, 0, 8, -Mbarrier.MOST);
    assertThat(Mbarrier.transactions(shared.peek(8, 8))).isEqualTo(-Mbarrier.MOST);
    Mbarrier.transact(shared, 0, 0, 8, Mbarrier.MOST);
    long state = Mbarrier.arrive(shared, 0, 0, 8, 1);
    assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isTrue();
  }

  @Test
  void parityGoesOnBeyondTheNumbersOfPhases() {
    Mbarrier.initialise(shared, 0, 0, 8, 1);
    for (int phase = 0; phase < 40; phase++) {
      assertThat(Mbarrier.isParityOver(shared, 0, 0, 8, phase & 1)).isFalse();
      long state = Mbarrier.arrive(shared, 0, 0, 8, 1);
      assertThat(Mbarrier.isOver(shared, 0, 0, 8, state)).isTrue();
      assertThat(Mbarrier.isParityOver(shared, 0, 0, 8, phase & 1)).isTrue();
    }
  }
}
