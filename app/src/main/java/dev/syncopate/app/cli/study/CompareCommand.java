package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.GraphOptions;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.study.compare.Choice;
import dev.syncopate.study.compare.Comparison;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code compare}: mechanisms on a workload of the user's choice. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Run one workload and input under several protocols and models; print a table, and write a"
          + " page with a chart, CSV and JSON.",
      "A workload that has scenarios runs in 'remote' under protocols with remote operations, and"
          + " in all others under protocols without; -o scenario=NAME chooses one."
    },
    footer = {
      "",
      "Example:",
      "  syncopate compare --workload sssp --size 20K --gpu srsp-16cu --protocols gpu,brsp,srsp"
    })
public final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      required = true,
      description = "What to run; 'workloads' lists them.")
  private String workload = "";

  @Option(
      names = "--protocols",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "gpu",
      description = "Coherence protocols. Default: ${DEFAULT-VALUE}")
  private List<String> protocols = List.of();

  @Option(
      names = "--models",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "hrf",
      description = "Consistency models: drf0, hrf, drfrlx. Default: ${DEFAULT-VALUE}")
  private List<String> models = List.of();

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "A number, which may end in K, M or G, or a name the workload has.")
  private @Nullable String size;

  @Option(
      names = {"-o", "--option"},
      paramLabel = "NAME=VALUE",
      description = "Choose something the workload offers; see 'workloads'.")
  private List<String> workloadOptions = List.of();

  @Option(
      names = "--gpu",
      paramLabel = "NAME|FILE",
      defaultValue = "rsp-8cu",
      description = "Machine: a name from 'gpus' or a YAML file. Default: ${DEFAULT-VALUE}")
  private String gpu = "";

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "Change a field of the machine, as in l1.size=32KiB; may be repeated.")
  private List<String> settings = List.of();

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      defaultValue = "syncopate-studies/compare",
      description = "Where results are kept and the report is written. Default: ${DEFAULT-VALUE}")
  private Path out = Path.of("");

  @Mixin private GraphOptions graph = new GraphOptions();
  @Mixin private StudyOptions options = new StudyOptions();

  @Override
  public Integer call() {
    if (protocols.isEmpty() || models.isEmpty()) {
      throw new UserErrorException(
          (protocols.isEmpty() ? "--protocols" : "--models")
              + ": found no name, expected at least one");
    }
    Comparison comparison =
        new Comparison(
            new Choice(
                workload,
                graph.jobInput(size == null ? "" : size),
                choices(),
                gpu,
                settings,
                protocols,
                models,
                options.seed));
    return new StudyExecution(options, spec)
        .run(out, comparison.cells(), comparison::findings, command());
  }

  private String command() {
    return "./syncopate " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }

  private Map<String, String> choices() {
    Map<String, String> choices = new LinkedHashMap<>();
    for (String option : workloadOptions) {
      int equals = option.indexOf('=');
      if (equals < 1) {
        throw new UserErrorException("--option takes NAME=VALUE, found '" + option + "'");
      }
      choices.put(option.substring(0, equals), option.substring(equals + 1));
    }
    return choices;
  }
}
