package dev.syncopate.model.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.syncopate.model.source.SourceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shared locations, warps and transactions are read, and what is wrong about them is said. */
class SharedMemoryTest {
  private static String test(String locations, String places, String... rows) {
    return "PTX t\n{ %s }\n %s ;\n %s ;\nexists (x = 1)\n"
        .formatted(locations, places, String.join(" ;\n ", rows));
  }

  private static String one(String... rows) {
    return test("shared x;", "P0@cta 0,gpu 0", rows);
  }

  private static SourceException refused(String text) {
    return catchThrowableOfType(SourceException.class, () -> LitmusTest.read("t", text));
  }

  @Test
  void sharedLocationsAndWarpsAreRead() {
    LitmusTest read =
        LitmusTest.read(
            "t",
            test(
                "shared x; shared y = 2; shared = 3; z = y;",
                "P0@cta 0,gpu 0 | P1@cta 0,gpu 0,warp 3",
                "ld.weak r0, x | st.weak shared, 1"));
    assertThat(read.shared()).containsExactly("x", "y");
    assertThat(read.locations())
        .containsEntry("x", new LitmusOperand.Constant(0))
        .containsEntry("y", new LitmusOperand.Constant(2))
        .containsEntry("shared", new LitmusOperand.Constant(3));
    assertThat(read.threads())
        .extracting(LitmusThread::warp)
        .containsExactly(LitmusThread.ALONE, 3);
    assertThat(read.hasTransactions()).isFalse();
    assertThat(LitmusTest.read("t", LitmusWriter.text(read))).isEqualTo(read);
  }

  @Test
  void eachBlockMayHaveItsOwnSharedLocations() {
    String text =
        test(
            "shared x; shared y; z = 0;",
            "P0@cta 0,gpu 0 | P1@cta 1,gpu 0",
            "st.weak x, 1 | st.weak y, 1; st.weak z, 1 | ld.weak r0, z");
    assertThat(LitmusTest.read("t", text).shared()).containsExactly("x", "y");
    assertThat(refused(text.replace("ld.weak r0, z", "ld.weak r0, x")))
        .hasMessageContaining(
            "`x` is shared by the threads of one block, and P1 is of another than P0");
    assertThat(
            refused(text.replace("st.weak y, 1", "tx.begin").replace("ld.weak r0, z", "tx.commit")))
        .hasMessageContaining("transaction");
  }

  @Test
  void transactionsAreReadWhereEveryWayCommitsAsOftenAsItBegins() {
    LitmusTest read =
        LitmusTest.read(
            "t",
            one(
                "LC00:",
                "tx.begin",
                "tx.begin",
                "ld.weak r0, x",
                "tx.commit",
                "beq r0, 1, LC01",
                "st.weak x, 1",
                "LC01:",
                "tx.commit",
                "beq r0, 0, LC00"));
    assertThat(read.hasTransactions()).isTrue();
    assertThat(LitmusTest.read("t", LitmusWriter.text(read))).isEqualTo(read);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "tx.commit ! t:4:2: P0 commits here what it has not begun: a `tx.begin` is missing",
        "tx.begin; st.weak x, 1 ! t:5:2: P0 ends here inside a transaction: a `tx.commit` is missing",
        "tx.begin; bar.cta.sync 0; tx.commit ! t:5:2: a barrier inside a transaction",
        "beq r0, 1, LC00; tx.begin; LC00:; st.weak x, 1; tx.commit ! t:7:2: P0 comes here inside no"
            + " transaction from 4:2, and inside a transaction from 5:2",
        "LC00:; tx.begin; goto LC00 ! t:5:2: P0 comes here inside no transaction from 5:2, and inside"
            + " a transaction from 6:2",
        "tx.start ! found `start`, expected `begin`, `commit` or `failed` after `tx`",
        "tx.begin; st.weak y, 1; tx.commit ! t:5:10: `y` is in global memory, and the transaction at"
            + " 4:2 is on shared memory alone; declare `shared y`"
      })
  void whatIsWrongIsSaidWithItsPlace(String rows, String message) {
    assertThat(refused(one(rows.split("; *", -1)))).hasMessageContaining(message);
  }

  @Test
  void allThreadsWithTransactionsAskOrNone() {
    assertThat(
            refused(
                test(
                    "shared x;",
                    "P0@cta 0,gpu 0 | P1@cta 0,gpu 0",
                    "tx.begin | tx.begin",
                    "tx.failed r0 | st.weak x, 1",
                    "tx.commit | tx.commit")))
        .hasMessageContaining(
            "t:4:13: P1 begins a transaction and does not ask `tx.failed`, which P0 does: it would"
                + " not know that it was given up");
    LitmusTest read = LitmusTest.read("t", one("tx.failed r0", "st.weak x, r0"));
    assertThat(read.asksForFailure()).isTrue();
    assertThat(LitmusTest.read("t", LitmusWriter.text(read))).isEqualTo(read);
  }

  @Test
  void threadsOfSharedMemoryAreOfOneBlock() {
    assertThat(
            refused(
                test(
                    "shared x;",
                    "P0@cta 0,gpu 0 | P1@cta 1,gpu 0",
                    "st.weak x, 1 | ld.weak r0, x")))
        .hasMessageContaining(
            "t:2:10: `x` is shared by the threads of one block, and P1 is of another than P0");
    assertThat(
            refused(test("shared x;", "P0@cta 0,gpu 0 | P1@cpu", "st.weak x, 1 | ld.weak r0, x")))
        .hasMessageContaining("P1 is of another than P0");
    assertThat(refused(test("x;", "P0@cta 0,gpu 0", "st.weak x, 1"))).hasMessageContaining("`=`");
    assertThat(refused(test("x=0;", "P0@cta 0,gpu 0,warp 1", "st.weak x, 1")))
        .hasMessageContaining("t:3:17: a `warp` is said where locations are `shared`, and none is");
  }
}
