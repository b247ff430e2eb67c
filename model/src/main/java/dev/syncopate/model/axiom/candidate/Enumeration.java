package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.barrier.Passage;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Stage;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts a test's executions together: a path for each thread, then a write for each read, then an
 * order of the writes to each location.
 */
final class Enumeration {
  /** Each takes some tens of microseconds, so that this many take minutes. */
  private static final long MOST_WAYS = 5_000_000;

  /** Looks at executions while the evaluator is at them. */
  interface Visitor {
    /** Whether nothing that an execution could still become is of use. */
    boolean isHopeless();

    /** Whether some order of the writes may make an execution of use whose reads are matched. */
    boolean isOfUse(Execution execution);

    /** Takes a whole execution. */
    void whole(Execution execution);
  }

  private final LitmusTest test;
  private final CatModel model;
  private final Locations locations;
  private final int bound;
  private final CatEvaluator evaluator;
  private final Visitor visitor;
  private final List<Event> initial = new ArrayList<>();
  private final Barriers barriers;

  /** How the threads get through the barriers of what is put together. */
  private Passage passage = new Passage(Set.of(), new int[1], (a, b) -> false);

  private boolean cut;
  private boolean looping;

  Enumeration(LitmusTest test, CatModel model, CatEvaluator evaluator, int bound, Visitor visitor) {
    this.test = test;
    this.model = model;
    this.locations = new Locations(test);
    this.bound = bound;
    this.evaluator = evaluator;
    this.visitor = visitor;
    this.barriers = new Barriers(test);
    for (int i = 0; i < locations.count(); i++) {
      initial.add(Event.initial(i, locations.initial(i)));
    }
  }

  /** Whether some path was left out because of the bound. */
  boolean cut() {
    return cut;
  }

  /** Whether some path was left out on which a loop only goes on looking. */
  boolean looping() {
    return looping;
  }

  /** Whether threads hang at a barrier somewhere. */
  boolean hung() {
    return barriers.hung();
  }

  void run() {
    List<List<ThreadPath>> paths = new ArrayList<>();
    long ways = 1;
    boolean repeats = false;
    for (int t = 0; t < test.threads().size(); t++) {
      Unroller unroller = new Unroller(test.threads().get(t), t, locations, bound, keptSpins());
      paths.add(unroller.paths());
      cut |= unroller.cut();
      looping |= unroller.looping();
      repeats |= unroller.repeats();
      ways *= paths.getLast().size();
      if (ways > MOST_WAYS) {
        throw new TooLargeException(
            "the threads have more than %,d ways through their programs together%s"
                .formatted(
                    MOST_WAYS,
                    repeats
                        ? " with each instruction executed up to %d times".formatted(bound)
                        : ""),
            repeats);
      }
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
    if (!skeleton.meetingsAreFixed()) {
      match(entered(skeleton, unmatched, null), 0);
      return;
    }
    for (Passage each : barriers.passages(skeleton, unmatched)) {
      passage = each;
      match(entered(skeleton, unmatched, each.waits()), 0);
    }
  }

  private Execution entered(Skeleton skeleton, Matching matching, @Nullable Relation waits) {
    Execution execution = new Execution(skeleton, matching, skeleton.initialOrder(), waits);
    evaluator.enter(Stage.SKELETON, execution);
    return execution;
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
        if (next.barriers() == null || !visitor.isHopeless()) {
          match(next, read + 1);
        }
      }
    }
  }

  private void matched(Execution execution) {
    if (!execution.matching().isComplete()) {
      return;
    }
    if (execution.barriers() != null) {
      passed(execution);
      return;
    }
    for (Passage each : barriers.passages(execution.skeleton, execution.matching())) {
      passage = each;
      passed(entered(execution.skeleton, execution.matching(), each.waits()));
    }
  }

  /** Orders the writes of an execution of which it is known who meets at barriers. */
  private void passed(Execution execution) {
    boolean possible =
        !passage.needsEnds() || passage.isPossible(read -> execution.matching().source(read));
    if (possible && visitor.isOfUse(execution)) {
      new Coherence(evaluator, model.coherenceIsPartial(), visitor).orders(execution);
    }
  }
}
