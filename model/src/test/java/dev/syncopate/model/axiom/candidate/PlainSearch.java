package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Judges every execution whole: nothing is left out early, and nothing for being known. */
final class PlainSearch implements Enumeration.Visitor {
  /** What was found. */
  record Found(Set<String> outcomes, Set<String> flags) {}

  private final LitmusTest test;
  private final Observables observables;
  private final CatEvaluator evaluator;
  private final Set<String> outcomes = new TreeSet<>();
  private final Set<String> flags = new TreeSet<>();
  private int left;

  private PlainSearch(LitmusTest test, CatModel model, int most) {
    this.test = test;
    this.observables = Observables.all(test);
    this.evaluator = model.evaluator();
    left = most;
  }

  /** Nothing where there are more executions than some. */
  static Optional<Found> of(LitmusTest test, CatModel model, int bound, int most) {
    PlainSearch search = new PlainSearch(test, model, most);
    new Enumeration(test, model, search.evaluator, bound, search).run();
    return search.left > 0
        ? Optional.of(new Found(search.outcomes, search.flags))
        : Optional.empty();
  }

  @Override
  public boolean isHopeless() {
    return left <= 0;
  }

  @Override
  public boolean wantsAllowedOnly() {
    return false;
  }

  @Override
  public boolean isOfUse(Execution execution) {
    return left > 0;
  }

  @Override
  public BitSet first(Execution execution) {
    return new BitSet();
  }

  @Override
  public void whole(Execution execution) {
    left--;
    List<Outcome> counting =
        FinalStates.of(test, observables, new Locations(test), execution).stream()
            .filter(outcome -> test.filter() == null || outcome.meets(test.filter()))
            .toList();
    Judgement judgement = evaluator.judge();
    if (judgement.isAllowed() && !counting.isEmpty()) {
      counting.forEach(outcome -> outcomes.add(outcome.toString()));
      flags.addAll(judgement.flags());
    }
  }
}
