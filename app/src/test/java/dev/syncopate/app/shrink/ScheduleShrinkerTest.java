package dev.syncopate.app.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.report.ReportedProblem;
import dev.syncopate.app.shrink.ShrinkReport.Outcome;
import dev.syncopate.check.report.Finding.Severity;
import dev.syncopate.sim.perturb.Perturbation;
import dev.syncopate.sim.perturb.Perturbation.BeginDelay;
import dev.syncopate.sim.perturb.PerturbationList;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ends of a search among schedules of which the test says what fails. */
class ScheduleShrinkerTest {
  private static final int DRAWN = 20;

  /** A program that fails under the schedule of seed 2, which delays the begin of many warps. */
  private record ToldRuns(Predicate<PerturbationList> fails) implements ScheduleRuns {
    @Override
    public ScheduleTrial seeded(int seed) {
      return seed == 2 ? failing(drawn()) : new ScheduleTrial(List.of(), List.of(), 100);
    }

    @Override
    public ScheduleTrial listed(PerturbationList schedule) {
      return fails.test(schedule)
          ? failing(schedule.perturbations())
          : new ScheduleTrial(List.of(), List.of(), 100);
    }

    @Override
    public boolean goesOn() {
      return true;
    }

    private static ScheduleTrial failing(List<Perturbation> delays) {
      ReportedProblem problem =
          new ReportedProblem(
              null,
              "wrong-answer",
              Severity.ERROR,
              "k",
              "wrong answer",
              "wrong answer of k",
              List.of(),
              null,
              null,
              null,
              0,
              1,
              "k",
              List.of(),
              null,
              null);
      return new ScheduleTrial(
          List.of(problem),
          delays.stream().map(delay -> new PerturbationLog.Entry(0, delay)).toList(),
          200);
    }
  }

  private static List<Perturbation> drawn() {
    return IntStream.range(0, DRAWN)
        .<Perturbation>mapToObj(cta -> new BeginDelay(1, cta, 0, 64))
        .toList();
  }

  private static ShrinkReport shrink(Predicate<PerturbationList> fails, int trials) {
    return new ScheduleShrinker(
            new ToldRuns(fails),
            new ShrinkRequest(1, 5, PerturbationList.NONE, trials),
            line -> {},
            list -> {})
        .shrink();
  }

  private static boolean delays(PerturbationList schedule, long cta) {
    return schedule.perturbations().stream()
        .anyMatch(delay -> delay instanceof BeginDelay begin && begin.cta() == cta);
  }

  @Test
  void aFailureThatTheListedScheduleLacksIsNotShrunk() {
    ShrinkReport report = shrink(schedule -> false, 1000);
    assertThat(report.outcome()).isEqualTo(Outcome.NOT_REPEATED);
    assertThat(report.failed()).isTrue();
    assertThat(report.trials()).as("runs after the one that fails").isEqualTo(1);
    assertThat(ShrinkText.of(report))
        .contains("wrong answer")
        .contains(
            "not shrunk: under the same schedule the program does not fail the same way again");
  }

  @Test
  void theDelaysThatMatterAreLeft() {
    ShrinkReport report = shrink(list -> delays(list, 3) && delays(list, 17), 1000);
    assertThat(report.outcome()).isEqualTo(Outcome.MINIMAL);
    assertThat(report.drawn()).isEqualTo(DRAWN);
    assertThat(report.schedule().perturbations())
        .extracting(delay -> ((BeginDelay) delay).cta())
        .containsExactlyInAnyOrder(3L, 17L);
  }

  @Test
  void theSearchEndsWithItsRuns() {
    ShrinkReport report = shrink(list -> delays(list, 3) && delays(list, 17), 3);
    assertThat(report.outcome()).isEqualTo(Outcome.OUT_OF_TRIALS);
    assertThat(ShrinkText.of(report)).contains("not minimal: --trials N allows more runs");
  }
}
