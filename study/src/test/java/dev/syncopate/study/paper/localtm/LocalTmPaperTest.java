package dev.syncopate.study.paper.localtm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.StackedBarFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.PublishedText;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.suite.ContextBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The localtm study's figures and verdicts, from results made up to have known ones. */
class LocalTmPaperTest {
  private static final StudySetup QUICK = new StudySetup(EvaluationScale.QUICK, null, 1);
  private static final StudySetup FULL = new StudySetup(EvaluationScale.FULL, null, 1);

  private final LocalTmPaper paper = new LocalTmPaper();

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

  private static JobResult result(ResultCell cell, long cycles, Map<String, Long> statistics) {
    return new JobResult(
        "key",
        cell.task().job().describe(),
        cell.task().job().input().describe(),
        Ending.RIGHT,
        "made up",
        cycles,
        1,
        new TreeMap<>(statistics),
        Map.of(),
        Map.of(),
        1,
        1,
        "test");
  }

  private static int entries(ResultCell cell) {
    String label = cell.coordinate().subject();
    return label.startsWith("HT") ? Integer.parseInt(label.substring(2)) : 16;
  }

  private static boolean transactional(ResultCell cell) {
    return "tx".equals(cell.task().job().options().get("variant"));
  }

  /**
   * Results as published: from 20 times as fast with two entries to 70 times with 256, and 15% of
   * the cycles for transactions. Inserting takes nine tenths of each kernel.
   */
  private static JobResult asPublished(ResultCell cell) {
    int entries = entries(cell);
    if (cell.task().job().options().containsValue("serial")) {
      return result(cell, 1_000_000, Map.of("events.cycles", 900_000L));
    }
    int doublings = 31 - Integer.numberOfLeadingZeros(entries);
    long cycles = Math.round(1_000_000 / (20 + 50 * (doublings - 1) / 7.0));
    if (!transactional(cell)) {
      boolean coarse = cell.task().job().options().containsValue("coarse");
      return result(cell, coarse ? 900_000 : cycles * 256 / (256 + 64 * (8 - doublings)), Map.of());
    }
    long cleanup = cycles * (1 + doublings) / 100;
    long versioning = cycles * (11 - doublings) / 100;
    return result(
        cell,
        cycles,
        Map.of(
            "events.cycles",
            cycles * 9 / 10,
            "tx.commits",
            256L,
            "tx.attempts",
            256 + 8L * (256 - entries),
            "tx.conflicts",
            8L * (256 - entries),
            "tx.serialised",
            (256L - entries) / 2,
            "tx.detectionCycles",
            cycles * 3 / 100,
            "tx.versioningCycles",
            versioning,
            "tx.cleanupCycles",
            cleanup));
  }

  @Test
  void itRunsTablesAndTheirVariationsOnce() {
    List<ResultCell> cells = paper.cells(FULL);
    assertThat(cells.stream().map(ResultCell::coordinate)).doesNotHaveDuplicates();
    assertThat(cells.stream().map(cell -> cell.task().job())).doesNotHaveDuplicates();
    assertThat(paper.cells(QUICK)).as("the same places").hasSameSizeAs(cells);
    assertThat(cells.getFirst().coordinate())
        .isEqualTo(new Coordinate("HT2", "TM", "southern-islands"));
    assertThat(cells.stream().map(ResultCell::coordinate))
        .contains(
            new Coordinate("HT256", "serialisation, 16 wavefronts", "southern-islands"),
            new Coordinate("k-means", "TM, exact", "southern-islands"),
            new Coordinate("HT8", "serialisation, wide entries", "southern-islands"))
        .doesNotContain(new Coordinate("HT16", "TM, wide entries", "southern-islands"));
    ResultCell longCell =
        cells.stream()
            .filter(cell -> cell.coordinate().scenario().equals("TM, 16 wavefronts"))
            .findFirst()
            .orElseThrow();
    assertThat(longCell.task().job().options())
        .containsExactlyInAnyOrderEntriesOf(Map.of("variant", "tx", "block", "1024"));
    assertThat(paper.subjects()).hasSize(13);
  }

  /** Workloads and machines take what the study asks of them, at full scale too. */
  @Test
  void everyOptionAndSettingIsThere() {
    MachineConfig machine = Presets.load(LocaltmMeasurements.MACHINE);
    for (StudySetup setup : List.of(QUICK, FULL)) {
      for (ResultCell cell : paper.cells(setup)) {
        Job job = cell.task().job();
        ContextBuilder choices =
            new ContextBuilder(Workloads.find(job.workload()).orElseThrow()).size("small");
        job.options().forEach(choices::option);
        ConfigOverrides.apply(machine, job.settings());
      }
    }
  }

  @Test
  void whatIsAsPublishedHolds() {
    assertThat(claims(LocalTmPaperTest::asPublished).values())
        .allSatisfy(claim ->
            assertThat(claim.verdict()).as(claim.toString()).isEqualTo(Claim.Verdict.HELD));
  }

  @Test
  void whereTransactionsAreNoFasterHardlyAnythingHolds() {
    Map<String, Claim> claims =
        claims(cell -> {
          long entries = entries(cell);
          Map<String, Long> statistics =
              Map.of(
                  "tx.commits",
                  256L,
                  "tx.conflicts",
                  entries,
                  "tx.serialised",
                  entries / 2,
                  "tx.workGroupSerialisations",
                  1L,
                  "tx.versioningCycles",
                  100 * entries,
                  "tx.cleanupCycles",
                  10_000 / entries);
          return result(cell, 1_000_000, transactional(cell) ? statistics : Map.of());
        });
    assertThat(claims.values().stream().filter(claim -> claim.verdict() == Claim.Verdict.HELD))
        .extracting(Claim::id)
        .containsExactly("tm-reaches-fgl");
  }

  @Test
  void everyStatementAndNumberThatIsPublishedIsClaimed() {
    List<Claim> claims = paper.claims(grid(LocalTmPaperTest::asPublished));
    PublishedText.LocalTm published = PublishedText.all().localtm();
    assertThat(published.shape()).hasSize(4);
    for (String shape : published.shape()) {
      assertThat(claims).anyMatch(claim -> claim.statement().startsWith(shape));
    }
    assertThat(claims).extracting(Claim::published).contains("20.00×", "70.00×", "15%");
  }

  @Test
  void withoutResultsNothingIsMeasured() {
    assertThat(paper.claims(ResultGrid.of(List.of(), Map.of())))
        .isNotEmpty()
        .allSatisfy(claim -> {
          assertThat(claim.verdict()).as(claim.toString()).isEqualTo(Claim.Verdict.NOT_MEASURED);
          assertThat(claim.measured()).doesNotContain("NaN");
        });
  }

  @Test
  void theFiguresAreThePapersAndThoseBeyondIt() {
    List<Figure> figures = paper.figures(grid(LocalTmPaperTest::asPublished));
    assertThat(figures)
        .extracting(Figure::id)
        .containsExactly(
            "fig2a",
            "fig2b",
            "fig2c",
            "attempts",
            "programs",
            "wavefronts",
            "filters",
            "false-conflicts",
            "policies",
            "fallbacks",
            "given-up",
            "readings",
            "readings-inserting",
            "readings-locks",
            "readings-overhead",
            "readings-balance",
            "readings-serialised",
            "readings-work-groups",
            "readings-statements");
    BarFigure speedups = (BarFigure) figures.getFirst();
    assertThat(speedups.groups()).hasSize(8);
    assertThat(speedups.series()).containsExactly("TM", "FGL", "TM, inserting", "FGL, inserting");
    assertThat(speedups.groups().getLast().values().getFirst()).isEqualTo(70, within(0.01));
    assertThat(speedups.groups().getLast().values().get(2)).isEqualTo(70, within(0.01));
    assertThat(speedups.means().getFirst().values().get(2))
        .as("the mean of inserting's speed-ups")
        .isEqualTo(speedups.means().getFirst().values().getFirst(), within(0.01));
    assertThat(value(bars(figures, "readings"), "as in figure 2", "geometric mean"))
        .as("the mean of a reading is of the figure's kind")
        .isEqualTo(speedups.means().getFirst().values().getFirst(), within(1e-9));
    assertThat(value(bars(figures, "readings-overhead"), "as in figure 2", "mean"))
        .isEqualTo(15, within(0.01));
    StackedBarFigure breakdown = (StackedBarFigure) figures.get(1);
    assertThat(breakdown.groups())
        .allSatisfy(group -> assertThat(group.height(0)).isEqualTo(100, within(1e-6)));
    assertThat(breakdown.parts())
        .containsExactly("versioning", "conflict detection", "commit clean-up", "the rest");
    BarFigure serialised = (BarFigure) figures.get(2);
    assertThat(serialised.groups().getFirst().values().getFirst())
        .isEqualTo(100 * 127 / 256.0, within(1e-6));
  }

  @Test
  void aFallbackIsComparedWithThePapersDesign() {
    List<Figure> figures =
        paper.figures(
            grid(cell ->
                cell.coordinate().scenario().equals("fallback, after 4, r/w sets")
                    ? result(cell, 500, Map.of("tx.fallbacks", 3L, "tx.begins", 12L))
                    : result(cell, 2_000, Map.of("tx.begins", 12L))));
    BarFigure times = bars(figures, "fallbacks");
    assertThat(times.series()).startsWith("TM, r/w sets", "fallback, after 4").hasSize(6);
    assertThat(times.groups()).hasSize(9);
    int four = times.series().indexOf("fallback, after 4, r/w sets");
    assertThat(times.groups().getFirst().values()).startsWith(1.0).element(four).isEqualTo(0.25);
    BarFigure shares = bars(figures, "given-up");
    assertThat(shares.groups().getFirst().values()).containsExactly(0.0, 0.0, 0.0, 25.0, 0.0);
  }

  private static BarFigure bars(List<Figure> figures, String id) {
    return (BarFigure)
        figures.stream().filter(figure -> figure.id().equals(id)).findFirst().orElseThrow();
  }

  /** Inserting takes half of each kernel, but nearly all of that with independent threads. */
  private static JobResult withReadings(ResultCell cell) {
    boolean independent = cell.coordinate().scenario().endsWith("independent threads");
    long cycles =
        cell.coordinate().scenario().equals("serialisation, independent threads")
            ? 6_000
            : transactional(cell) ? 1_000 : 2_000;
    return result(
        cell,
        cycles,
        Map.of(
            "events.cycles",
            independent ? cycles - 500 : cycles / 2,
            "tx.commits",
            200L,
            "tx.serialised",
            cell.coordinate().scenario().equals("TM, r/w sets") ? 2L : 50L,
            "tx.versioningCycles",
            120L,
            "tx.cleanupCycles",
            80L,
            "tx.workGroupSerialisations",
            cell.coordinate().scenario().equals("TM, r/w sets") ? 0L : 7L));
  }

  private static double value(BarFigure figure, String reading, String series) {
    return figure.groups().stream()
        .filter(group -> group.label().equals(reading))
        .findFirst()
        .orElseThrow()
        .values()
        .get(figure.series().indexOf(series));
  }

  @Test
  void aReadingIsComparedWithSerialisationOnItsOwnMachine() {
    List<Figure> figures = paper.figures(grid(LocalTmPaperTest::withReadings));
    BarFigure bars = bars(figures, "readings");
    assertThat(bars.groups()).hasSize(LocaltmReading.all().size()).hasSizeGreaterThan(30);
    assertThat(value(bars, "as in figure 2", "HT2")).isEqualTo(2);
    assertThat(value(bars, "independent threads", "HT2")).isEqualTo(6);
    assertThat(value(bars, "wide entries", "HT8")).isEqualTo(2);
    assertThat(value(bars, "wide entries", "HT256")).isNaN();
    BarFigure inserting = bars(figures, "readings-inserting");
    assertThat(value(inserting, "as in figure 2", "HT2")).isEqualTo(2);
    assertThat(value(inserting, "independent threads", "HT2")).isEqualTo(5_500 / 500.0);
  }

  @Test
  void aReadingHasPanelsOfItsOwn() {
    List<Figure> figures = paper.figures(grid(LocalTmPaperTest::withReadings));
    assertThat(value(bars(figures, "readings-locks"), "locked search", "HT2")).isEqualTo(2);
    assertThat(value(bars(figures, "readings-overhead"), "exact", "HT4"))
        .isEqualTo(20, within(1e-9));
    assertThat(value(bars(figures, "readings-overhead"), "wide entries", "mean"))
        .as("over the tables that it has room for")
        .isEqualTo(20, within(1e-9));
    assertThat(value(bars(figures, "readings-balance"), "exact", "HT4")).isEqualTo(1.5);
    assertThat(value(bars(figures, "readings-serialised"), "r/w sets", "HT2")).isEqualTo(1);
    assertThat(value(bars(figures, "readings-serialised"), "exact", "HT2")).isEqualTo(25);
    BarFigure groups = bars(figures, "readings-work-groups");
    assertThat(value(groups, "r/w sets", "HT2")).isZero();
    assertThat(value(groups, "exact", "HT2")).isEqualTo(7);
  }

  @Test
  void readingsAreJudgedByTheClaimsOwnCriteria() {
    List<Figure> figures = paper.figures(grid(LocalTmPaperTest::withReadings));
    BarFigure statements = bars(figures, "readings-statements");
    assertThat(value(statements, "r/w sets", "no work-group")).isEqualTo(1);
    assertThat(value(statements, "exact", "no work-group")).isZero();
    assertThat(value(statements, "exact", "TM faster")).isEqualTo(1);
    assertThat(value(statements, "exact", "70×")).as("in direction").isEqualTo(0.5);
    for (String reading : List.of("exact", "r/w sets")) {
      assertThat(
              Stream.of("held, (a)", "held, (b)", "held, (c)")
                  .mapToDouble(panel -> value(statements, reading, panel))
                  .sum())
          .as("every statement is about one panel")
          .isEqualTo(value(statements, reading, "held"));
    }
    assertThat(value(statements, "r/w sets", "held, (c)") - value(statements, "exact", "held, (c)"))
        .as("no serialisation of the work-group")
        .isEqualTo(1);
    assertThat(value(statements, "r/w sets", "held"))
        .as("one more")
        .isEqualTo(value(statements, "exact", "held") + 1);
    assertThat(statements.series())
        .as("all but what no reading changes, and how many are held, by panel and of all")
        .hasSize(paper.claims(grid(LocalTmPaperTest::withReadings)).size() - 1 + 4)
        .doesNotHaveDuplicates();
  }

  @Test
  void settingsOfReadingsTogetherAreThoseOfEach() {
    LocaltmReading combined =
        LocaltmReading.TOGETHER.stream()
            .filter(reading -> reading.words().equals("r/w sets, 4 cycles an entry, locked search"))
            .findFirst()
            .orElseThrow();
    assertThat(combined.transactional().settings())
        .containsExactly("tx.conflicts=rw", "tx.bankLatency=4");
    assertThat(combined.locked().options()).containsEntry("section", "search");
    assertThat(combined.locked().settings()).as("locks know no transactions").isEmpty();
    assertThat(combined.serial()).isEqualTo(LocaltmScenario.SERIAL);
    assertThat(LocaltmReading.all()).extracting(LocaltmReading::words).doesNotHaveDuplicates();
  }
}
