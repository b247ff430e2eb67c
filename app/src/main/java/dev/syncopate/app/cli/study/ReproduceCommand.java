package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.DatasetsOption;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cli.console.Terminal;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.app.cli.cuda.ProgramJobs;
import dev.syncopate.app.report.Version;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.OrderClaims;
import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.paper.StudyVariant;
import dev.syncopate.study.paper.catalogue.Papers;
import dev.syncopate.study.paper.explain.ExplainingExperiment;
import dev.syncopate.study.paper.explain.ExplainingExperiments;
import dev.syncopate.study.report.Overview;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
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
      "Run a paper's evaluation, print its figures with the paper's values, and write a page"
          + " with charts, CSV and JSON.",
      "Results are kept as they come: a study that was ended goes on where it was."
    },
    footer = {"", "Example:", "  syncopate reproduce srsp --scale quick"})
public final class ReproduceCommand implements Callable<Integer>, ShardedStudy {
  private static final String ALL = "all";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "PAPER",
      description =
          "rsp, srsp, heterosync, localtm or lab; or all, for one page with the claims that carry each.")
  private String name = "";

  @Option(
      names = "--scale",
      paramLabel = "quick|full",
      defaultValue = "quick",
      description =
          "Reduced graphs or fewer iterations, minutes; or the paper's sizes, up to hours. Default:"
              + " ${DEFAULT-VALUE}")
  private EvaluationScale scale = EvaluationScale.QUICK;

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
  private List<String> chosenNames = List.of();

  @Option(
      names = "--machine",
      paramLabel = "NAME",
      split = ",",
      description =
          "Run the study on readings of its machine as well, or all of them; each claim is judged"
              + " under each, side by side. heterosync has some: docs/use/machines.md.")
  private List<String> machines = List.of();

  @Option(
      names = "--programs",
      paramLabel = "FOLDER",
      description =
          "Run the paper's own programs as well, from your copy of the suite that it published; each"
              + " claim is judged by them, too. heterosync has some: docs/use/cuda-programs.md.")
  private @Nullable Path programs;

  @Option(
      names = "--explain",
      paramLabel = "CLAIM",
      description =
          "In place of the study run the small simulations that show what decides a claim, by its id"
              + " in PAPER-claims.csv.")
  private @Nullable String claim;

  @Option(
      names = "--readings",
      description =
          "In place of the study run it under other readings of what the paper leaves open, one at a"
              + " time: rsp and srsp. --only takes the readings' names.")
  private boolean readings;

  @Mixin private DatasetsOption datasets = new DatasetsOption();
  @Mixin private StudyOptions options = new StudyOptions();
  @Mixin private ShardOptions shards = new ShardOptions();

  @Override
  public Integer call() {
    StudySetup setup = new StudySetup(scale, datasets.folder(), options.seed);
    if (name.equals(ALL)) {
      return all(setup);
    }
    Paper paper = find();
    if (claim != null) {
      return explain(paper, claim, setup);
    }
    if (readings) {
      refuse(!machines.isEmpty(), "--machine");
      refuse(programs != null, "--programs");
      paper = readings(paper);
    }
    Paper studied = paper;
    List<StudyVariant> variants = new ArrayList<>(variants(studied, setup));
    SuiteBuild suite = programs == null ? null : SuiteBuild.of(studied, programs);
    if (suite != null) {
      suite.build(folder(studied.name()), spec.commandLine().getErr());
      variants.addAll(suite.variants(setup));
    }
    List<ResultCell> cells = new ArrayList<>(studied.cells(setup));
    variants.forEach(variant -> cells.addAll(variant.cells()));
    List<String> suiteFacts = suite == null ? List.of() : suite.facts();
    return new StudyExecution(options, spec)
        .runBy(fallback -> suite == null ? fallback : new ProgramJobs(fallback))
        .run(
            folder(studied.name()),
            chosen(cells),
            grid -> findings(studied, setup, grid, variants, suiteFacts),
            command(name, setup) + (readings ? " --readings" : ""),
            shards);
  }

  @Override
  public Whole whole() {
    StudySetup setup = new StudySetup(scale, datasets.folder(), options.seed);
    Path folder = folder(name);
    List<Part> parts = new ArrayList<>();
    if (name.equals(ALL)) {
      String conflictingOption = otherThan(claim);
      if (conflictingOption != null) {
        throw new UserErrorException(
            "%s: found it with 'all', expected it with one paper".formatted(conflictingOption));
      }
      for (Paper paper : Papers.all()) {
        parts.add(
            new Part(
                folder.resolve(paper.name()), paper.cells(setup), command(paper.name(), setup)));
      }
    } else {
      Paper studied = readings ? readings(find()) : find();
      List<ResultCell> cells = new ArrayList<>(studied.cells(setup));
      variants(studied, setup).forEach(variant -> cells.addAll(variant.cells()));
      folder = folder(studied.name());
      parts.add(
          new Part(folder, chosen(cells), command(name, setup) + (readings ? " --readings" : "")));
    }
    return new Whole(name + "-" + scaleName(), folder, parts, out != null, refusal(), options);
  }

  private Optional<String> refusal() {
    return claim != null
        ? Optional.of(
            "--explain: its few small simulations are no work for a cluster; run reproduce without"
                + " submit")
        : programs != null
            ? Optional.of(
                "--programs: the suite is compiled by the process that runs it, and a cluster's"
                    + " computers have no copy; run reproduce without submit")
            : shards.name().map(ShardedStudy::refusal);
  }

  private static void refuse(boolean isPresent, String option) {
    if (isPresent) {
      throw new UserErrorException(option + " and --readings: found both, expected one of them");
    }
  }

  private Paper readings(Paper paper) {
    return paper
        .readings()
        .orElseThrow(() ->
            new UserErrorException(
                "--readings: there are none of %s; there are some of %s"
                    .formatted(
                        paper.name(),
                        Papers.all().stream()
                            .filter(candidate -> candidate.readings().isPresent())
                            .map(Paper::name)
                            .collect(Collectors.joining(", ")))));
  }

  /** The study's readings that were asked for. */
  private List<StudyVariant> variants(Paper paper, StudySetup setup) {
    if (machines.isEmpty()) {
      return List.of();
    }
    List<String> readings = paper.machines();
    if (readings.isEmpty()) {
      throw new UserErrorException(
          "--machine: the machine of %s has no readings; there are some of %s"
              .formatted(
                  paper.name(),
                  String.join(
                      ", ",
                      Papers.all().stream()
                          .filter(candidate -> !candidate.machines().isEmpty())
                          .map(Paper::name)
                          .toList())));
    }
    if (machines.equals(List.of(ALL))) {
      return paper.variants(setup, readings);
    }
    for (String reading : machines) {
      if (!readings.contains(reading)) {
        throw new UserErrorException(
            "--machine: the machine of %s has no reading '%s'; it has %s, or %s for each"
                .formatted(paper.name(), reading, String.join(", ", readings), ALL));
      }
    }
    return paper.variants(setup, machines.stream().distinct().toList());
  }

  private int explain(Paper paper, String id, StudySetup setup) {
    String conflictingOption = otherThan(null);
    if (conflictingOption != null) {
      throw new UserErrorException(
          "%s and --explain: found both, expected one of them".formatted(conflictingOption));
    }
    shards
        .name()
        .ifPresent(option -> {
          throw new UserErrorException(option + " and --explain: found both, expected one of them");
        });
    List<Claim> claims = claims(paper, ResultGrid.of(List.of(), Map.of()));
    Claim stated =
        claims.stream()
            .filter(candidate -> candidate.id().equals(id))
            .findFirst()
            .orElseThrow(() ->
                new UserErrorException(
                    "--explain: %s has no claim '%s'%s; %s"
                        .formatted(
                            paper.name(),
                            id,
                            NearestName.hint(id, claims.stream().map(Claim::id).toList()),
                            explainedClaims(paper))));
    List<ExplainingExperiment> explanations = ExplainingExperiments.about(paper.name(), id);
    if (explanations.isEmpty()) {
      throw new UserErrorException(
          "--explain: no experiment is about '%s': what is said of it is a guess; %s"
              .formatted(id, explainedClaims(paper)));
    }
    List<ResultCell> cells =
        explanations.stream().flatMap(explanation -> explanation.cells(setup).stream()).toList();
    String about = paper.name() + "-" + id;
    return new StudyExecution(options, spec)
        .run(
            out == null ? Path.of("syncopate-studies", "explain-" + paper.name()) : out,
            cells,
            grid -> ExplainingExperiment.findings(about, stated, explanations, grid),
            command(paper.name(), setup) + " --explain " + id);
  }

  /** The claims of a paper that have an experiment, as the end of an error message. */
  private static String explainedClaims(Paper paper) {
    return ExplainingExperiments.of(paper.name()).stream()
        .flatMap(explanation -> explanation.claims().stream())
        .distinct()
        .collect(Collectors.joining(", ", "there are experiments about ", ""));
  }

  /**
   * An option about which part of one paper's study is run.
   *
   * @param explain what was given with {@code --explain}
   * @return its name; null where there is none
   */
  private @Nullable String otherThan(@Nullable String explain) {
    if (!chosenNames.isEmpty()) {
      return "--only";
    }
    if (readings) {
      return "--readings";
    }
    if (!machines.isEmpty()) {
      return "--machine";
    }
    return programs != null ? "--programs" : explain != null ? "--explain" : null;
  }

  private Path folder(String studyName) {
    return out == null ? Path.of("syncopate-studies", studyName + "-" + scaleName()) : out;
  }

  private String scaleName() {
    return scale.name().toLowerCase(Locale.ROOT);
  }

  private String command(String studyName, StudySetup setup) {
    return "./syncopate reproduce %s --scale %s%s%s%s%s%s"
        .formatted(
            studyName,
            scaleName(),
            machines.isEmpty() ? "" : " --machine " + String.join(",", machines),
            programs == null ? "" : " --programs " + programs,
            chosenNames.isEmpty() ? "" : " --only " + String.join(",", chosenNames),
            setup.datasets() == null ? "" : " --datasets " + setup.datasets(),
            options.seed == 1 ? "" : " --seed " + options.seed);
  }

  /** Every paper's study in a separate folder, and one page over them. */
  private int all(StudySetup setup) {
    String about = otherThan(claim);
    if (about != null) {
      throw new UserErrorException(
          "%s: found it with 'all', expected it with one paper".formatted(about));
    }
    Path folder = folder(ALL);
    List<Overview.Study> studies = new ArrayList<>();
    int worst = ExitCode.RIGHT;
    for (Paper paper : Papers.all()) {
      AtomicReference<@Nullable StudyFindings> shown = new AtomicReference<>();
      int code =
          new StudyExecution(options, spec)
              .withoutText()
              .run(
                  folder.resolve(paper.name()),
                  paper.cells(setup),
                  grid -> {
                    StudyFindings findings = findings(paper, setup, grid, List.of(), List.of());
                    shown.set(findings);
                    return findings;
                  },
                  command(paper.name(), setup),
                  shards);
      worst = worst == ExitCode.RIGHT ? code : worst;
      StudyFindings findings = shown.get();
      if (findings == null && code != ExitCode.INTERRUPTED && shards.shard().isPresent()) {
        continue; // of the next study, too
      }
      if (findings == null) {
        return code; // interrupted: the same command goes on from there
      }
      String page = paper.name() + "/" + paper.name() + ".html";
      Overview.Study study =
          new Overview.Study(
              findings,
              findings.claims(paper.headlines()),
              page,
              claim -> ExplainingExperiments.reason(paper.name(), claim));
      if (!options.quiet) {
        PrintWriter terminal = spec.commandLine().getOut();
        terminal.print(new Overview(List.of(study)).text(Terminal.outputColumns()));
        terminal.flush();
      }
      studies.add(study);
    }
    if (studies.isEmpty()) {
      return worst; // a shard
    }
    overview(folder, new Overview(studies), command(ALL, setup));
    return worst;
  }

  private void overview(Path folder, Overview overview, String command) {
    try {
      Path page = overview.write(folder, Version.text(), command);
      if (!options.quiet) {
        spec.commandLine().getOut().printf("Page: %s%nFiles: %s%n", page, folder);
        spec.commandLine().getOut().flush();
      }
    } catch (IOException e) {
      throw new UserErrorException(
          "--out: cannot write to " + folder + ": " + FileErrors.reason(e));
    }
  }

  private List<ResultCell> chosen(List<ResultCell> cells) {
    if (chosenNames.isEmpty()) {
      return cells;
    }
    Set<String> names = new LinkedHashSet<>();
    cells.forEach(cell -> names.add(name(cell)));
    for (String chosenName : chosenNames) {
      if (!names.contains(chosenName)) {
        throw new UserErrorException(
            "--only: the study of %s has no '%s'; it has %s"
                .formatted(name, chosenName, String.join(", ", names)));
      }
    }
    return cells.stream().filter(cell -> chosenNames.contains(name(cell))).toList();
  }

  /** "H" is the name of "H, 256 bins", too. */
  private static String name(ResultCell cell) {
    String subject = cell.coordinate().subject();
    int comma = subject.indexOf(',');
    return comma < 0 ? subject : subject.substring(0, comma);
  }

  private StudyFindings findings(
      Paper paper,
      StudySetup setup,
      ResultGrid grid,
      List<StudyVariant> variants,
      List<String> suiteFacts) {
    List<String> facts = new ArrayList<>(paper.facts(setup));
    variants.forEach(variant ->
        facts.add("Judged once more, %s: %s".formatted(variant.name(), variant.words())));
    facts.addAll(suiteFacts);
    if (!chosenNames.isEmpty()) {
      facts.add(
          "Only %s was simulated: means are over that alone, and what the paper states is not judged."
              .formatted(String.join(", ", chosenNames)));
    }
    return new StudyFindings(
        paper.name(),
        paper.title(),
        facts,
        paper.subjects().stream()
            .map(subject ->
                new StudyFindings.Input(
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
        chosenNames.isEmpty() ? claims(paper, grid) : List.of(),
        chosenNames.isEmpty()
            ? variants.stream()
                .map(variant -> variant.judged(variantGrid -> claims(paper, variantGrid), grid))
                .toList()
            : List.of());
  }

  /** What the paper says, then the shape of its charts. */
  private static List<Claim> claims(Paper paper, ResultGrid grid) {
    List<Claim> claims = new ArrayList<>(paper.claims(grid));
    claims.addAll(OrderClaims.of(paper.figures(grid)));
    return claims;
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
                        name,
                        String.join(", ", papers.stream().map(Paper::name).toList())
                            + ", "
                            + ALL)));
  }
}
