package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.GraphOptions;
import dev.syncopate.app.cli.console.MachineSettings;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.study.compare.ComparisonRequest;
import dev.syncopate.study.compare.MechanismComparison;
import dev.syncopate.study.compare.SuiteComparison;
import dev.syncopate.study.compare.SuitesComparison;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
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
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
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
      "With --suite, run every workload of a suite and print who wins where; with --suite all, every"
          + " suite that is compared under protocols, in one table.",
      "The report begins with a recommendation and its margin; --sensitivity adds which changes of the"
          + " machine reverse it.",
      "With a command behind '--', launch or cuda, run your own kernel or program.",
      "A list of workloads, machines, sizes, or values of an option or a field, as in"
          + " --set l1.size=8KiB,16KiB, makes a sweep: mechanisms are compared in every combination."
    },
    footer = {
      "",
      "Example:",
      "  syncopate compare --workload sssp --size 20K --gpu srsp-16cu --protocols gpu,brsp,srsp",
      "  syncopate compare --suite heterosync",
      "  syncopate compare --suite atomics",
      "  syncopate compare --suite transactions",
      "  syncopate compare --suite all --protocols gpu,gpu+lab64,denovo",
      "  syncopate compare --workload histogram,pagerank --size 4K --protocols gpu,denovo",
      "  syncopate compare --workload cuts --gpu titanv-80sm --protocols gpu,denovo --sensitivity",
      "  syncopate compare --protocols gpu,gpu+lab64,denovo -- cuda -- ./program ARGUMENTS",
      "  syncopate compare --protocols gpu,hlrc -- launch k.ptx --grid 64 --block 256 --arg '...'"
    })
public final class CompareCommand implements Callable<Integer> {
  private static final String ALL = "all";

  private static final String WORKLOAD_MACHINE = "rsp-8cu";
  private static final String COMMAND_MACHINE = "titanv-80sm";

  /** Mechanisms by which all suites are compared. */
  private static final List<String> SUITES_PROTOCOLS =
      List.of("gpu", "gpu+lab64", "phi", "hlrc", "denovo", "srsp");

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
              + " atomics and classic under gpu, gpu+lab64, phi, hlrc and denovo with hrf, on"
              + " titanv-80sm, in size small, with commutative atomics (-o atomic=commutative);"
              + " transactions in all ways to execute a critical section, on southern-islands. all: the"
              + " suites but transactions, each on its machine, under gpu, gpu+lab64, phi, hlrc, denovo"
              + " and srsp with hrf, unless told otherwise.")
  private @Nullable String suite;

  @Option(
      names = "--protocols",
      paramLabel = "NAME",
      split = ",",
      description =
          "Coherence protocols; gpu+lab64 is gpu with a local atomic buffer of 64 lines. Default: gpu;"
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

  @Option(
      names = "--sensitivity",
      description =
          "Run the recommended mechanism and its rivals again on machines on which one capacity,"
              + " latency or bandwidth is halved or doubled.")
  private boolean sensitivity;

  @Mixin private GraphOptions graph = new GraphOptions();
  @Mixin private StudyOptions options = new StudyOptions();

  @Override
  public Integer call() {
    MachineSettings.check(settings);
    MachineSettings.checkOptions(workloadOptions);
    Optional<ListSweep> sweep = ListSweep.compared(spec);
    if (sweep.isPresent()) {
      return lists(sweep.get());
    }
    if (!words.isEmpty()) {
      return command(words);
    }
    requireOneSubject();
    return workload != null ? workload(workload) : suite(String.valueOf(suite));
  }

  private void requireOneSubject() {
    if ((workload == null) == (suite == null)) {
      throw new UserErrorException(
          workload == null
              ? "found neither --workload nor --suite nor a command behind '--', expected one of them"
              : "--workload and --suite: found both, expected one of them");
    }
  }

  /**
   * Several workloads, machines, sizes or values of one field: a sweep with a chart of mechanisms.
   */
  private int lists(ListSweep sweep) {
    if (words.isEmpty()) {
      requireOneSubject();
    } else {
      refuseWorkloadOptions();
      CommandRuns.check(words);
    }
    Map<String, String> defaults = new LinkedHashMap<>();
    defaults.put("machine", words.isEmpty() ? WORKLOAD_MACHINE : COMMAND_MACHINE);
    defaults.put("protocol", "gpu");
    defaults.put("model", "hrf");
    return sweep.compare(words, defaults, graph.datasets(), out, options);
  }

  private int workload(String name) {
    MechanismComparison comparison =
        new MechanismComparison(
            new ComparisonRequest(
                name,
                graph.jobInput(size == null ? "" : size),
                choices(),
                gpu == null ? WORKLOAD_MACHINE : gpu,
                settings,
                names("--protocols", protocols, List.of("gpu")),
                names("--models", models, List.of("hrf")),
                options.seed));
    requireRunning(comparison.cells(), comparison.leftOut());
    return run(comparison.cells(), comparison::sensitivity, comparison::findings);
  }

  private int run(
      List<ResultCell> cells,
      Function<ResultGrid, List<ResultCell>> simulations,
      Function<ResultGrid, StudyFindings> findings) {
    return new StudyExecution(options, spec)
        .run(out, cells, further(simulations), findings, command());
  }

  private Function<ResultGrid, List<ResultCell>> further(
      Function<ResultGrid, List<ResultCell>> simulations) {
    return sensitivity ? simulations : _ -> List.of();
  }

  /**
   * Looks, before anything is simulated, whether what the user named can run. What only a suite's
   * defaults name is left out, and the report says so.
   */
  private void requireRunning(List<ResultCell> cells, List<String> leftOut) {
    if (protocols != null && !leftOut.isEmpty()) {
      throw cannotRun(leftOut);
    }
    requireSome(cells, leftOut);
  }

  /** Of several suites some may have a machine that cannot run what the user named. */
  private static void requireSome(List<ResultCell> cells, List<String> leftOut) {
    if (cells.isEmpty()) {
      throw cannotRun(leftOut);
    }
  }

  private static UserErrorException cannotRun(List<String> leftOut) {
    return new UserErrorException(
        "--protocols: not every one can run on this machine: %s. Nothing was simulated; leave it"
                .formatted(String.join("; ", leftOut))
            + " out, or compare on another machine (--gpu, --set)");
  }

  private void refuseWorkloadOptions() {
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
  }

  private CommandLine commands() {
    return Objects.requireNonNull(spec.commandLine().getParent());
  }

  private int command(List<String> line) {
    refuseWorkloadOptions();
    String command = command();
    CommandRuns runs = new CommandRuns(line, commands());
    MechanismComparison comparison =
        new MechanismComparison(
            new ComparisonRequest(
                runs.name(),
                new JobInput.Generated(""),
                Map.of(),
                gpu == null ? COMMAND_MACHINE : gpu,
                settings,
                names("--protocols", protocols, List.of("gpu")),
                names("--models", models, List.of("hrf")),
                options.seed));
    requireRunning(comparison.cells(), comparison.leftOut());
    return new StudyExecution(options, spec)
        .run(
            out,
            comparison.cells(),
            runs,
            further(comparison::sensitivity),
            grid -> runs.told(comparison.findings(grid)),
            command);
  }

  private int suites() {
    List<SuitesComparison.SuiteChoice> choices =
        Workloads.suites().stream()
            .filter(chosenSuite -> chosenSuite.ways().isEmpty())
            .map(chosenSuite ->
                new SuitesComparison.SuiteChoice(
                    choice(chosenSuite, own(chosenSuite), SUITES_PROTOCOLS, List.of("hrf")),
                    chosenSuite.workloads()))
            .toList();
    for (String option : choices().keySet()) {
      if (choices.stream().noneMatch(choice -> choice.choice().options().containsKey(option))) {
        throw new UserErrorException("no workload of any suite has an option '" + option + "'");
      }
    }
    SuitesComparison comparison = new SuitesComparison(choices);
    requireSome(comparison.cells(), comparison.leftOut());
    return run(comparison.cells(), comparison::sensitivity, comparison::findings);
  }

  /** The user's options that a workload of the suite has. */
  private Map<String, String> own(Suite chosenSuite) {
    Map<String, String> ownChoices = new LinkedHashMap<>(choices());
    ownChoices
        .keySet()
        .removeIf(option ->
            chosenSuite.workloads().stream()
                .flatMap(suiteWorkload -> suiteWorkload.options().stream())
                .noneMatch(candidate -> candidate.name().equals(option)));
    return ownChoices;
  }

  private ComparisonRequest choice(
      Suite chosenSuite,
      Map<String, String> chosen,
      List<String> defaultProtocols,
      List<String> defaultModels) {
    Map<String, String> choices = new LinkedHashMap<>(chosenSuite.options());
    choices.putAll(chosen);
    List<String> changes = new ArrayList<>(chosenSuite.settings());
    changes.addAll(settings);
    return new ComparisonRequest(
        chosenSuite.name(),
        graph.jobInput(size == null ? chosenSuite.size() : size),
        choices,
        gpu == null ? chosenSuite.machine() : gpu,
        changes,
        names("--protocols", protocols, defaultProtocols),
        names("--models", models, defaultModels),
        options.seed);
  }

  private int suite(String name) {
    if (name.equals(ALL)) {
      return suites();
    }
    Suite chosenSuite =
        Workloads.suite(name)
            .orElseThrow(() -> {
              List<String> names =
                  Stream.concat(Workloads.suites().stream().map(Suite::name), Stream.of(ALL))
                      .toList();
              return new UserErrorException(
                  "there is no suite '%s'%s; there are %s"
                      .formatted(name, NearestName.hint(name, names), String.join(", ", names)));
            });
    SuiteComparison comparison =
        new SuiteComparison(
            choice(
                chosenSuite,
                choices(),
                or(chosenSuite.protocols(), Mechanisms.rightProtocols()),
                or(chosenSuite.models(), Mechanisms.models())),
            chosenSuite.workloads(),
            chosenSuite.ways());
    requireRunning(comparison.cells(), comparison.leftOut());
    return run(comparison.cells(), comparison::sensitivity, comparison::findings);
  }

  private static List<String> or(List<String> preferred, List<String> otherwise) {
    return preferred.isEmpty() ? otherwise : preferred;
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
