package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.Stage;
import dev.syncopate.model.axiom.relation.Relation;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
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

    /** Whether what the model refuses is of no use. */
    boolean wantsAllowedOnly();

    /**
     * Whether some order of the writes, with the pairs that it has, may make an execution of use
     * whose reads are matched.
     */
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
  private final @Nullable ForcedOrders forced;
  private final List<Event> initial = new ArrayList<>();
  private boolean cut;
  private boolean hung;

  Enumeration(LitmusTest test, CatModel model, CatEvaluator evaluator, int bound, Visitor visitor) {
    this.test = test;
    this.model = model;
    this.locations = new Locations(test);
    this.bound = bound;
    this.evaluator = evaluator;
    this.visitor = visitor;
    this.forced =
        visitor.wantsAllowedOnly() && !model.coherenceIsPartial()
            ? new ForcedOrders(evaluator)
            : null;
    for (int i = 0; i < locations.count(); i++) {
      initial.add(Event.initial(i, locations.initial(i)));
    }
  }

  /** Whether some path was left out because of the bound. */
  boolean cut() {
    return cut;
  }

  /** Whether threads hang at a barrier somewhere. */
  boolean hung() {
    return hung;
  }

  void run() {
    List<List<ThreadPath>> paths = new ArrayList<>();
    long ways = 1;
    for (int t = 0; t < test.threads().size(); t++) {
      Unroller unroller = new Unroller(test.threads().get(t), t, locations, bound, keptSpins());
      paths.add(unroller.paths());
      cut |= unroller.cut();
      ways *= paths.getLast().size();
      if (ways > MOST_WAYS) {
        throw new TooLargeException(
            "the threads have more than "
                + MOST_WAYS
                + " ways together with loops unrolled "
                + bound
                + " times: lower the bound");
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
    match(barriers == null || forced == null ? start : forced.start(start), 0);
  }

  /** Matches the reads from one on, in the skeleton's order of them. */
  private void match(Execution execution, int next) {
    Skeleton skeleton = execution.skeleton;
    if (next == skeleton.reads().length) {
      matched(execution);
      return;
    }
    int read = skeleton.reads()[next];
    for (int write : skeleton.sources(read)) {
      Matching matching = execution.matching().with(read, write);
      if (matching != null) {
        Execution longer = entered(execution.with(matching), read, write);
        if (longer != null) {
          match(longer, next + 1);
        }
      }
    }
  }

  /**
   * An execution with one more read matched, and those orders of writes that the model leaves no
   * choice of then; null where nothing that it could become is of use.
   */
  private @Nullable Execution entered(Execution execution, int read, int write) {
    evaluator.enter(Stage.READS, execution);
    if (execution.barriers() == null) {
      return execution;
    }
    if (visitor.isHopeless()) {
      return null;
    }
    return forced == null ? execution : forced.settle(execution, read, write);
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
    if (!visitor.isOfUse(whole)) {
      return;
    }
    new Coherence(evaluator, model.coherenceIsPartial(), visitor).orders(whole);
  }
}
