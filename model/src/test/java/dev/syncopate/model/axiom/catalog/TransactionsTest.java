package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What models say of transactions comes from these, and from no other model. */
class TransactionsTest {
  /** Tests that ask for nothing that transactions prevent, but for what roll-backs might do. */
  private static final List<String> OTHERS =
      List.of(
          "tx-counter-atomic",
          "tx-lost-write",
          "tx-committed-stays",
          "tx-old-value",
          "tx-publish",
          "tx-either");

  /** Tests that transactions do not prevent what they ask for. */
  private static final List<String> ALLOWED = List.of("tx-either", "tx-fallback-blind");

  private static boolean isAllowed(LitmusTest test, String model) {
    return ModelAnswer.of(test, ModelCatalog.named(model), 3).verdict();
  }

  private static LitmusTest without(String name) {
    return LitmusTest.read(name, Library.text(name).replaceAll("tx\\.(begin|commit)", "  "));
  }

  @Test
  void withoutItsTransactionsATestIsAllowedWhatTheyForbid() {
    for (String name : Library.transactions()) {
      boolean prevents = !OTHERS.contains(name);
      assertThat(isAllowed(Library.test(name), "local-tx"))
          .as(name)
          .isEqualTo(ALLOWED.contains(name));
      assertThat(isAllowed(without(name), "local-tx"))
          .as("%s without transactions", name)
          .isEqualTo(prevents || ALLOWED.contains(name));
    }
  }

  @Test
  void withoutTransactionsSharedMemoryIsSequentiallyConsistent() {
    Stream<String> ofMemory = Library.names().stream().filter(name -> name.startsWith("SB"));
    Stream<LitmusTest> tests =
        Stream.concat(
            ofMemory.map(Library::test),
            Library.transactions().stream().map(TransactionsTest::without));
    tests.forEach(test ->
        assertThat(isAllowed(test, "local-tx")).as(test.name()).isEqualTo(isAllowed(test, "sc")));
  }

  @Test
  void aModelThatKnowsNoTransactionsJudgesNone() {
    LitmusTest test = Library.test("tx-counters");
    assertThat(ModelAnswer.of(test, ModelCatalog.named("ptx"), 3).problem())
        .isEqualTo("the model says nothing of transactions; local-tx does");
    assertThatThrownBy(
            () -> ExecutionSearch.of(test, ModelCatalog.named("sc"), Observables.asked(test), 3))
        .hasMessage("the model says nothing of transactions; local-tx does");
  }
}
