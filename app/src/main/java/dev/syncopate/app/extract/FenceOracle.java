package dev.syncopate.app.extract;

import dev.syncopate.app.extract.LineVerdict.Standing;
import dev.syncopate.app.extract.TestMaker.Made;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.OrderedPair;
import dev.syncopate.check.race.InstructionPair;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.check.scope.Replacement;
import dev.syncopate.check.scope.ScopeAdvice;
import dev.syncopate.check.scope.ScopeSuggestion;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges suggestions to synchronise less by the PTX model. A litmus test is extracted of each way
 * in which the run ordered conflicting accesses through the line. The suggestion is proved if all
 * of these hold with the weaker line in place.
 */
public final class FenceOracle {
  private static final String NAME = "relies";
  private static final String REDUNDANT =
      "the run ordered the accesses of a test in another way, too, which the test leaves out";
  private static final String INCOMPLETE = "accesses were ordered in more ways than are recorded";

  private final List<OrderedPair> ordered;
  private final List<Excerpt> storeBuffers;
  private final ModelOpinion opinion = new ModelOpinion();

  public FenceOracle(ScopeAdvice advice) {
    this(advice.ordered(), advice.storeBuffers());
  }

  private FenceOracle(List<OrderedPair> ordered, List<Excerpt> storeBuffers) {
    this.ordered = ordered;
    this.storeBuffers = storeBuffers;
  }

  /**
   * The verdict on a run as it is: whether the model orders the conflicting accesses that the run
   * ordered through certain lines.
   *
   * @param lines as of {@link InstructionSite#line}
   */
  public static LineVerdict unchanged(List<OrderedPair> ordered, Set<String> lines) {
    FenceOracle oracle = new FenceOracle(ordered, List.of());
    Tally tally = new Tally(null);
    for (OrderedPair pair : ordered) {
      for (List<Excerpt> way : pair.ways()) {
        if (way.stream().anyMatch(excerpt -> passes(excerpt, lines))) {
          if (!pair.complete()) {
            tally.problem = INCOMPLETE;
          }
          oracle.judge(tally, pair.instructions(), way, new LineChanges(Map.of()));
        }
      }
    }
    return tally.problem.isEmpty()
        ? new LineVerdict(
            Standing.PROVED, tally.tests, "the model orders the accesses of this run", null)
        : new LineVerdict(Standing.NOT_DECIDED, tally.tests, tally.problem, null);
  }

  private static boolean passes(Excerpt excerpt, Set<String> lines) {
    return excerpt.threads().stream()
        .flatMap(thread -> thread.steps().stream())
        .anyMatch(step -> lines.contains(step.instruction().line()));
  }

  /** How the tests of a change came out. */
  private static final class Tally {
    /** Pairs that race in the run with the change; null for all. */
    final @Nullable Set<InstructionPair> relying;

    final Set<InstructionPair> judged = new HashSet<>();
    int tests;
    String problem = "";
    @Nullable LitmusTest broken;

    Tally(@Nullable Set<InstructionPair> relying) {
      this.relying = relying;
    }
  }

  /**
   * The verdict on a suggestion, or on a line that is needed.
   *
   * @return null where another run has shown that the suggestion fails
   */
  public @Nullable LineVerdict verdict(ScopeSuggestion suggestion) {
    Replacement instead = suggestion.instead();
    if (instead != null) {
      return verdict(
          Map.of(suggestion.site(), instead),
          suggestion.reliance().instructions(),
          suggestion.narrows());
    }
    return suggestion.objection() == null ? needed(suggestion) : null;
  }

  /** The verdict on several suggestions that are followed at once. */
  public LineVerdict together(List<ScopeSuggestion> followed) {
    Map<InstructionSite, Replacement> changes = new HashMap<>();
    Set<InstructionPair> relying = new HashSet<>();
    boolean narrows = false;
    for (ScopeSuggestion suggestion : followed) {
      changes.put(suggestion.site(), Objects.requireNonNull(suggestion.instead()));
      relying.addAll(suggestion.reliance().instructions());
      narrows |= suggestion.narrows();
    }
    return verdict(changes, relying, narrows);
  }

  private LineVerdict verdict(
      Map<InstructionSite, Replacement> changes, Set<InstructionPair> relying, boolean narrows) {
    Tally tally = tally(new LineChanges(changes), relying);
    if (tally.broken != null) {
      return new LineVerdict(
          Standing.REFUTED,
          tally.tests,
          "the model then allows the outcome of a test extracted from this run",
          tally.broken);
    }
    if (tally.problem.isEmpty() && !tally.judged.containsAll(relying)) {
      tally.problem = "not all accesses that rely on it gave a test" + problemOf(relying);
    }
    if (!tally.problem.isEmpty()) {
      return new LineVerdict(Standing.NOT_DECIDED, tally.tests, tally.problem, null);
    }
    if (tally.tests == 0) {
      return new LineVerdict(
          Standing.THIS_INPUT_ONLY, 0, "the run ordered no conflicting accesses through it", null);
    }
    if (narrows) {
      return new LineVerdict(
          Standing.THIS_INPUT_ONLY,
          tally.tests,
          "which threads use its words, and so whether the scope takes them in, follows from the"
              + " input",
          null);
    }
    return new LineVerdict(
        Standing.PROVED, tally.tests, "the model forbids the same outcomes with it", null);
  }

  private String problemOf(Set<InstructionPair> relying) {
    return ordered.stream()
        .filter(pair -> relying.contains(pair.instructions()) && !pair.problem().isEmpty())
        .map(pair -> ": " + pair.problem())
        .findFirst()
        .orElse("");
  }

  /** Whether a test fails with each of the strongest alternatives. */
  private @Nullable LineVerdict needed(ScopeSuggestion suggestion) {
    List<Replacement> strongest =
        suggestion.alternatives().stream()
            .filter(alternative ->
                suggestion.alternatives().stream().noneMatch(alternative::weakerThan))
            .toList();
    int tests = 0;
    LitmusTest broken = null;
    for (Replacement alternative : strongest) {
      Tally tally = tally(new LineChanges(Map.of(suggestion.site(), alternative)), null);
      tests = Math.max(tests, tally.tests);
      if (tally.broken == null) {
        boolean onlyItsOwnAccesses = suggestion.reliance().pairs() == 0;
        return onlyItsOwnAccesses
            ? null
            : new LineVerdict(
                Standing.NOT_DECIDED,
                tests,
                "no extracted test fails with %s in its place".formatted(alternative.text()),
                null);
      }
      broken = tally.broken;
    }
    return broken == null
        ? null
        : new LineVerdict(
            Standing.PROVED,
            tests,
            "with less the model allows the outcome of a test extracted from this run",
            broken);
  }

  private Tally tally(LineChanges changes, @Nullable Set<InstructionPair> relying) {
    Tally tally = new Tally(relying);
    for (OrderedPair pair : ordered) {
      if (!pair.complete()) {
        tally.problem = INCOMPLETE;
      }
      for (List<Excerpt> way : pair.ways()) {
        if (way.stream().anyMatch(changes::concern)) {
          judge(tally, pair.instructions(), way, changes);
        }
      }
    }
    for (Excerpt excerpt : storeBuffers) {
      if (changes.concern(excerpt)) {
        judge(tally, TestDraft.of(excerpt), changes);
      }
    }
    return tally;
  }

  /** Judges store buffering that the model forbids, with the fences as they are. */
  private void judge(Tally tally, TestDraft draft, LineChanges changes) {
    if (!changes.canBeSaid(draft) || opinion.allows(StoreBufferTest.of(NAME, draft))) {
      return;
    }
    tally.tests++;
    LitmusTest changed = StoreBufferTest.of(NAME, changes.apply(draft));
    if (tally.broken == null && opinion.allows(changed)) {
      tally.broken = changed;
    }
  }

  /** Judges one way in which accesses were ordered; one of its excerpts that holds is enough. */
  private void judge(
      Tally tally, InstructionPair instructions, List<Excerpt> way, LineChanges changes) {
    LitmusTest broken = null;
    boolean stood = false;
    for (Excerpt excerpt : way) {
      TestDraft wholeDraft = TestDraft.of(excerpt);
      ForbiddenShape shape = ForbiddenShape.of(wholeDraft);
      TestValues values = new TestValues(wholeDraft);
      for (TestDraft draft : Extractor.beginnings(wholeDraft)) {
        if (!opinion.forbids(TestMaker.of(NAME, draft, shape, values))) {
          continue;
        }
        if (!changes.canBeSaid(draft)) {
          tally.problem = "a litmus test cannot take away the promotion of scopes";
          return;
        }
        stood = true;
        Made changed = TestMaker.of(NAME, changes.apply(draft), shape, values);
        if (opinion.forbids(changed)) {
          tally.tests++;
          tally.judged.add(instructions);
          return;
        }
        broken = broken == null ? changed.test() : broken;
      }
    }
    if (!stood) {
      tally.problem = "the model does not order accesses that this run ordered through it";
      return;
    }
    tally.tests++;
    tally.judged.add(instructions);
    if (tally.relying != null && !tally.relying.contains(instructions)) {
      tally.problem = REDUNDANT; // by what the excerpt has not, such as a barrier of the cluster
    } else {
      tally.broken = tally.broken == null ? broken : tally.broken;
    }
  }
}
