package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.barrier.BarrierPassage;
import dev.syncopate.model.axiom.candidate.outcome.ObservedState;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.TooLargeException;
import dev.syncopate.model.axiom.candidate.path.Unroller;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.cat.graph.Stage;
import dev.syncopate.model.axiom.mbarrier.MbarrierHistory;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Enumeration of a test's executions: a path for each thread, then a write for each read, then an
 * order of the writes to each location.
 */
final class ExecutionEnumeration {
  /** Each takes some tens of microseconds, so that this many take minutes. */
  private static final long MOST_WAYS = 5_000_000;

  /** Looks at executions while the evaluator is at them. */
  interface Visitor {
    /** Whether no other execution is of use. */
    default boolean isDone() {
      return false;
    }

    /** Whether nothing that an execution could still become is of use. */
    boolean isHopeless();

    /** Tells what that comes from, where it says so; where nothing else is of use, from nothing. */
    void whyHopeless(ConflictCause cause);

    /** Whether what the model refuses is of no use. */
    boolean wantsAllowedOnly();

    /** Whether an execution of use may come of one that was entered and is not yet whole. */
    boolean isOfUse(CandidateExecution execution);

    /** Tells what it comes from that none may. */
    void whyUseless(CandidateExecution execution, ConflictCause cause);

    /** The reads, of those without a write, that are to be matched first; none for any. */
    BitSet first(CandidateExecution execution);

    /**
     * The outcomes that are known, where an execution is of use if and only if its outcome is none
     * of them; null where other things matter.
     */
    default @Nullable Set<ObservedState> knownOutcomes() {
      return null;
    }

    /** What is observed, in a skeleton. */
    default List<ObservedPlace> places(ExecutionSkeleton skeleton) {
      return List.of();
    }

    /** Whether executions may be of use in which the threads take some paths. */
    default boolean wants(List<ThreadPath> paths) {
      return true;
    }

    /** Takes a whole execution. */
    void whole(CandidateExecution execution);
  }

  private final LitmusTest test;
  private final CatModel model;
  private final TestLocations locations;
  private final int bound;
  private final CatEvaluator evaluator;
  private final Visitor visitor;
  private final @Nullable Coherence partial;
  private final List<MemoryEvent> initial = new ArrayList<>();
  private final Unroller.Ends ends;
  private final BarrierSchedules barriers;
  private final MbarrierSchedules mbarriers;

  private boolean cut;
  private boolean looping;
  private SearchHistory searchHistory = new SearchHistory();

  ExecutionEnumeration(
      LitmusTest test, CatModel model, CatEvaluator evaluator, int bound, Visitor visitor) {
    this(test, model, evaluator, bound, visitor, Unroller.Ends.ENDED);
  }

  /**
   * @param ends which paths are enumerated in addition to those of threads that end
   */
  ExecutionEnumeration(
      LitmusTest test,
      CatModel model,
      CatEvaluator evaluator,
      int bound,
      Visitor visitor,
      Unroller.Ends ends) {
    this.ends = ends;
    this.test = test;
    this.model = model;
    this.locations = new TestLocations(test);
    this.bound = bound;
    this.evaluator = evaluator;
    this.visitor = visitor;
    this.partial = model.coherenceIsPartial() ? new Coherence(evaluator, visitor) : null;
    this.barriers = new BarrierSchedules(test);
    this.mbarriers = new MbarrierSchedules(test);
    for (int i = 0; i < locations.count(); i++) {
      initial.add(MemoryEvent.initial(i, locations.initial(i)));
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

  /** Searches over clauses from the start, where it can. */
  void runByClauses() {
    searchHistory = new SearchHistory(/* steps= */ 0);
    run();
  }

  void run() {
    paths(FeasiblePaths.among(paths(), locations), new ArrayList<>());
  }

  /**
   * The ways through each thread's program.
   *
   * @throws TooLargeException where there are too many
   */
  List<List<ThreadPath>> paths() {
    List<List<ThreadPath>> paths = new ArrayList<>();
    long ways = 1;
    boolean repeats = false;
    for (int t = 0; t < test.threads().size(); t++) {
      Unroller unroller =
          new Unroller(test.threads().get(t), t, locations, bound, keptSpins(), ends);
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
    return paths;
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
    if (visitor.isDone()) {
      return;
    }
    if (chosen.size() < choices.size()) {
      for (ThreadPath path : choices.get(chosen.size())) {
        chosen.addLast(path);
        paths(choices, chosen);
        chosen.removeLast();
      }
      return;
    }
    if (!visitor.wants(chosen)) {
      return;
    }
    ExecutionSkeleton skeleton = new ExecutionSkeleton(test, initial, List.copyOf(chosen));
    ReadMatching unmatched = new ReadMatching(skeleton);
    if (skeleton.meetingsAreFixed()) {
      complete(skeleton, unmatched);
    } else {
      match(skeleton, unmatched, 0);
    }
  }

  /** Matches the reads from one on, where it hangs on them who meets at barriers. */
  private void match(ExecutionSkeleton skeleton, ReadMatching matching, int next) {
    if (next < skeleton.reads().length) {
      int read = skeleton.reads()[next];
      for (int write : matching.sources(read)) {
        ReadMatching longer = matching.with(read, write);
        if (longer.fits()) {
          match(skeleton, longer, next + 1);
        }
      }
    } else if (matching.isComplete()) {
      complete(skeleton, matching);
    }
  }

  /** Completes an execution of which it is known who meets at barriers. */
  private void complete(ExecutionSkeleton skeleton, ReadMatching matching) {
    List<MbarrierHistory> histories = mbarriers.histories(skeleton);
    for (BarrierPassage passage : barriers.passages(skeleton, matching)) {
      for (MbarrierHistory history : histories) {
        CandidateExecution start =
            new CandidateExecution(
                skeleton, matching, skeleton.initialOrder(), passage.waits(), history);
        evaluator.enter(Stage.SKELETON, start);
        new ExecutionCompletion(evaluator, visitor, partial, skeleton, passage, searchHistory)
            .of(start);
      }
    }
  }
}
