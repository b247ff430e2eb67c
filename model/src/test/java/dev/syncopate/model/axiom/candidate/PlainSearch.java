package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.barrier.BarrierPassage;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.Unroller;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges every execution whole: every path, every write for every read, every order of the writes,
 * one after the other. Nothing is left out early, and nothing for being known.
 */
final class PlainSearch {
  /** What was found. */
  record Found(Set<String> outcomes, Set<String> flags) {}

  private static final class TooMany extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final LitmusTest test;
  private final Observables observables;
  private final TestLocations locations;
  private final BarrierSchedules barriers;
  private final CatEvaluator evaluator;
  private final Set<String> outcomes = new TreeSet<>();
  private final Set<String> flags = new TreeSet<>();
  private int remaining;

  private PlainSearch(LitmusTest test, CatModel model, int limit) {
    this.test = test;
    this.observables = Observables.all(test);
    this.locations = new TestLocations(test);
    this.barriers = new BarrierSchedules(test);
    this.evaluator = model.evaluator();
    remaining = limit;
  }

  /** Nothing where there are more executions than some. */
  static Optional<Found> of(LitmusTest test, CatModel model, int bound, int limit) {
    PlainSearch search = new PlainSearch(test, model, limit);
    try {
      search.paths(bound, List.of());
    } catch (TooMany e) {
      return Optional.empty();
    }
    return Optional.of(new Found(search.outcomes, search.flags));
  }

  private void step() {
    if (remaining-- <= 0) {
      throw new TooMany();
    }
  }

  private void paths(int bound, List<ThreadPath> chosen) {
    int thread = chosen.size();
    if (thread < test.threads().size()) {
      // No round of a loop is left out for only looking.
      Unroller unroller = new Unroller(test.threads().get(thread), thread, locations, bound, bound);
      for (ThreadPath path : unroller.paths()) {
        List<ThreadPath> longer = new ArrayList<>(chosen);
        longer.add(path);
        paths(bound, longer);
      }
      return;
    }
    List<MemoryEvent> initial = new ArrayList<>();
    for (int i = 0; i < locations.count(); i++) {
      initial.add(MemoryEvent.initial(i, locations.initial(i)));
    }
    ExecutionSkeleton skeleton = new ExecutionSkeleton(test, initial, chosen);
    match(skeleton, new ReadMatching(skeleton), 0);
  }

  private void match(ExecutionSkeleton skeleton, ReadMatching matching, int next) {
    step();
    if (!matching.fits()) {
      return;
    }
    if (next < skeleton.reads().length) {
      int read = skeleton.reads()[next];
      for (int write : skeleton.sources(read)) {
        match(skeleton, matching.with(read, write), next + 1);
      }
    } else if (matching.isComplete()) {
      for (BarrierPassage passage : barriers.passages(skeleton, matching)) {
        if (!passage.needsEnds() || passage.isPossible(matching::source)) {
          CandidateExecution execution =
              new CandidateExecution(skeleton, matching, skeleton.initialOrder(), passage.waits());
          evaluator.enter(Stage.SKELETON, execution);
          evaluator.enter(Stage.READS, execution);
          order(execution, 0);
        }
      }
    }
  }

  private void order(CandidateExecution execution, int first) {
    List<int[]> pairs = execution.skeleton.pairs();
    int next = first;
    while (next < pairs.size() && execution.isOrdered(pairs.get(next)[0], pairs.get(next)[1])) {
      next++;
    }
    if (next == pairs.size()) {
      judge(execution);
      return;
    }
    order(execution.ordered(pairs.get(next)[0], pairs.get(next)[1]), next + 1);
    order(execution.ordered(pairs.get(next)[1], pairs.get(next)[0]), next + 1);
  }

  private void judge(CandidateExecution execution) {
    step();
    evaluator.enter(Stage.COHERENCE, execution);
    List<ObservedState> counting =
        FinalStates.of(test, observables, locations, execution).stream()
            .filter(outcome -> test.filter() == null || outcome.meets(test.filter()))
            .toList();
    Judgement judgement = evaluator.judge();
    if (judgement.isAllowed() && !counting.isEmpty()) {
      counting.forEach(outcome -> outcomes.add(outcome.toString()));
      flags.addAll(judgement.flags());
    }
  }
}
