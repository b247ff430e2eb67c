package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.DatasetsOption;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.sim.config.FileErrors;
import dev.syncopate.study.design.Design;
import dev.syncopate.study.design.DesignFile;
import dev.syncopate.study.design.DesignFindings;
import dev.syncopate.study.design.DesignJobs;
import dev.syncopate.study.yaml.YamlException;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sweep}: every combination of what a file varies. */
@Command(
    name = "sweep",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Run every combination of what a file varies: machines and their fields, protocols, models,"
          + " workloads with options and inputs, own kernels and programs, seeds.",
      "Write a page with charts, and one table with a row for each simulation, as CSV and NDJSON."
          + " Results are kept: the same command goes on where it was interrupted."
    },
    footer = {
      "",
      "Example:",
      "  syncopate sweep examples/sweeps/l1-size.yaml",
      "  syncopate sweep examples/sweeps/l1-size.yaml --plan",
      "  syncopate sweep FILE --out FOLDER --shard 2/8",
      "  syncopate sweep FILE --out FOLDER --collect"
    })
public final class SweepCommand implements Callable<Integer>, ShardedStudy {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "The sweep, in YAML.")
  private Path file = Path.of("");

  @Option(
      names = "--plan",
      description =
          "Simulate nothing: list the simulations, those that are there, and the time left.")
  private boolean plan;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "Where results are kept and the report is written. Default: syncopate-studies/sweep-NAME")
  private @Nullable Path out;

  @Mixin private ShardOptions shards = new ShardOptions();
  @Mixin private DatasetsOption datasets = new DatasetsOption();
  @Mixin private RunnerOptions options = new RunnerOptions();

  @Override
  public Integer call() {
    Design design = design();
    DesignFindings findings = findings(design);
    Path folder = folder(design);
    if (plan) {
      shards
          .name()
          .ifPresent(option -> {
            throw new UserErrorException(option + " and --plan: found both, expected one of them");
          });
      return new StudyExecution(options, spec).plan(folder, findings.cells());
    }
    return new StudyExecution(options, spec)
        .runBy(CommandJobs::new)
        .run(folder, findings.cells(), findings::findings, repeating(), shards);
  }

  private Path folder(Design design) {
    return out == null ? Path.of("syncopate-studies", "sweep-" + design.name()) : out;
  }

  private String repeating() {
    return "./syncopate sweep " + file;
  }

  @Override
  public Whole whole() {
    Design design = design();
    Path folder = folder(design);
    return new Whole(
        design.name(),
        folder,
        List.of(new Part(folder, findings(design).cells(), repeating())),
        out != null,
        (plan ? Optional.of("--plan") : shards.name()).map(ShardedStudy::refusal),
        options);
  }

  private Design design() {
    try {
      return DesignFile.read(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
    } catch (MalformedInputException e) {
      throw new UserErrorException(file + ": found bytes that are not UTF-8, expected text");
    } catch (IOException e) {
      throw new UserErrorException(file + ": cannot be read: " + FileErrors.reason(e));
    } catch (YamlException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
  }

  private DesignFindings findings(Design design) {
    try {
      return new DesignFindings(design, new DesignJobs(datasets.folder()));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(file + ": " + e.getMessage());
    }
  }
}
