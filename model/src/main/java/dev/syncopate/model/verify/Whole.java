package dev.syncopate.model.verify;

import dev.syncopate.model.axiom.candidate.Observables;
import dev.syncopate.model.litmus.Comparison;
import dev.syncopate.model.litmus.Condition;
import dev.syncopate.model.litmus.Condition.Term;
import dev.syncopate.model.litmus.LitmusTest;

/** Tests that look at everything: what hardware does is compared in all that can be seen of it. */
final class Whole {
  private Whole() {}

  /** The same test, asking for every register that is set and every location. */
  static LitmusTest of(LitmusTest test) {
    Condition all = null;
    for (Term term : Observables.all(test).terms()) {
      Condition asks = new Condition.Compare(Comparison.EQ, term, new Term.Constant(0));
      all = all == null ? asks : new Condition.And(all, asks);
    }
    return all == null
        ? test
        : new LitmusTest(
            test.name(),
            test.locations(),
            test.aliases(),
            test.threads(),
            null,
            LitmusTest.Quantifier.EXISTS,
            all,
            test.barriers());
  }
}
