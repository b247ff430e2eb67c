package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Judgement;
import dev.syncopate.model.axiom.cat.Stage;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts a test's executions together and has each judged: a path for each thread, then a write for
 * each read, then an order of the writes to each location. Cut off is whatever already breaks a
 * requirement that more pairs of {@code rf} and {@code co} cannot mend, and whatever could only
 * show again what has been seen.
 */
public final class Search {
  private final LitmusTest test;
  private final CatModel model;
  private final Locations locations;
  private final Observables observables;
  private final int bound;
  private final CatEvaluator evaluator;
  private final SortedMap<Outcome, Execution> outcomes = new TreeMap<>();
  private final SortedMap<String, Execution> flags = new TreeMap<>();
  private final List<Event> initial = new ArrayList<>();
  private long judged;
  private boolean cut;
  private boolean hung;
  private boolean filtered;

  /**
   * @param observables what outcomes tell apart
   * @param bound how often a thread executes an instruction at most, at least 1
   */
  private Search(LitmusTest test, CatModel model, Observables observables, int bound) {
    this.test = test;
    this.model = model;
    this.locations = new Locations(test);
    this.observables = observables;
    this.bound = bound;
    this.evaluator = model.evaluator();
    for (int i = 0; i < locations.count(); i++) {
      initial.add(Event.initial(i, locations.initial(i)));
    }
  }

  /**
   * What a model allows of a test.
   *
   * @param observables what outcomes tell apart
   * @param bound how often a thread executes an instruction at most, at least 1
   * @throws TooLargeException where there are too many executions
   * @throws WildAddressException where a thread uses as an address what is none
   */
  public static Findings of(LitmusTest test, CatModel model, Observables observables, int bound) {
    Search search = new Search(test, model, observables, bound);
    search.run();
    return new Findings(
        observables,
        search.outcomes,
        search.flags,
        search.judged,
        search.cut,
        search.hung,
        search.filtered);
  }

  private void run() {
    List<List<ThreadPath>> paths = new ArrayList<>();
    for (int t = 0; t < test.threads().size(); t++) {
      Unroller unroller = new Unroller(test.threads().get(t), t, locations, bound, keptSpins());
      paths.add(unroller.paths());
      cut |= unroller.cut();
    }
    paths(paths, new ArrayList<>());
  }

  /**
   * How many rounds in a row that only looked are kept. Such a round adds reads. Where these can
   * only forbid, they are left out; where the model reports races, one of them may have one, and
   * one round in a row is enough to show it.
   */
  private int keptSpins() {
    if (!model.moreReadsOnlyForbid()) {
      return bound;
    }
    return model.flags().isEmpty() ? 0 : 1;
  }

  private void paths(List<List<ThreadPath>> choices, List<ThreadPath> chosen) {
    if (chosen.size() < choices.size()) {
      for (ThreadPath path : choices.get(chosen.size())) {
        chosen.addLast(path);
        paths(choices, chosen);
        chosen.removeLast();
      }
      return;
    }
    Skeleton skeleton = new Skeleton(test.threads(), initial, List.copyOf(chosen));
    Matching unmatched = new Matching(skeleton);
    Relation barriers = null;
    if (skeleton.meetingsAreFixed()) {
      barriers = Barriers.meetings(test.threads(), skeleton, unmatched);
      if (barriers == null) {
        hung = true;
        return;
      }
    }
    Execution start = new Execution(skeleton, unmatched, skeleton.initialOrder(), barriers);
    evaluator.enter(Stage.SKELETON, start);
    match(start, 0);
  }

  /** Matches the reads from an event on. */
  private void match(Execution execution, int from) {
    Skeleton skeleton = execution.skeleton;
    int read = from;
    while (read < skeleton.size() && !skeleton.event(read).reads()) {
      read++;
    }
    if (read == skeleton.size()) {
      matched(execution);
      return;
    }
    for (int write = 0; write < skeleton.size(); write++) {
      if (!skeleton.mayReadFrom(read, write)) {
        continue;
      }
      Matching matching = execution.matching().with(read, write);
      if (matching != null) {
        Execution next = execution.with(matching);
        evaluator.enter(Stage.READS, next);
        if (next.barriers() == null || !evaluator.isHopeless()) {
          match(next, read + 1);
        }
      }
    }
  }

  private void matched(Execution execution) {
    if (!execution.matching().isComplete()) {
      return;
    }
    Execution whole = execution;
    if (execution.barriers() == null) {
      Relation barriers =
          Barriers.meetings(test.threads(), execution.skeleton, execution.matching());
      if (barriers == null) {
        hung = true;
        return;
      }
      whole =
          new Execution(execution.skeleton, execution.matching(), execution.coherence(), barriers);
      evaluator.enter(Stage.SKELETON, whole);
    }
    if (!observables.hasContents() && fresh(whole) == null) {
      return;
    }
    new Coherence(evaluator, model.coherenceIsPartial(), this::judge).orders(whole);
  }

  /** Judges a whole execution, if it can show anything new. */
  private void judge(Execution execution) {
    List<Outcome> fresh = fresh(execution);
    if (fresh == null) {
      return;
    }
    judged++;
    Judgement judgement = evaluator.judge();
    if (!judgement.isAllowed()) {
      return;
    }
    for (ThreadPath path : execution.skeleton.paths) {
      if (path.fault() != null) {
        throw new WildAddressException(path.fault(), model.name());
      }
    }
    fresh.forEach(outcome -> outcomes.put(outcome, execution));
    judgement.flags().forEach(flag -> flags.putIfAbsent(flag, execution));
  }

  /** The outcomes that were not seen before; null where an execution can show nothing new. */
  private @Nullable List<Outcome> fresh(Execution execution) {
    List<Outcome> fresh = new ArrayList<>();
    boolean counts = false;
    for (Outcome outcome : FinalStates.of(test, observables, locations, execution)) {
      if (test.filter() != null && !outcome.meets(test.filter())) {
        filtered = true;
      } else {
        counts = true;
        if (!outcomes.containsKey(outcome)) {
          fresh.add(outcome);
        }
      }
    }
    boolean allFlags = flags.keySet().containsAll(model.flags());
    return !counts || (allFlags && fresh.isEmpty()) ? null : fresh;
  }
}
