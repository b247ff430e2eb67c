package dev.syncopate.study.paper;

import dev.syncopate.study.grid.Grid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.claim.Place;
import dev.syncopate.study.paper.claim.Vocabulary;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The names that the claims of both papers on work stealing are written with. */
final class StealingVocabulary {
  private final Grid grid;
  private final String machine;

  private StealingVocabulary(Grid grid, String machine) {
    this.grid = grid;
    this.machine = machine;
  }

  static Vocabulary of(Grid grid, String machine, List<String> subjects, List<String> scenarios) {
    return new StealingVocabulary(grid, machine).vocabulary(subjects, scenarios);
  }

  private Vocabulary vocabulary(List<String> subjects, List<String> scenarios) {
    return new Vocabulary((at, counter) -> measure(at, result -> result.statistic(counter)))
        .subjects(subjects)
        .scenarios(scenarios)
        .list("subjects", subjects)
        .quantity("cycles", at -> measure(at, Measures::cycles))
        .quantity("remote-cost", at -> measure(at, Measures::cyclesOfRemote))
        .quantity("synchronisation-cost", at -> measure(at, Measures::cyclesOfSynchronisation))
        .quantity("synchronisation", at -> measure(at, Measures::synchronisationCycles))
        .quantity("l1s-touched", at -> measure(at, Measures::l1sTouched))
        .quantity("percent-stolen", at -> measure(at, Measures::percentStolen))
        .quantity("percent-failed", at -> measure(at, Measures::percentFailed))
        .quantity("tail", at -> measure(at, Measures::tail))
        .quantity("tail-within-launch", at -> measure(at, Measures::tailWithinLaunch))
        .quantity("imbalance", at -> measure(at, Measures::imbalance))
        .quantity("longest-work-group", at -> measure(at, StealingVocabulary::longest));
  }

  /** NaN where no work-group was timed. */
  private static double longest(JobResult result) {
    long[] times = result.distribution(Measures.WORKGROUP_CYCLES);
    double longest = Arrays.stream(times).max().orElse(0);
    return longest > 0 ? longest : Double.NaN;
  }

  private double measure(Place at, ToDoubleFunction<JobResult> of) {
    return grid.measure(at.subject(), at.scenario(), machine, of);
  }
}
