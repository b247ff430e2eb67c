package dev.syncopate.model.verify;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.FinalCondition;
import dev.syncopate.model.litmus.FinalCondition.Term;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;

/** Tests that look at everything: what hardware does is compared in all that can be seen of it. */
final class WholeStateTests {
  private WholeStateTests() {}

  /** The same test, asking for every register that is set and every location. */
  static LitmusTest of(LitmusTest test) {
    List<FinalCondition> conditions =
        Observables.all(test).terms().stream()
            .<FinalCondition>map(term ->
                new FinalCondition.Compare(ComparisonOperator.EQ, term, new Term.Constant(0)))
            .toList();
    return conditions.isEmpty()
        ? test
        : test.asking(LitmusTest.Quantifier.EXISTS, new FinalCondition.And(conditions));
  }
}
