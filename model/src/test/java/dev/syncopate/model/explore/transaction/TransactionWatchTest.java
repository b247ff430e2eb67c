package dev.syncopate.model.explore.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.model.litmus.LitmusTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The watch says what is wrong with a step, and nothing of what is right. */
class TransactionWatchTest {
  private static final int X = 0;
  private static final int Y = 1;

  private TransactionWatch watch;

  @BeforeEach
  void twoLanesAndTwoWords() {
    LitmusTest test =
        LitmusTest.read(
            "t", "PTX t\n{ shared x; shared y = 7; }\nP0@cta 0,gpu 0 ;\nexists (x = 1)");
    WordMap words = new WordMap(test, WordLayout.BANKS, TxConfig.standard());
    watch = new TransactionWatch(words, new String[] {"P0", "P1"});
  }

  @Test
  void valuesThatAreNotCommittedAreSeenByNobodyElse() {
    watch.begin(0);
    watch.write(0, X, 1);
    watch.read(0, X, 1);
    watch.holds(X, 1);
    watch.holds(Y, 7);
    assertThat(watch.fault()).isEmpty();
    watch.read(1, X, 1);
    assertThat(watch.fault())
        .isEqualTo("P1 reads x=1 outside a transaction, which P0 has not committed");
  }

  @Test
  void onlyTheCommittedValueIsReadInside() {
    watch.begin(0);
    watch.read(0, Y, 7);
    assertThat(watch.fault()).isEmpty();
    watch.read(0, X, 3);
    assertThat(watch.fault()).isEqualTo("P0 reads x=3, and committed is 0");
  }

  @Test
  void aLaneSeesWhatItWrote() {
    watch.begin(0);
    watch.write(0, X, 1);
    watch.read(0, X, 0);
    assertThat(watch.fault()).isEqualTo("P0 reads x=0, where it wrote 1 itself");
  }

  @Test
  void anAttemptSeesOneStateAlsoIfItNeverCommits() {
    watch.begin(0);
    watch.read(0, X, 0);
    watch.begin(1);
    watch.write(1, X, 1);
    watch.write(1, Y, 8);
    watch.commit(1);
    assertThat(watch.fault()).isEmpty();
    watch.read(0, Y, 8);
    assertThat(watch.fault())
        .isEqualTo("P0 reads y and has read x=0 in the same attempt, where 1 is committed now");
  }

  @Test
  void whatACommitHasReadIsStillSo() {
    watch.begin(0);
    watch.read(0, X, 0);
    watch.write(1, X, 1);
    watch.commit(0);
    assertThat(watch.fault())
        .isEqualTo("P0 commits and has read x=0 in the same attempt, where 1 is committed now");
  }

  @Test
  void anAttemptThatIsRolledBackLeavesNoTrace() {
    watch.begin(0);
    watch.write(0, X, 1);
    watch.step(2);
    watch.rolledBack(0);
    assertThat(watch.fault()).isEmpty();
    watch.holds(X, 1);
    assertThat(watch.fault()).isEqualTo("memory holds x=1, and committed is 0");
  }

  @Test
  void whoIsAloneCommits() {
    watch.begin(0);
    watch.step(1);
    watch.rolledBack(0);
    assertThat(watch.fault()).isEqualTo("P0 is rolled back, and no other lane has come in its way");
  }

  @Test
  void whatWasToldIsNotToldAgain() {
    watch.read(0, X, 3);
    watch.finish();
    watch.read(0, X, 3);
    watch.holds(X, 9);
    assertThat(watch.fault()).isEmpty();
  }
}
