package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.DatasetsOption;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.study.figure.Findings;
import dev.syncopate.study.grid.Cell;
import dev.syncopate.study.grid.Grid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.Scale;
import dev.syncopate.study.paper.Setup;
import dev.syncopate.study.paper.catalogue.Papers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code reproduce}: a paper's evaluation. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Run a paper's evaluation; print its figures beside what the paper states, and write a page"
          + " with charts, CSV and JSON.",
      "Results are kept as they come: a study that was ended goes on where it was."
    },
    footer = {"", "Example:", "  syncopate reproduce srsp --scale quick"})
public final class ReproduceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "PAPER", description = "rsp, srsp, heterosync, localtm or lab.")
  private String name = "";

  @Option(
      names = "--scale",
      paramLabel = "quick|full",
      defaultValue = "quick",
      description =
          "Reduced graphs or fewer iterations, minutes; or the paper's sizes, up to hours. Default:"
              + " ${DEFAULT-VALUE}")
  private Scale scale = Scale.QUICK;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "Where results are kept and the report is written. Default:"
              + " syncopate-studies/PAPER-SCALE")
  private @Nullable Path out;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description =
          "Only what the figures name so, without a comma and what follows it; may be repeated."
              + " What else figures show stays empty, means are over the rest, and what the paper states"
              + " is not judged: it is about all.")
  private List<String> only = List.of();

  @Mixin private DatasetsOption datasets = new DatasetsOption();
  @Mixin private StudyOptions options = new StudyOptions();

  @Override
  public Integer call() {
    Paper paper = find();
    Path folderOfGraphs = datasets.folder();
    Setup setup = new Setup(scale, folderOfGraphs, options.seed);
    List<Cell> cells = chosen(paper.cells(setup));
    String scaleName = scale.name().toLowerCase(Locale.ROOT);
    Path folder = out == null ? Path.of("syncopate-studies", paper.name() + "-" + scaleName) : out;
    String command =
        "./syncopate reproduce %s --scale %s%s%s%s"
            .formatted(
                paper.name(),
                scaleName,
                only.isEmpty() ? "" : " --only " + String.join(",", only),
                folderOfGraphs == null ? "" : " --datasets " + folderOfGraphs,
                options.seed == 1 ? "" : " --seed " + options.seed);
    return new StudyExecution(options, spec)
        .run(folder, cells, grid -> findings(paper, setup, grid), command);
  }

  private List<Cell> chosen(List<Cell> cells) {
    if (only.isEmpty()) {
      return cells;
    }
    Set<String> names = new LinkedHashSet<>();
    cells.forEach(cell -> names.add(name(cell)));
    for (String one : only) {
      if (!names.contains(one)) {
        throw new UserErrorException(
            "--only: the study of %s has no '%s'; it has %s"
                .formatted(name, one, String.join(", ", names)));
      }
    }
    return cells.stream().filter(cell -> only.contains(name(cell))).toList();
  }

  /** "H" is the name of "H, 256 bins", too. */
  private static String name(Cell cell) {
    String subject = cell.at().subject();
    int comma = subject.indexOf(',');
    return comma < 0 ? subject : subject.substring(0, comma);
  }

  private Findings findings(Paper paper, Setup setup, Grid grid) {
    List<String> facts = new ArrayList<>(paper.facts(setup));
    if (!only.isEmpty()) {
      facts.add(
          "Only %s was simulated: means are over that alone, and what the paper states is not judged."
              .formatted(String.join(", ", only)));
    }
    return new Findings(
        paper.name(),
        paper.title(),
        facts,
        paper.subjects().stream()
            .map(subject ->
                new Findings.Input(
                    subject.label(),
                    subject.workload(),
                    subject.input(),
                    grid.results().entrySet().stream()
                        .filter(entry -> entry.getKey().subject().equals(subject.label()))
                        .map(entry -> entry.getValue())
                        .filter(JobResult::right)
                        .findFirst()
                        .map(JobResult::input)
                        .orElse("-")))
            .toList(),
        paper.figures(grid),
        only.isEmpty() ? paper.claims(grid) : List.of());
  }

  private Paper find() {
    List<Paper> papers = Papers.all();
    return papers.stream()
        .filter(paper -> paper.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new UserErrorException(
                "there is no study of a paper '%s'; there are %s"
                    .formatted(
                        name, String.join(", ", papers.stream().map(Paper::name).toList()))));
  }
}
