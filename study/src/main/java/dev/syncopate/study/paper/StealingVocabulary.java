package dev.syncopate.study.paper;

import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.claim.ClaimVocabulary;
import dev.syncopate.study.paper.claim.SimulationLabels;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The names that the claims of both papers on work stealing are written with. */
final class StealingVocabulary {
  private final ResultGrid grid;
  private final String machine;

  private StealingVocabulary(ResultGrid grid, String machine) {
    this.grid = grid;
    this.machine = machine;
  }

  static ClaimVocabulary of(
      ResultGrid grid, String machine, List<String> subjects, List<String> scenarios) {
    return new StealingVocabulary(grid, machine).vocabulary(subjects, scenarios);
  }

  private ClaimVocabulary vocabulary(List<String> subjects, List<String> scenarios) {
    return new ClaimVocabulary(
            (place, counter) -> measure(place, result -> result.statistic(counter)))
        .subjects(subjects)
        .scenarios(scenarios)
        .list("subjects", subjects)
        .quantity("cycles", place -> measure(place, PaperMeasures::cycles))
        .quantity("remote-cost", place -> measure(place, PaperMeasures::cyclesOfRemote))
        .quantity(
            "synchronisation-cost", place -> measure(place, PaperMeasures::cyclesOfSynchronisation))
        .quantity("synchronisation", place -> measure(place, PaperMeasures::synchronisationCycles))
        .quantity("l1s-touched", place -> measure(place, PaperMeasures::l1sTouched))
        .quantity("percent-stolen", place -> measure(place, PaperMeasures::percentStolen))
        .quantity("percent-failed", place -> measure(place, PaperMeasures::percentFailed))
        .quantity("tail", place -> measure(place, PaperMeasures::tail))
        .quantity("tail-within-launch", place -> measure(place, PaperMeasures::tailWithinLaunch))
        .quantity("imbalance", place -> measure(place, PaperMeasures::imbalance))
        .quantity("longest-work-group", place -> measure(place, StealingVocabulary::longest));
  }

  /** NaN where no work-group was timed. */
  private static double longest(JobResult result) {
    long[] times = result.distribution(PaperMeasures.WORKGROUP_CYCLES);
    double longest = Arrays.stream(times).max().orElse(0);
    return longest > 0 ? longest : Double.NaN;
  }

  private double measure(SimulationLabels place, ToDoubleFunction<JobResult> quantity) {
    return grid.measure(place.subject(), place.scenario(), machine, quantity);
  }
}
