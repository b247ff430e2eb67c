package dev.syncopate.study.paper.heterosync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.MeshFigure;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.PublishedText;
import dev.syncopate.study.paper.StudySetup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The heterosync study's figures and verdicts, from results made up to have known ones. */
class HeteroSyncPaperTest {
  private static final StudySetup QUICK = new StudySetup(EvaluationScale.QUICK, null, 1);
  private static final StudySetup FULL = new StudySetup(EvaluationScale.FULL, null, 1);

  /**
   * Of two statements before its parts the paper says itself, in the parts, that semaphores are
   * exceptions.
   */
  private static final Set<String> CONTRADICTED =
      Set.of("overall-local-perfect", "overall-dd0-scales-better");

  private final HeteroSyncPaper paper = new HeteroSyncPaper();

  private ResultGrid grid(Function<ResultCell, JobResult> resultOf) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    List<ResultCell> cells = paper.cells(QUICK);
    cells.forEach(cell -> results.put(cell.task().job(), resultOf.apply(cell)));
    return ResultGrid.of(cells, results);
  }

  private Map<String, Claim> claims(Function<ResultCell, JobResult> resultOf) {
    return paper.claims(grid(resultOf)).stream()
        .collect(Collectors.toMap(Claim::id, claim -> claim, (a, b) -> a, LinkedHashMap::new));
  }

  private static Claim claim(Map<String, Claim> claims, String id) {
    return Objects.requireNonNull(claims.get(id), id);
  }

  @Test
  void itRunsThreeFiguresOnFiveNumbersOfUnits() {
    List<ResultCell> cells = paper.cells(FULL);
    assertThat(cells).hasSize((10 * 4 + 6 * 4 + 7 * 5) * 5 + 8);
    assertThat(cells.stream().map(cell -> cell.task().job())).doesNotHaveDuplicates();
    ResultCell last = cells.get(cells.size() - 9);
    assertThat(last.coordinate())
        .isEqualTo(new Coordinate("SL", "DDH", "heterosync-15cu, 15 units"));
    assertThat(last.task().job().protocol()).isEqualTo("denovo");
    assertThat(last.task().job().settings()).containsExactly("core.divergence=ipdom");
    assertThat(last.task().job().model()).isEqualTo("hrf");
    assertThat(last.task().job().options()).containsExactly(Map.entry("units", "15"));
    assertThat(cells)
        .allSatisfy(cell ->
            assertThat(cell.task().job().input()).isEqualTo(new JobInput.Generated("table")));
    ResultCell lastCell = cells.getLast();
    assertThat(lastCell.coordinate())
        .isEqualTo(new Coordinate("SPSBO_G", "DD0, at the release", "heterosync-15cu, 15 units"));
    assertThat(lastCell.task().job().settings())
        .containsExactly("core.divergence=ipdom", "mechanisms.denovo.register=release");
    assertThat(cells.getFirst().coordinate())
        .isEqualTo(new Coordinate("SPM_L", "GD0", "heterosync-15cu, 1 unit"));
    assertThat(paper.cells(QUICK)).as("the same places").hasSameSizeAs(cells);
    assertThat(paper.subjects()).hasSize(23);
  }

  @Test
  void aMapOfTheMeshShowsTheContendedMutexUnderBothProtocols() {
    assertThat(paper.figures(grid(AsPublished::of)))
        .as("results without links")
        .noneMatch(figure -> figure instanceof MeshFigure);
    Figure figure = paper.figures(grid(HeteroSyncPaperTest::meshed)).getLast();
    assertThat(((MeshFigure) figure).panels())
        .extracting(MeshFigure.Panel::title)
        .containsExactly(
            "SPM_G under GD0 on 15 compute units", "SPM_G under DD0 on 15 compute units");
    MeshFigure.Panel panel = ((MeshFigure) figure).panels().getFirst();
    assertThat(panel.columns()).isEqualTo(4);
    assertThat(panel.links()).containsExactly(new MeshFigure.Link(1, "bank", 0.5));
  }

  private static JobResult meshed(ResultCell cell) {
    JobResult flat = AsPublished.result(cell, 1, Map.of());
    return new JobResult(
        flat.key(),
        flat.job(),
        flat.input(),
        flat.ending(),
        flat.message(),
        flat.cycles(),
        flat.launches(),
        new TreeMap<>(flat.statistics()),
        flat.figures(),
        Map.of("mesh.links", new long[] {14}, "mesh.flits", new long[] {flat.cycles() / 2}),
        flat.wallSeconds(),
        flat.cpuSeconds(),
        flat.version());
  }

  @Test
  void whatIsAsPublishedHolds() {
    Map<String, Claim> claims = claims(AsPublished::of);
    assertThat(claims.values())
        .allSatisfy(claim ->
            assertThat(claim.verdict())
                .as(claim.toString())
                .isEqualTo(
                    CONTRADICTED.contains(claim.id()) ? Claim.Verdict.PARTLY : Claim.Verdict.HELD));
    assertThat(claims).hasSameSizeAs(paper.claims(grid(AsPublished::of)));
  }

  @Test
  void whereEverythingTakesTheSameTimeHardlyAnythingHolds() {
    Map<String, Claim> claims = claims(cell -> AsPublished.result(cell, 1, Map.of()));
    assertThat(claims.values().stream().filter(claim -> claim.verdict() == Claim.Verdict.HELD))
        .extracting(Claim::id)
        .containsExactlyInAnyOrder(
            "overall-local-perfect",
            "local-mutex-perfect",
            "local-mutex-similar",
            "local-spsbo-similar",
            "global-gd0-gh",
            "global-backoff-time",
            "global-slm-gh",
            "counters-best",
            "counters-scalability",
            "flags-like-lftb",
            "hg-no-flat",
            "hg-no-gain-flat",
            "hg-ddr-few",
            "hg-gdr",
            "hg-relaxed-scalability");
  }

  @Test
  void whereDenovoIsTheSlowOneItsStatementsDoNotHold() {
    Map<String, Claim> claims =
        claims(cell -> {
          JobResult published = AsPublished.of(cell);
          boolean denovo = cell.task().job().protocol().equals("denovo");
          return denovo
              ? AsPublished.result(
                  cell, 3e-6 * published.cycles() * AsPublished.units(cell), published.statistics())
              : published;
        });
    for (String id :
        List.of(
            "local-mutex-gh-ahead",
            "barrier-dd0-over-gh",
            "global-mutex-dd0-ahead",
            "global-mutex-dd0-growth",
            "global-spm-g-8",
            "counters-denovo",
            "sc-15")) {
      assertThat(claim(claims, id).verdict()).as(id).isEqualTo(Claim.Verdict.NOT_HELD);
    }
    assertThat(claim(claims, "global-spm-g-8").published()).isEqualTo("24%");
    assertThat(claim(claims, "global-gd0-gh").verdict()).isEqualTo(Claim.Verdict.HELD);
  }

  @Test
  void exceptionsAreNamedWithTheirNumbers() {
    Map<String, Claim> claims =
        claims(cell -> {
          JobResult published = AsPublished.of(cell);
          boolean odd =
              cell.coordinate().subject().equals("FAM_G")
                  && cell.coordinate().scenario().equals("DD0")
                  && AsPublished.units(cell) == 4;
          return odd ? AsPublished.result(cell, 5, published.statistics()) : published;
        });
    assertThat(claim(claims, "global-mutex-dd0-ahead").measured())
        .isEqualTo("15 of 16, not FAM_G 4 (2.00); 0.50 to 2.00");
    assertThat(claim(claims, "global-mutex-dd0-ahead").verdict()).isEqualTo(Claim.Verdict.PARTLY);
  }

  @Test
  void everyPercentageThatIsPublishedIsClaimed() {
    List<String> claimed =
        claims(AsPublished::of).values().stream()
            .map(claim -> claim.published() + " " + claim.criterion() + " " + claim.statement())
            .toList();
    Pattern percent = Pattern.compile("[0-9]+%");
    assertThat(PublishedText.all().heterosync().points()).hasSize(17);
    for (PublishedText.Statement point : PublishedText.all().heterosync().points()) {
      for (MatchResult match : percent.matcher(point.statement()).results().toList()) {
        assertThat(claimed)
            .as("%s: %s", point.bench(), match.group())
            .anyMatch(words -> words.contains(match.group()));
      }
    }
  }

  @Test
  void withoutResultsNothingIsMeasured() {
    assertThat(paper.claims(ResultGrid.of(List.of(), Map.of())))
        .hasSizeGreaterThan(70)
        .allSatisfy(claim -> {
          assertThat(claim.verdict()).as(claim.toString()).isEqualTo(Claim.Verdict.NOT_MEASURED);
          assertThat(claim.measured()).doesNotContain("NaN");
        });
  }

  @Test
  void figuresAreRelativeToTheFirstConfigurationOnOneUnit() {
    List<SmallMultiplesFigure> figures =
        paper.figures(grid(AsPublished::of)).stream()
            .limit(3)
            .map(SmallMultiplesFigure.class::cast)
            .toList();
    assertThat(figures.stream().map(SmallMultiplesFigure::id))
        .containsExactly("fig2", "fig3", "fig4");
    SmallMultiplesFigure local = figures.getFirst();
    assertThat(local.series()).containsExactly("GD0", "GH", "DD0", "DDH");
    assertThat(local.panels()).hasSize(10);
    assertThat(local.panels().getFirst().title()).isEqualTo("SPM_L");
    assertThat(local.panels().getFirst().points().getFirst().values().getFirst()).isEqualTo(1);
    assertThat(local.panels().getFirst().points().getLast().x()).isEqualTo(15);
    assertThat(local.panels().getFirst().points().getLast().values().get(1))
        .isEqualTo(0.5, within(1e-6));
    assertThat(figures.getLast().series()).containsExactly("GD0", "GDR", "DD0", "DDR", "DDH");
  }

  @Test
  void bothReadingsOfWhenWordsAreRegisteredAreDrawn() {
    ResultGrid slower =
        grid(cell ->
            AsPublished.result(
                cell,
                cell.coordinate().scenario().equals(HeterosyncReadings.AT_RELEASE) ? 3 : 2,
                Map.of()));
    BarFigure readings = (BarFigure) paper.figures(slower).getLast();
    assertThat(readings.series()).containsExactly("at the store", "at the release");
    assertThat(readings.groups()).hasSize(8);
    assertThat(readings.groups())
        .allSatisfy(group -> {
          assertThat(group.values().getFirst()).isEqualTo(1);
          assertThat(group.values().getLast()).isEqualTo(1.5, within(1e-6));
        });
  }
}
