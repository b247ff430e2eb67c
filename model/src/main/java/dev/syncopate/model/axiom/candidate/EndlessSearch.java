package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.MemoryEvent.Kind;
import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.ThreadPath.End;
import dev.syncopate.model.axiom.candidate.path.Unroller;
import dev.syncopate.model.axiom.cat.CatEvaluator;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.halt.HaltedException;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.progress.Fairness;
import dev.syncopate.model.progress.ProgressUnits;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Search for an execution that never ends, that a model allows and a scheduler may choose. Some
 * threads repeat the last round of a loop without an effect: it reads, and its atomics write what
 * they read. In such a round a read may miss a later write to its location in two cases. Either
 * nothing promises that it sees the write ({@link EventualVisibility}), or the write is itself
 * repeated and has the value that is read. Loops with another effect are not followed forever.
 */
public final class EndlessSearch implements ExecutionEnumeration.Visitor {
  private final LitmusTest test;
  private final CatModel model;
  private final ProgressUnits units;
  private final Fairness fairness;
  private final TestLocations locations;
  private final CatEvaluator evaluator;
  private @Nullable EndlessExecution endless;
  private @Nullable ExecutionSkeleton judging;
  private @Nullable EventualVisibility visibility;

  private EndlessSearch(LitmusTest test, CatModel model, ProgressUnits units, Fairness fairness) {
    this.test = test;
    this.model = model;
    this.units = units;
    this.fairness = fairness;
    this.locations = new TestLocations(test);
    this.evaluator = model.evaluator();
  }

  /**
   * Result of a search.
   *
   * @param execution one that never ends; null where none was found
   * @param cut whether loops with an effect were left out after some rounds
   */
  public record Result(@Nullable EndlessExecution execution, boolean cut) {}

  /**
   * Searches.
   *
   * @param bound how often a thread executes an instruction at most, at least 1
   * @throws dev.syncopate.model.axiom.candidate.path.TooLargeException where there are too many
   *     executions
   * @throws WildAddressException where a thread uses as an address what is none
   * @throws HaltedException where it was told to end
   */
  public static Result of(
      LitmusTest test, CatModel model, ProgressUnits units, Fairness fairness, int bound) {
    EndlessSearch search = new EndlessSearch(test, model, units, fairness);
    ExecutionEnumeration enumeration = search.enumeration(bound);
    enumeration.run();
    return new Result(search.endless, enumeration.cut());
  }

  /** The same, searched over clauses from the start where coherence is total. */
  static Result byClauses(
      LitmusTest test, CatModel model, ProgressUnits units, Fairness fairness, int bound) {
    EndlessSearch search = new EndlessSearch(test, model, units, fairness);
    ExecutionEnumeration enumeration = search.enumeration(bound);
    enumeration.runByClauses();
    return new Result(search.endless, enumeration.cut());
  }

  private ExecutionEnumeration enumeration(int bound) {
    boolean allGuaranteed = fairness == Fairness.WEAK || fairness == Fairness.STRONG;
    return new ExecutionEnumeration(
        test,
        model,
        evaluator,
        bound,
        this,
        allGuaranteed ? Unroller.Ends.REPEATED : Unroller.Ends.LEFT);
  }

  @Override
  public boolean isDone() {
    return endless != null;
  }

  /** Whether some thread repeats a round, and the scheduler may leave those that it leaves. */
  @Override
  public boolean wants(List<ThreadPath> paths) {
    long left = 0;
    long repeating = 0;
    long started = 0;
    boolean[] ended = new boolean[paths.size()];
    for (int thread = 0; thread < ended.length; thread++) {
      long unit = 1L << units.of(thread);
      switch (paths.get(thread).end()) {
        case ENDED -> {
          ended[thread] = true;
          started |= unit;
        }
        case REPEATED -> {
          repeating |= unit;
          started |= unit;
        }
        case LEFT -> {
          left |= unit;
          started |= unit;
        }
        case NOT_STARTED -> left |= unit;
      }
    }
    return repeating != 0
        && units.mayStarve(fairness, left, repeating, started, units.whole(ended))
        && !waitsForTheUnfinished(paths);
  }

  /** Whether a barrier waits for all threads of a block of which one never ends. */
  private boolean waitsForTheUnfinished(List<ThreadPath> paths) {
    for (int a = 0; a < paths.size(); a++) {
      boolean waits =
          paths.get(a).events().stream()
              .map(MemoryEvent::meeting)
              .anyMatch(meeting -> meeting != null && meeting.quorum() == null);
      for (int b = 0; waits && b < paths.size(); b++) {
        if (paths.get(b).end() != End.ENDED && sharesBlock(a, b)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean sharesBlock(int a, int b) {
    LitmusThread first = test.threads().get(a);
    LitmusThread second = test.threads().get(b);
    return first.gpu() == second.gpu() && first.cta() == second.cta();
  }

  @Override
  public boolean isHopeless() {
    return isDone() || evaluator.isHopeless();
  }

  @Override
  public void whyHopeless(ConflictCause cause) {
    if (!isDone()) {
      evaluator.whyHopeless(cause);
    }
  }

  @Override
  public boolean wantsAllowedOnly() {
    return true;
  }

  @Override
  public boolean isOfUse(CandidateExecution execution) {
    return !isDone() && missed(execution) == null;
  }

  @Override
  public void whyUseless(CandidateExecution execution, ConflictCause cause) {
    int[] missed = missed(execution);
    if (missed == null) {
      return;
    }
    int read = missed[0];
    int write = missed[1];
    cause.read(read);
    cause.order(execution.matching().source(read), write);
    execution.matching().because(write, cause);
    execution.matching().because(execution.matching().source(read), cause);
  }

  @Override
  public BitSet first(CandidateExecution execution) {
    return new BitSet();
  }

  /** A read that is repeated forever, and a write that it would see; null where all is well. */
  private int @Nullable [] missed(CandidateExecution execution) {
    ExecutionSkeleton skeleton = execution.skeleton;
    ReadMatching matching = execution.matching();
    for (int thread = 0; thread < skeleton.paths.size(); thread++) {
      for (int read = roundStart(skeleton, thread); read < skeleton.first[thread + 1]; read++) {
        int source = skeleton.event(read).reads() ? matching.source(read) : CandidateExecution.NONE;
        if (source == CandidateExecution.NONE) {
          continue;
        }
        for (int write : skeleton.writesTo(skeleton.event(read).location())) {
          if (execution.coherence().contains(source, write)
              && visibility(skeleton).isPromised(write, read)
              && !isSame(skeleton, matching, source, write)) {
            return new int[] {read, write};
          }
        }
      }
    }
    return null;
  }

  /** Whether a write is repeated forever, and may have the value of what is read. */
  private static boolean isSame(
      ExecutionSkeleton skeleton, ReadMatching matching, int source, int write) {
    int thread = skeleton.event(write).thread();
    return write >= roundStart(skeleton, thread)
        && (!matching.knows(source)
            || !matching.knows(write)
            || matching.value(source) == matching.value(write));
  }

  /** Where the events begin that a thread repeats forever; after its last one where it ends. */
  private static int roundStart(ExecutionSkeleton skeleton, int thread) {
    return skeleton.first[thread] + skeleton.paths.get(thread).roundStart();
  }

  private EventualVisibility visibility(ExecutionSkeleton skeleton) {
    EventualVisibility current = visibility;
    if (current == null || judging != skeleton) {
      current = new EventualVisibility(skeleton, !model.distinguishesAccesses());
      visibility = current;
      judging = skeleton;
    }
    return current;
  }

  @Override
  public void whole(CandidateExecution execution) {
    if (isDone() || missed(execution) != null || !evaluator.judge().isAllowed()) {
      return;
    }
    for (ThreadPath path : execution.skeleton.paths) {
      if (path.fault() != null) {
        throw new WildAddressException(path.fault(), model.name());
      }
    }
    endless = new EndlessExecution(execution, remarks(execution));
  }

  private List<String> remarks(CandidateExecution execution) {
    ExecutionSkeleton skeleton = execution.skeleton;
    List<EventView> events = execution.view(test);
    List<String> remarks = new ArrayList<>();
    for (int thread = 0; thread < skeleton.paths.size(); thread++) {
      String name = "P" + test.threads().get(thread).id();
      switch (skeleton.paths.get(thread).end()) {
        case ENDED -> {}
        case LEFT -> remarks.add(name + " is never scheduled again");
        case NOT_STARTED -> remarks.add(name + " never starts");
        case REPEATED -> {
          List<String> reads = new ArrayList<>();
          for (int e = roundStart(skeleton, thread); e < skeleton.first[thread + 1]; e++) {
            if (skeleton.event(e).kind() == Kind.READ) {
              reads.add(read(execution, events, e));
            }
          }
          remarks.add(
              name
                  + " repeats its last round forever"
                  + (reads.isEmpty() ? "" : ": " + String.join(", ", reads)));
        }
      }
    }
    return remarks;
  }

  private String read(CandidateExecution execution, List<EventView> events, int read) {
    MemoryEvent event = execution.skeleton.event(read);
    int source = execution.matching().source(read);
    String text =
        "%s reads %s=%s from %s"
            .formatted(
                events.get(read).name(),
                locations.name(event.location()),
                locations.shown(execution.matching().value(read)),
                events.get(source).name());
    for (int write : execution.skeleton.writesTo(event.location())) {
      if (execution.coherence().contains(source, write)
          && !visibility(execution.skeleton).isPromised(write, read)) {
        return text + ", as nothing promises that it sees " + events.get(write).name();
      }
    }
    return text;
  }
}
