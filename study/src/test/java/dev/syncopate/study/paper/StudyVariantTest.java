package dev.syncopate.study.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A study and a variant of it in one grid. */
class StudyVariantTest {
  private static ResultCell cell(String subject, long seed) {
    Coordinate place = new Coordinate(subject, "GH", "machine");
    return new ResultCell(place, new SweepTask(place.toString(), TestJobs.vecadd(seed), 1));
  }

  private static final ResultCell OWN_A = cell("A", 1);
  private static final ResultCell OWN_B = cell("B", 2);
  private static final StudyVariant LINKS =
      StudyVariant.of("links", "Links are narrower.", List.of(cell("A", 3), cell("B", 4)));

  /** Cycles of the study's own A and B, then of the variant's; 0 for no result. */
  private static ResultGrid grid(long... cycles) {
    List<ResultCell> cells = new ArrayList<>(List.of(OWN_A, OWN_B));
    cells.addAll(LINKS.cells());
    Map<Job, JobResult> results = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      Job job = cells.get(i).task().job();
      if (cycles[i] != 0) {
        results.put(job, TestJobs.result(job, "k", cycles[i], Map.of()));
      }
    }
    return ResultGrid.of(cells, results);
  }

  private static double cycles(ResultGrid grid, String subject, String scenario) {
    return grid.measure(subject, scenario, "machine", JobResult::cycles);
  }

  @Test
  void aVariantsResultsStandAtThePlacesOfTheStudysOwn() {
    ResultGrid grid = grid(10, 20, 30, 40);
    assertThat(cycles(grid, "A", "GH")).isEqualTo(10);
    assertThat(cycles(grid, "A", "GH, links")).isEqualTo(30);
    assertThat(cycles(StudyVariant.of(grid, "links"), "A", "GH")).isEqualTo(30);
    assertThat(cycles(StudyVariant.of(grid, "links"), "B", "GH")).isEqualTo(40);
  }

  @Test
  void theStudysOwnResultNeverStandsForAMissingOneOfTheVariant() {
    ResultGrid grid = grid(10, 20, 30, 0);
    assertThat(cycles(StudyVariant.of(grid, "links"), "B", "GH")).isNaN();
    assertThat(StudyVariant.ran(grid, "links")).isTrue();
    assertThat(StudyVariant.ran(grid(10, 20, 0, 0), "links")).isFalse();
  }
}
