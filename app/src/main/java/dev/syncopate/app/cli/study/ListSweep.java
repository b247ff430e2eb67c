package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.MachineSettings;
import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.study.compare.MechanismComparison;
import dev.syncopate.study.design.Chart;
import dev.syncopate.study.design.CommandWords;
import dev.syncopate.study.design.Design;
import dev.syncopate.study.design.DesignFindings;
import dev.syncopate.study.design.DesignJobs;
import dev.syncopate.study.design.Point;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The small sweep that a command line of {@code run}, {@code launch} or {@code compare} is whose
 * options have lists of values, as in {@code --set l1.size=8KiB,16KiB}: every combination runs
 * once.
 */
public final class ListSweep {
  private static final String PROTOCOL = "protocol";
  private static final String MODEL = "model";
  private static final String SCENARIO = "option.scenario";

  /** Options that a factor of a sweep stands for, by name. */
  private static final Map<String, String> FACTORS =
      Map.of(
          "--workload", "workload",
          "--gpu", "machine",
          "--protocol", PROTOCOL,
          "--model", MODEL,
          "--size", "size",
          "--seed", "seed",
          "--input", "input",
          "--graph", "graph");

  /** Options of {@code compare} that are lists in any case, by their factor. */
  private static final Map<String, String> COMPARED =
      Map.of("--protocols", PROTOCOL, "--models", MODEL);

  private static final String SET = "--set";
  private static final String OPTION = "--option";
  private static final String QUIET = "--quiet";

  /** Options that choose nothing to simulate. */
  private static final List<String> NO_FACTORS =
      List.of(QUIET, "--datasets", "--out", "--jobs", "--pdf");

  private final CommandSpec spec;
  private final Map<String, List<String>> factors = new LinkedHashMap<>();

  /** Options of the command that no factor stands for. */
  private final List<String> otherOptions = new ArrayList<>();

  private ListSweep(CommandSpec spec) {
    this.spec = spec;
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      String name = option.longestName();
      List<String> values = option.originalStringValues();
      if (FACTORS.containsKey(name)) {
        factors.put(String.valueOf(FACTORS.get(name)), list(values.getLast()));
      } else if (COMPARED.containsKey(name)) {
        factors.put(
            String.valueOf(COMPARED.get(name)),
            values.stream().flatMap(value -> list(value).stream()).toList());
      } else if (name.equals(SET)) {
        MachineSettings.check(values);
        values.forEach(value -> assign("", value));
      } else if (name.equals(OPTION)) {
        MachineSettings.checkOptions(values);
        values.forEach(value -> assign("option.", value));
      } else if (!NO_FACTORS.contains(name)) {
        otherOptions.add(name);
      }
    }
  }

  private void assign(String prefix, String assignment) {
    int equals = assignment.indexOf('=');
    if (equals > 0) {
      factors.put(
          prefix + assignment.substring(0, equals).strip(), list(assignment.substring(equals + 1)));
    }
  }

  /** The values of a list; the name of a file that exists is one value, commas included. */
  private static List<String> list(String value) {
    return Path.of(value).toFile().exists() ? List.of(value) : List.of(value.split(",", -1));
  }

  /** The sweep of a command line of {@code run} or {@code launch}, if an option has a list. */
  public static Optional<ListSweep> of(CommandSpec spec) {
    return of(spec, List.of());
  }

  /** The sweep of a command line of {@code compare}, if more than mechanisms have a list. */
  static Optional<ListSweep> compared(CommandSpec spec) {
    return of(spec, List.of(PROTOCOL, MODEL));
  }

  private static Optional<ListSweep> of(CommandSpec spec, List<String> listedAnyway) {
    ListSweep sweep = new ListSweep(spec);
    return sweep.factors.entrySet().stream()
            .filter(factor -> !listedAnyway.contains(factor.getKey()))
            .allMatch(factor -> factor.getValue().size() == 1)
        ? Optional.empty()
        : Optional.of(sweep);
  }

  /**
   * Runs a workload in every combination.
   *
   * @param datasets folder of original graphs; null for none
   * @return the exit code
   */
  public int workload(String workload, @Nullable Path datasets) {
    requireFactorsOnly();
    return run("workload", workload, workload, datasets);
  }

  private void requireFactorsOnly() {
    if (!otherOptions.isEmpty()) {
      throw new UserErrorException(
          "found %s with a list of values, which makes a sweep; expected one value, or a sweep's file"
              .formatted(otherOptions.getFirst()));
    }
  }

  /**
   * Runs a {@code launch} in every combination.
   *
   * @param file that it runs, for the sweep's name
   */
  public int launch(String file) {
    List<String> words = new ArrayList<>();
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i).replaceFirst("=.*", "");
      if (FACTORS.containsKey(name) || name.equals(SET)) {
        i += arguments.get(i).contains("=") && !name.equals(arguments.get(i)) ? 0 : 1;
      } else if (!name.equals(QUIET)) {
        words.add(arguments.get(i));
      }
    }
    Path path = Path.of(file).getFileName();
    String name = String.valueOf(path).replaceFirst("\\.[a-z]+$", "");
    return run("command", CommandWords.text(words), name, null);
  }

  /**
   * Compares mechanisms in every combination of the other factors.
   *
   * @param command {@code launch} or {@code cuda} with their arguments; empty for workloads
   * @param defaults values of factors that the command line does not name
   * @param datasets folder of original graphs; null for none
   * @param folder of results and report
   * @param options of the runner
   * @return the exit code
   */
  int compare(
      List<String> command,
      Map<String, String> defaults,
      @Nullable Path datasets,
      Path folder,
      RunnerOptions options) {
    requireFactorsOnly();
    Map<String, List<String>> values = new LinkedHashMap<>();
    if (!command.isEmpty()) {
      values.put("command", List.of(CommandWords.text(command)));
    }
    defaults.forEach((factor, value) -> factors.putIfAbsent(factor, List.of(value)));
    factors.keySet().stream()
        .sorted(Comparator.comparingInt(ListSweep::rank))
        .forEach(factor -> values.put(factor, factors.getOrDefault(factor, List.of())));
    List<Point> points = new ArrayList<>();
    for (Point point : Design.grid("", "", values).points()) {
      points.addAll(inScenarios(point));
    }
    Map<String, String> baseline = new LinkedHashMap<>();
    for (String factor : List.of(PROTOCOL, MODEL, SCENARIO)) {
      points.stream()
          .map(point -> point.value(factor))
          .filter(value -> !value.isEmpty())
          .findFirst()
          .ifPresent(value -> baseline.put(factor, value));
    }
    String subject =
        command.isEmpty()
            ? String.join(", ", values.getOrDefault("workload", List.of()))
            : command.getFirst();
    Design design =
        new Design("compare", subject + " under several mechanisms", points, baseline, List.of());
    return run(comparedBy(design), datasets, folder, options);
  }

  /** What is compared changes first in the sweep's order, and the workload last. */
  private static int rank(String factor) {
    return switch (factor) {
      case "workload" -> 0;
      case "machine" -> 1;
      case PROTOCOL -> 3;
      case MODEL -> 4;
      default -> 2;
    };
  }

  /** The point in each scenario of its workload, unless the command line chooses one. */
  private static List<Point> inScenarios(Point point) {
    if (!point.value(SCENARIO).isEmpty()) {
      return List.of(point);
    }
    List<Point> points = new ArrayList<>();
    for (String scenario :
        MechanismComparison.scenarios(point.value("workload"), point.value(PROTOCOL))) {
      Map<String, String> values = new LinkedHashMap<>(point.values());
      if (!scenario.isEmpty()) {
        values.put(SCENARIO, scenario);
      }
      points.add(new Point(values));
    }
    return points;
  }

  /** A chart of the speed-up with a colour a mechanism, and the other factors along its axis. */
  private static Design comparedBy(Design design) {
    List<String> mechanism = List.of(PROTOCOL, SCENARIO, MODEL);
    List<String> varied = design.varied();
    List<String> subjects = varied.stream().filter(factor -> !mechanism.contains(factor)).toList();
    Chart chart =
        new Chart(
            Chart.Kind.BARS,
            "cycles",
            Chart.Ratio.SPEEDUP,
            subjects.getFirst(),
            Optional.empty(),
            mechanism.stream().filter(varied::contains).toList(),
            subjects.size() < 2 ? Optional.empty() : Optional.of(subjects.get(1)));
    return new Design(
        design.name(), design.title(), design.points(), design.baseline(), List.of(chart));
  }

  private int run(String factor, String value, String name, @Nullable Path datasets) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    values.put(factor, List.of(value));
    values.putAll(factors);
    RunnerOptions options = new RunnerOptions();
    options.quiet = spec.commandLine().getParseResult().hasMatchedOption(QUIET);
    return run(
        Design.grid(name, name, values),
        datasets,
        Path.of("syncopate-studies", "sweep-" + name),
        options);
  }

  private int run(Design design, @Nullable Path datasets, Path folder, RunnerOptions options) {
    DesignFindings findings;
    try {
      findings = new DesignFindings(design, new DesignJobs(datasets));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
    String command =
        "./syncopate " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    return new StudyExecution(options, spec)
        .runBy(CommandJobs::new)
        .run(folder, findings.cells(), findings::findings, command);
  }
}
