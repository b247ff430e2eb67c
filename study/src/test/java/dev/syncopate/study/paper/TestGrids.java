package dev.syncopate.study.paper;

import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Results made up, to see what papers make of them. */
final class TestGrids {
  static final StudySetup SETUP = new StudySetup(EvaluationScale.QUICK, null, 1);

  private TestGrids() {}

  /** No result at all. */
  static ResultGrid empty() {
    return ResultGrid.of(List.of(), Map.of());
  }

  /** A result for each of a paper's jobs. */
  static ResultGrid of(Paper paper, Function<ResultCell, JobResult> resultOf) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    List<ResultCell> cells = paper.cells(SETUP);
    cells.forEach(cell -> results.put(cell.task().job(), resultOf.apply(cell)));
    return ResultGrid.of(cells, results);
  }

  /** A right result. */
  static JobResult result(
      ResultCell cell,
      long cycles,
      Map<String, Long> statistics,
      Map<String, Long> figures,
      long... times) {
    return new JobResult(
        "key",
        cell.task().job().describe(),
        cell.task().job().input().describe(),
        Ending.RIGHT,
        "made up",
        cycles,
        1,
        new TreeMap<>(statistics),
        figures,
        Map.of(PaperMeasures.WORKGROUP_CYCLES, times),
        1,
        1,
        "test");
  }

  /** The same with a wrong answer. */
  static JobResult wrong(JobResult right) {
    return new JobResult(
        right.key(),
        right.job(),
        right.input(),
        Ending.WRONG,
        "vertex 3 differs",
        right.cycles(),
        right.launches(),
        right.statistics(),
        right.figures(),
        right.distributions(),
        right.wallSeconds(),
        right.cpuSeconds(),
        right.version());
  }
}
