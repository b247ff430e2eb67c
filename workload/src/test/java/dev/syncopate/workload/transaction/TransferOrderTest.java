package dev.syncopate.workload.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.host.ResultComparison;
import org.junit.jupiter.api.Test;

/** What transfers have seen of one another, explained or not. */
class TransferOrderTest {
  private static final int INITIAL = 100;

  private static int transfer(int source, int target, int amount) {
    return source | target << 12 | amount << 24;
  }

  private static int found(int source, int target) {
    return source | target << 16;
  }

  /** Two transfers between accounts 0 and 1, and what is left. */
  private static ResultComparison explain(boolean atomic, int[] visitPlaces, int... finalBalances) {
    int[] transfers = {transfer(0, 1, 80), transfer(1, 0, 150)};
    return new TransferOrder(transfers, visitPlaces, atomic)
        .explain("CTA 0", finalBalances, INITIAL);
  }

  @Test
  void theOrderDecidesWhatIsLeft() {
    int[] firstFirst = {found(0, 0), found(1, 1)};
    int[] secondFirst = {found(1, 1), found(0, 0)};
    assertThat(explain(true, firstFirst, 170, 30).equal()).isTrue();
    assertThat(explain(true, secondFirst, 20, 180).equal()).isTrue();
    assertThat(explain(true, secondFirst, 170, 30).message())
        .isEqualTo("accounts of CTA 0[0]: found 170, expected 20; 2 of 2 elements differ");
  }

  @Test
  void oneThatIsBeforeAndBehindAnotherIsInNoOrder() {
    int[] crossed = {found(0, 1), found(0, 1)};
    assertThat(explain(true, crossed, 20, 180).message())
        .isEqualTo("CTA 0: no order of its 2 transfers explains what each has seen");
    assertThat(explain(false, crossed, 20, 180).equal())
        .as("taken both, then given both; too little for the second")
        .isTrue();
  }

  @Test
  void nobodyGivesBeforeItHasTaken() {
    int[] visitPlaces = {found(1, 0), found(1, 0)};
    assertThat(explain(false, visitPlaces, 20, 180).message()).contains("no order");
  }

  @Test
  void twoThatHaveSeenTheSameAreOneTooMany() {
    assertThat(explain(true, new int[] {found(0, 0), found(0, 1)}, 20, 180).message())
        .isEqualTo(
            "CTA 0: transfer 1 found account 1 touched 0 times, as another did or as cannot be");
    assertThat(explain(true, new int[] {found(0, 0), found(5, 1)}, 20, 180).message())
        .contains("touched 5 times");
  }

  @Test
  void moneyThatIsLostIsSaidFirst() {
    assertThat(explain(true, new int[] {found(0, 0), found(0, 0)}, 20, 100).message())
        .isEqualTo("CTA 0: the balances' sum is 120, expected 200");
  }
}
