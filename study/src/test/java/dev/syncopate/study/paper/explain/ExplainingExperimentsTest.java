package dev.syncopate.study.paper.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.paper.catalogue.Papers;
import dev.syncopate.workload.catalogue.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The experiments can be run, and are about claims that there are. */
class ExplainingExperimentsTest {
  private static final StudySetup SETUP = new StudySetup(EvaluationScale.QUICK, null, 1);

  @Test
  void everyExperimentIsAboutClaimsOfItsPaper() {
    for (Paper paper : Papers.all()) {
      List<Claim> claims = paper.claims(ResultGrid.of(List.of(), Map.of()));
      for (ExplainingExperiment explanation : ExplainingExperiments.of(paper.name())) {
        assertThat(claims)
            .as(explanation.title())
            .extracting(Claim::id)
            .containsAll(explanation.claims());
      }
    }
    assertThat(Papers.all())
        .extracting(Paper::name)
        .containsAll(ExplainingExperiments.all().keySet());
  }

  @Test
  void everySimulationIsAnotherAndOfAWorkloadOnAMachineThatThereIs() {
    for (List<ExplainingExperiment> explanations : ExplainingExperiments.all().values()) {
      for (ExplainingExperiment explanation : explanations) {
        Set<Job> jobs = new HashSet<>();
        for (ResultCell cell : explanation.cells(SETUP)) {
          Job job = cell.task().job();
          jobs.add(job);
          assertThat(Workloads.find(job.workload())).as("%s", cell.coordinate()).isPresent();
          ConfigOverrides.apply(Presets.load(job.machine()), job.settings());
        }
        long simulatedColumns =
            explanation.columns().stream()
                .map(ExplainingExperiment.Change::words)
                .distinct()
                .count();
        assertThat(jobs)
            .as("%s: columns that differ in what they show alone share a simulation", explanation)
            .hasSize(Math.toIntExact(explanation.rows().size() * simulatedColumns));
        assertThat(new HashSet<>(explanation.columns()))
            .as(explanation.title())
            .hasSameSizeAs(explanation.columns());
      }
    }
  }

  @Test
  void ofACounterThatIsZeroThereIsNoShare() {
    ExplainingExperiment explanation =
        new ExplainingExperiment(
            "it does",
            List.of(),
            "so",
            "counted",
            "vecadd --size 200",
            List.of(
                new ExplainingExperiment.Change("one", ""),
                new ExplainingExperiment.Change("other", "-o block=128")),
            List.of(new ExplainingExperiment.Change("as it is", "")));
    Map<Job, JobResult> results = new HashMap<>();
    List<ResultCell> cells = explanation.cells(SETUP);
    for (int i = 0; i < cells.size(); i++) {
      Job job = cells.get(i).task().job();
      results.put(job, TestJobs.result(job, "k", 10, Map.of("counted", 7L * i)));
    }
    TableFigure table = (TableFigure) explanation.figure(ResultGrid.of(cells, results));
    assertThat(table.header())
        .containsExactly("counted of run vecadd --size 200", "one", "other", "of one");
    assertThat(table.rows()).containsExactly(List.of("as it is", "0", "7", "-"));
  }

  @Test
  void aColumnShowsItsOwnMeasureAndOneCounterOverAnother() {
    String cost = "waited / waits";
    ExplainingExperiment explanation =
        new ExplainingExperiment(
            "it does",
            List.of(),
            "so",
            null,
            "vecadd --size 200",
            List.of(
                new ExplainingExperiment.Change("cycles", ""),
                new ExplainingExperiment.Change("a wait", "", cost),
                new ExplainingExperiment.Change("never", "", "waited / others")),
            List.of(new ExplainingExperiment.Change("as it is", "")));
    List<ResultCell> cells = explanation.cells(SETUP);
    Job job = cells.getFirst().task().job();
    TableFigure table =
        (TableFigure)
            explanation.figure(
                ResultGrid.of(
                    cells,
                    Map.of(
                        job, TestJobs.result(job, "k", 50, Map.of("waited", 70L, "waits", 3L)))));
    assertThat(table.header())
        .containsExactly(
            "run vecadd --size 200", "cycles", "a wait", "of cycles", "never", "of cycles");
    assertThat(table.rows()).containsExactly(List.of("as it is", "50", "23", "0.47", "-", "-"));
  }

  /** A counter that is misspelt would be shown as 0. */
  @Test
  void everyMeasureIsACounterOrAFigureOfItsWorkload() throws IOException {
    String counters = Files.readString(Path.of("..", "docs", "use", "statistics.md"));
    for (List<ExplainingExperiment> explanations : ExplainingExperiments.all().values()) {
      for (ExplainingExperiment explanation : explanations) {
        for (String measure : measures(explanation)) {
          assertThat(measure.split(" / ", -1))
              .as(explanation.title())
              .allSatisfy(term -> assertThat(counters).contains("`" + term + "`"));
        }
      }
    }
  }

  private static List<String> measures(ExplainingExperiment explanation) {
    List<String> measures = new ArrayList<>();
    if (explanation.measure() != null) {
      measures.add(explanation.measure());
    }
    for (ExplainingExperiment.Change column : explanation.columns()) {
      if (column.measure() != null) {
        measures.add(column.measure());
      }
    }
    return measures;
  }

  @Test
  void aClaimThatIsNotHeldHasAReasonOrIsSaidToHaveNone() {
    assertThat(ExplainingExperiments.reason("srsp", claim("mean-scope-only", Claim.Verdict.PARTLY)))
        .matches(".+\\. Run: \\./syncopate reproduce srsp --explain mean-scope-only");
    assertThat(ExplainingExperiments.reason("srsp", claim("no-such", Claim.Verdict.NOT_HELD)))
        .isEqualTo("No experiment is about it: any explanation is a guess.");
    assertThat(ExplainingExperiments.reason("srsp", claim("mean-scope-only", Claim.Verdict.HELD)))
        .isEmpty();
    assertThat(ExplainingExperiments.reason("srsp", claim("no-such", Claim.Verdict.NOT_MEASURED)))
        .isEmpty();
  }

  private static Claim claim(String id, Claim.Verdict verdict) {
    return new Claim(id, "§1", "it is so", "held: so", "-", "-", verdict);
  }

  @Test
  void wordsAreThoseOfTheCommandRun() {
    Job job =
        RunWords.job(
            "cca --input wing -o variant=labels --lab 8 --set l1.size=64KiB --protocol hlrc"
                + " --model drf0 --gpu srsp-8cu -o variant=hooking",
            SETUP);
    assertThat(job.workload()).isEqualTo("cca");
    assertThat(job.input().describe()).isEqualTo("input wing");
    assertThat(job.options()).isEqualTo(Map.of("variant", "hooking"));
    assertThat(job.settings()).containsExactly("mechanisms.lab.entries=8", "l1.size=64KiB");
    assertThat(List.of(job.protocol(), job.model(), job.machine()))
        .containsExactly("hlrc", "drf0", "srsp-8cu");
    assertThatThrownBy(() -> RunWords.job("cca --inputs wing", SETUP))
        .hasMessage("--inputs is unknown in: run cca --inputs wing");
    assertThatThrownBy(() -> RunWords.job("cca --input", SETUP))
        .hasMessage("--input has no value in: run cca --input");
  }
}
