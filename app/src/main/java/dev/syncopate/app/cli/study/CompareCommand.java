package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.GraphOptions;
import dev.syncopate.app.cli.console.MachineSettings;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.sim.config.Nearest;
import dev.syncopate.study.compare.Choice;
import dev.syncopate.study.compare.Comparison;
import dev.syncopate.study.compare.SuiteComparison;
import dev.syncopate.study.grid.Cell;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Mechanisms;
import dev.syncopate.workload.suite.Suite;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code compare}: mechanisms on a workload of the user's choice. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    abbreviateSynopsis = true,
    description = {
      "Run one workload and input, a suite, or your own kernel or program under several protocols"
          + " and models; print a table, and write a page with a chart, CSV and JSON.",
      "A workload that has scenarios runs in 'remote' under protocols with remote operations, and"
          + " in all others under protocols without; -o scenario=NAME chooses one.",
      "With --suite, run every workload of a suite and print who wins where.",
      "With a command behind '--', launch or cuda, run your own kernel or program."
    },
    footer = {
      "",
      "Example:",
      "  syncopate compare --workload sssp --size 20K --gpu srsp-16cu --protocols gpu,brsp,srsp",
      "  syncopate compare --suite heterosync",
      "  syncopate compare --suite atomics",
      "  syncopate compare --suite transactions",
      "  syncopate compare --protocols gpu,gpu-lab64,denovo -- cuda -- ./program ARGUMENTS",
      "  syncopate compare --protocols gpu,hlrc -- launch k.ptx --grid 64 --block 256 --arg '...'"
    })
public final class CompareCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description =
          "launch or cuda with what they take, but for the machine and the mechanism, which stand"
              + " before '--'. It runs once for each, on standard error.")
  private List<String> words = List.of();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description = "What to run; 'workloads' lists them.")
  private @Nullable String workload;

  @Option(
      names = "--suite",
      paramLabel = "NAME",
      description =
          "Run all workloads of a suite: heterosync, unless told otherwise under all protocols that"
              + " the machine can run and all models, on heterosync-15cu, in size medium, on 8 compute units (-o units=8);"
              + " atomics and classic under gpu, gpu-lab64, phi, hlrc and denovo with hrf, on"
              + " titanv-80sm, in size small, with commutative atomics (-o atomic=commutative);"
              + " transactions in all ways to execute a critical section, on southern-islands.")
  private @Nullable String suite;

  @Option(
      names = "--protocols",
      paramLabel = "NAME",
      split = ",",
      description =
          "Coherence protocols; gpu-lab64 is gpu with a local atomic buffer of 64 lines. Default: gpu;"
              + " of a suite its own")
  private @Nullable List<String> protocols;

  @Option(
      names = "--models",
      paramLabel = "NAME",
      split = ",",
      description = "Consistency models: drf0, hrf, drfrlx. Default: hrf; of a suite its own")
  private @Nullable List<String> models;

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
      description =
          "Machine: a name from 'gpus' or a YAML file. Default: rsp-8cu; of a suite its own; of a"
              + " command titanv-80sm")
  private @Nullable String gpu;

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
    MachineSettings.check(settings);
    if (!words.isEmpty()) {
      return command(words);
    }
    if ((workload == null) == (suite == null)) {
      throw new UserErrorException(
          workload == null
              ? "found neither --workload nor --suite nor a command behind '--', expected one of them"
              : "--workload and --suite: found both, expected one of them");
    }
    return workload != null ? workload(workload) : suite(String.valueOf(suite));
  }

  private int workload(String name) {
    Comparison comparison =
        new Comparison(
            new Choice(
                name,
                graph.jobInput(size == null ? "" : size),
                choices(),
                gpu == null ? "rsp-8cu" : gpu,
                settings,
                names("--protocols", protocols, List.of("gpu")),
                names("--models", models, List.of("hrf")),
                options.seed));
    requireRunning(comparison.cells(), comparison.leftOut());
    return new StudyExecution(options, spec)
        .run(out, comparison.cells(), comparison::findings, command());
  }

  /**
   * Looks, before anything is simulated, whether what the user named can run. What only a suite's
   * defaults name is left out, and the report says so.
   */
  private void requireRunning(List<Cell> cells, List<String> leftOut) {
    if (!leftOut.isEmpty() && (protocols != null || cells.isEmpty())) {
      throw new UserErrorException(
          "--protocols: not every one can run on this machine: %s. Nothing was simulated; leave it"
                  .formatted(String.join("; ", leftOut))
              + " out, or compare on another machine (--gpu, --set)");
    }
  }

  private int command(List<String> line) {
    if (workload != null || suite != null || size != null || !workloadOptions.isEmpty()) {
      throw new UserErrorException(
          "found both a command behind '--' and %s, which is of workloads"
              .formatted(
                  workload != null
                      ? "--workload"
                      : suite != null ? "--suite" : size != null ? "--size" : "--option"));
    }
    if (!graph.jobInput("").equals(new JobInput.Generated(""))) {
      throw new UserErrorException(
          "found both a command behind '--' and a graph, which is of workloads");
    }
    String command = command();
    CommandLine commands = Objects.requireNonNull(spec.commandLine().getParent());
    CommandRuns runs = new CommandRuns(line, commands);
    Comparison comparison =
        new Comparison(
            new Choice(
                runs.name(),
                new JobInput.Generated(""),
                Map.of(),
                gpu == null ? "titanv-80sm" : gpu,
                settings,
                names("--protocols", protocols, List.of("gpu")),
                names("--models", models, List.of("hrf")),
                options.seed));
    requireRunning(comparison.cells(), comparison.leftOut());
    return new StudyExecution(options, spec)
        .run(out, comparison.cells(), runs, grid -> runs.told(comparison.findings(grid)), command);
  }

  private int suite(String name) {
    Suite of =
        Workloads.suite(name)
            .orElseThrow(() -> {
              List<String> names = Workloads.suites().stream().map(Suite::name).toList();
              return new UserErrorException(
                  "there is no suite '%s'%s; there are %s"
                      .formatted(name, Nearest.hint(name, names), String.join(", ", names)));
            });
    Map<String, String> choices = new LinkedHashMap<>(of.options());
    choices.putAll(choices());
    List<String> changes = new ArrayList<>(of.settings());
    changes.addAll(settings);
    SuiteComparison comparison =
        new SuiteComparison(
            new Choice(
                name,
                graph.jobInput(size == null ? of.size() : size),
                choices,
                gpu == null ? of.machine() : gpu,
                changes,
                names("--protocols", protocols, or(of.protocols(), Mechanisms.rightProtocols())),
                names("--models", models, or(of.models(), Mechanisms.models())),
                options.seed),
            of.workloads(),
            of.ways());
    requireRunning(comparison.cells(), comparison.leftOut());
    return new StudyExecution(options, spec)
        .run(out, comparison.cells(), comparison::findings, command());
  }

  private static List<String> or(List<String> some, List<String> otherwise) {
    return some.isEmpty() ? otherwise : some;
  }

  private static List<String> names(
      String option, @Nullable List<String> chosen, List<String> otherwise) {
    if (chosen != null && chosen.isEmpty()) {
      throw new UserErrorException(option + ": found no name, expected at least one");
    }
    return chosen == null ? otherwise : chosen;
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
