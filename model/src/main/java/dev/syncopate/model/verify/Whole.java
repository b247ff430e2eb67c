package dev.syncopate.model.verify;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.Comparison;
import dev.syncopate.model.litmus.Condition;
import dev.syncopate.model.litmus.Condition.Term;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;

/** Tests that look at everything: what hardware does is compared in all that can be seen of it. */
final class Whole {
  private Whole() {}

  /** The same test, asking for every register that is set and every location. */
  static LitmusTest of(LitmusTest test) {
    List<Condition> conditions =
        Observables.all(test).terms().stream()
            .<Condition>map(
                term -> new Condition.Compare(Comparison.EQ, term, new Term.Constant(0)))
            .toList();
    return conditions.isEmpty()
        ? test
        : test.asking(LitmusTest.Quantifier.EXISTS, new Condition.And(conditions));
  }
}
