package dev.syncopate.study.paper.heterosync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.RejudgedClaims;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.paper.StudyVariant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The study on readings of its machine, from results made up to differ under one of them. */
class MachineReadingsTest {
  private static final StudySetup QUICK = new StudySetup(EvaluationScale.QUICK, null, 1);

  private final HeteroSyncPaper paper = new HeteroSyncPaper();

  @Test
  void aReadingIsTheWholeStudyOnAnotherMachine() {
    StudyVariant links = paper.variants(QUICK, List.of("links")).getFirst();
    List<ResultCell> paperCells = paper.cells(QUICK);
    assertThat(links.words()).startsWith("Links of 16 bytes");
    assertThat(links.cells()).hasSameSizeAs(paperCells);
    ResultCell first = links.cells().getFirst();
    assertThat(first.coordinate()).hasToString("SPM_L GD0, links heterosync-15cu, 1 unit");
    assertThat(first.task().job().machine()).isEqualTo("heterosync-15cu/links");
    assertThat(first.task().job().settings())
        .isEqualTo(paperCells.getFirst().task().job().settings())
        .containsExactly("core.divergence=ipdom");
    assertThat(paper.machines()).contains("links", "banks").doesNotHaveDuplicates();
  }

  /** As published on the machine as it is; under the readings every time is the same. */
  @Test
  void eachReadingIsJudgedByItsOwnResults() {
    List<StudyVariant> variants = paper.variants(QUICK, List.of("links", "banks"));
    ResultGrid grid = grid(variants, "links");
    RejudgedClaims links = variants.getFirst().judged(paper::claims, grid);
    RejudgedClaims banks = variants.getLast().judged(paper::claims, grid);
    assertThat(links.name()).isEqualTo("links");
    assertThat(links.claim("local-mutex-gd0").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(banks.claim("local-mutex-gd0").verdict()).isEqualTo(Claim.Verdict.HELD);
    assertThat(paper.claims(grid))
        .isEqualTo(paper.claims(grid(List.of(), "")))
        .isEqualTo(banks.claims());
  }

  @Test
  void figuresShowTheReadingsThatRan() {
    assertThat(paper.figures(grid(List.of(), "")))
        .extracting(Figure::id)
        .doesNotContain("machine-dd0", "machine-gd0");
    List<Figure> figures = paper.figures(grid(paper.variants(QUICK, List.of("banks")), "banks"));
    BarFigure growth =
        (BarFigure)
            figures.stream()
                .filter(figure -> figure.id().equals("machine-gd0"))
                .findFirst()
                .orElseThrow();
    assertThat(growth.series()).containsExactly("as it is", "banks");
    assertThat(growth.groups().getFirst().label()).isEqualTo("SPM_L");
    assertThat(growth.groups().getFirst().values().getFirst()).isGreaterThan(1.5);
    assertThat(growth.groups().getFirst().values().getLast()).isEqualTo(1);
    BarFigure gain =
        (BarFigure)
            figures.stream()
                .filter(figure -> figure.id().equals("machine-dd0"))
                .findFirst()
                .orElseThrow();
    assertThat(gain.groups())
        .extracting(BarFigure.Group::label)
        .containsExactly(
            "TB_LG", "LFTB_LG", "SPM_G", "SPMBO_G", "FAM_G", "SLM_G", "SPS_G", "SPSBO_G");
  }

  /** As published, and where nothing differs from anything under one of the readings. */
  private ResultGrid grid(List<StudyVariant> variants, String flat) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    List<ResultCell> cells = new ArrayList<>(paper.cells(QUICK));
    cells.forEach(cell -> results.put(cell.task().job(), AsPublished.of(cell)));
    for (StudyVariant variant : variants) {
      List<ResultCell> paperCells = paper.cells(QUICK);
      for (int i = 0; i < paperCells.size(); i++) {
        ResultCell cell = variant.cells().get(i);
        cells.add(cell);
        results.put(
            cell.task().job(),
            variant.name().equals(flat)
                ? AsPublished.result(paperCells.get(i), 1, Map.of())
                : AsPublished.of(paperCells.get(i)));
      }
    }
    return ResultGrid.of(cells, results);
  }
}
