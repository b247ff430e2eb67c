package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Litmus tests on shared memory as commands take them. */
class TransactionsTest {
  @TempDir private Path folder;

  @Test
  void testsOnSharedMemoryAreExploredOnTheTransactionUnit() throws IOException {
    Path json = folder.resolve("explored.json");
    assertThat(Shell.run("explore", "tx-write-skew", "--against", "sc").err())
        .contains("tx-write-skew: the model says nothing of transactions");
    Shell.Result result = Shell.run("explore", "tx-write-skew", "--json", json.toString());
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(result.out())
        .startsWith("tx-write-skew under localtm, model strong\n")
        .contains("model local-tx: allows all that was observed");
    assertThat(Files.readString(json)).contains("\"layout\": \"bits\"", "\"mutant\": \"\"");
  }

  @Test
  void exitCodesSayWhatIsWrong() {
    Shell.Result forbidden = Shell.run("explore", "tx-pair-read", "--mutant", "no-roll-back");
    assertThat(forbidden.code()).as("nobody is rolled back there: %s", forbidden).isZero();
    forbidden = Shell.run("explore", "tx-pair-read", "--mutant", "plain-accesses-ignored");
    assertThat(forbidden.code()).isEqualTo(1);
    assertThat(forbidden.out())
        .contains("FORBIDS P1:r0=1, P1:r1=0, which breaks transaction-order");
    Shell.Result racy = Shell.run("explore", "tx-pair-read", "--set", "tx.isolation=weak");
    assertThat(racy.code()).isZero();
    assertThat(racy.out()).contains("model local-tx-weak: the test has a race");
    Shell.Result hang =
        Shell.run("explore", "tx-write-skew-two-warps", "--mutant", "two-serialise-at-once");
    assertThat(hang.code()).isEqualTo(3);
  }

  @Test
  void whatThereIsNotIsSaid() {
    assertThat(Shell.run("explore", "tx-either", "--set", "tx.conflict=rw").err())
        .contains("tx.conflict");
    assertThat(Shell.run("explore", "tx-either", "--protocol", "srsp").err())
        .contains("--protocol: tests on shared memory are explored on the unit of transactions");
    assertThat(Shell.run("explore", "tx-either", "--protocol", "localtm").code()).isZero();
    assertThat(Shell.run("explore", "tx-either", "--mutant", "owner-kept").err())
        .contains("no mutant `owner-kept` of the transaction unit; there are");
  }

  @Test
  void testsWithTransactionsAreJudgedByTheModelThatKnowsThem() {
    Shell.Result result = Shell.run("model", "tx-write-skew", "--witness", "none");
    assertThat(result.code()).isZero();
    assertThat(result.out()).containsPattern("local-tx\n");
    result = Shell.run("model", "tx-write-skew", "--model", "ptx");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).contains("ptx: the model says nothing of transactions; local-tx does");
  }

  @Test
  void namedTestsAreVerifiedWhereTheyCanBe() throws IOException {
    Path csv = folder.resolve("verified.csv");
    Shell.Result result =
        Shell.run("verify", "tx-write-skew", "tx-either", "--csv", csv.toString());
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(result.out())
        .containsPattern("localtm × strong → local-tx +2 +2 +0 ")
        .containsPattern("localtm × weak → local-tx-weak +2 +2 +0 ")
        .doesNotContain("gpu ×");
    assertThat(Files.readString(csv)).contains("localtm,strong,local-tx,tx-either,conforms");
  }

  @Test
  void mutantsOfTheUnitAreLookedForAmongNamedTests() {
    Shell.Result result = Shell.run("mutants", "--protocol", "localtm", "tx-either");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .containsPattern("localtm +owners-kept +NOTHING")
        .containsPattern("localtm +filter-not-cleared +tx-either +promise");
  }
}
