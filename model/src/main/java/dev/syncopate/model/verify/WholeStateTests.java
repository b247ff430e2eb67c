package dev.syncopate.model.verify;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Tests that look at everything: what hardware does is compared in all that can be seen of it. */
final class WholeStateTests {
  private WholeStateTests() {}

  /**
   * The same test, asking for every register that is set and every location but mbarriers, of whose
   * bytes models say nothing.
   */
  static LitmusTest of(LitmusTest test) {
    Set<String> mbarriers = mbarriers(test);
    List<FinalCondition> conditions =
        Observables.all(test).terms().stream()
            .filter(
                term -> !(term instanceof Term.Content(String name)) || !mbarriers.contains(name))
            .<FinalCondition>map(term ->
                new FinalCondition.Compare(ComparisonOperator.EQ, term, new Term.Constant(0)))
            .toList();
    return conditions.isEmpty()
        ? test
        : test.asking(LitmusTest.Quantifier.EXISTS, new FinalCondition.And(conditions));
  }

  private static Set<String> mbarriers(LitmusTest test) {
    Set<String> names = new TreeSet<>(test.annotations().mbarriers().keySet());
    test.threads().stream()
        .flatMap(thread -> thread.instructions().stream())
        .forEach(instruction -> {
          if (instruction
              instanceof LitmusInstruction.Asynchronous(AsyncInstruction.Mbarrier operation)) {
            names.add(operation.mbarrier());
          }
        });
    return names;
  }
}
