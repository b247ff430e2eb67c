package dev.syncopate.app.explore;

import dev.syncopate.model.axiom.witness.RefusalText;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationFailure;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.report.ExplorationText;
import dev.syncopate.model.explore.report.ScheduleText;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.explore.transaction.UnitSetup;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.TerminationQuestion;
import dev.syncopate.model.verdict.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A test that was explored, and judged.
 *
 * @param exploration what was seen
 * @param verdict what a model says of it, or null where none was asked
 * @param seconds the exploration took
 * @param unjudged what the model was not asked to the end, and why; null where it was
 * @param fault what the test does wrong in an execution that the model allows; else empty
 * @param termination the question whether every run ends; null where it was not asked
 */
public record ExploredTest(
    Exploration exploration,
    @Nullable Verdict verdict,
    double seconds,
    @Nullable String unjudged,
    String fault,
    @Nullable TerminationQuestion termination) {

  /** Explores a test, and judges it where asked. */
  public static ExploredTest of(
      LitmusTest test,
      ExplorationRequest request,
      Explorer.Progress progress,
      ObservationJudge judging) {
    return of(
        test, () -> Explorer.explore(test, request, progress), judging, request.termination());
  }

  /** The same on the transaction unit. */
  public static ExploredTest of(
      LitmusTest test,
      List<UnitSetup> setups,
      long bound,
      Explorer.Progress progress,
      ObservationJudge judging) {
    return of(test, () -> UnitExplorer.explore(test, setups, bound, progress), judging, null);
  }

  private static ExploredTest of(
      LitmusTest test,
      Supplier<Exploration> explored,
      ObservationJudge judging,
      @Nullable TerminationQuestion termination) {
    judging.check(test);
    long start = System.nanoTime();
    Exploration exploration = explored.get();
    double seconds = (System.nanoTime() - start) / 1e9;
    ObservationJudge.Judged judged = judging.of(exploration);
    return new ExploredTest(
        exploration, judged.verdict(), seconds, judged.unjudged(), judged.fault(), termination);
  }

  /** Whether everything that can happen was looked at, and judged where asked. */
  public boolean isWhole() {
    return exploration.complete() && unjudged == null;
  }

  /** Whether something got stuck, or never terminates. */
  public boolean hangs() {
    return counting().anyMatch(ExploredTest::isHang);
  }

  private static boolean isHang(ExplorationFailure failure) {
    return failure.kind() == PropertyViolation.Kind.DEADLOCK
        || failure.kind() == PropertyViolation.Kind.LIVELOCK;
  }

  /**
   * The failures; of a test with a race without loops, as nothing says that they must end, unless
   * that was asked, and without promises that were not kept, as there are none.
   */
  private Stream<ExplorationFailure> counting() {
    boolean racy = verdict != null && verdict.racy();
    return exploration.failures().stream()
        .filter(failure ->
            !racy
                || ((failure.kind() != PropertyViolation.Kind.LIVELOCK || termination != null)
                    && failure.kind() != PropertyViolation.Kind.PROMISE));
  }

  /**
   * Whether something was seen that must not be: a failure other than a hang, an outcome that the
   * model forbids, or without a model, a claim of the test that is not true.
   */
  public boolean answersWrong() {
    return counting().anyMatch(failure -> !isHang(failure))
        || (verdict != null
            ? !verdict.passes()
            : exploration.answer() == Exploration.Answer.VIOLATED);
  }

  /** All of it as text. */
  public String text(boolean schedules) {
    StringBuilder text = new StringBuilder(ExplorationText.of(exploration, schedules));
    text.append(
        String.format(Locale.ROOT, "  %,d states in %.2f s%n", exploration.states(), seconds));
    if (termination != null) {
      text.append("  ").append(ending(termination)).append('\n');
    }
    if (verdict != null) {
      verdict(text, verdict);
    }
    if (unjudged != null) {
      text.append(verdict == null ? "  NOT JUDGED: " : "  NOT JUDGED TO THE END: ");
      text.append(unjudged).append('\n');
    }
    if (answersWrong() && hangs()) {
      text.append("  WRONG twice: it does what it must not, and it hangs\n");
    }
    return text.toString();
  }

  /** Whether every run ends, in a line. */
  private String ending(TerminationQuestion question) {
    return hangs()
        ? "MAY NOT END under " + question
        : exploration.complete()
            ? "ends: every run does under " + question
            : "not known whether every run ends under " + question + ": not all was explored";
  }

  private void verdict(StringBuilder text, Verdict verdict) {
    if (verdict.racy()) {
      text.append("  model ").append(verdict.model());
      text.append(": the test has a race, for which it promises nothing\n");
    } else if (verdict.passes()) {
      text.append("  model ").append(verdict.model()).append(": allows all that was observed\n");
    }
    for (Verdict.Forbidden forbidden : verdict.forbidden()) {
      text.append("  model ").append(verdict.model()).append(" FORBIDS ");
      text.append(forbidden.outcome().text());
      text.append(
          forbidden.refusal() == null
              ? ", which no execution has"
              : ", which breaks " + String.join(", ", forbidden.requirements()));
      text.append(verdict.cut() ? " (of loops it saw few rounds)" : "").append('\n');
      if (forbidden.refusal() != null) {
        text.append(RefusalText.of(exploration.test(), forbidden.refusal(), "      "));
      }
      ScheduleText.of(forbidden.outcome().schedule())
          .forEach(line -> text.append("      ").append(line).append('\n'));
    }
    if (!verdict.racy()) {
      for (String outcome : verdict.unobserved()) {
        text.append("    allowed, never observed: ").append(outcome).append('\n');
      }
    }
  }
}
