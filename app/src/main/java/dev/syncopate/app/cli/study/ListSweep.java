package dev.syncopate.app.cli.study;

import dev.syncopate.app.cli.console.UserErrorException;
import dev.syncopate.study.design.CommandWords;
import dev.syncopate.study.design.Design;
import dev.syncopate.study.design.DesignFindings;
import dev.syncopate.study.design.DesignJobs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The small sweep that a command line of {@code run} or {@code launch} is whose options have lists
 * of values, as in {@code --set l1.size=8KiB,16KiB}: every combination runs once.
 */
public final class ListSweep {
  /** Options that a factor of a sweep stands for, by name. */
  private static final Map<String, String> FACTORS =
      Map.of(
          "--gpu", "machine",
          "--protocol", "protocol",
          "--model", "model",
          "--size", "size",
          "--seed", "seed",
          "--input", "input",
          "--graph", "graph");

  private static final String SET = "--set";
  private static final String OPTION = "--option";
  private static final String QUIET = "--quiet";
  private static final String DATASETS = "--datasets";

  private final CommandSpec spec;
  private final Map<String, List<String>> factors = new LinkedHashMap<>();

  /** Options of the command that no factor stands for. */
  private final List<String> others = new ArrayList<>();

  private ListSweep(CommandSpec spec) {
    this.spec = spec;
    for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
      String name = option.longestName();
      List<String> values = option.originalStringValues();
      String factor = FACTORS.get(name);
      if (factor != null) {
        factors.put(factor, list(values.getLast()));
      } else if (name.equals(SET) || name.equals(OPTION)) {
        values.forEach(value -> assign(name.equals(SET) ? "" : "option.", value));
      } else if (!name.equals(QUIET) && !name.equals(DATASETS)) {
        others.add(name);
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

  /** The sweep of a command line, if an option has a list of values. */
  public static Optional<ListSweep> of(CommandSpec spec) {
    ListSweep sweep = new ListSweep(spec);
    return sweep.factors.values().stream().allMatch(values -> values.size() == 1)
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
    if (!others.isEmpty()) {
      throw new UserErrorException(
          "found %s with a list of values, which makes a sweep; expected one value, or a sweep's file"
              .formatted(others.getFirst()));
    }
    return run("workload", workload, workload, datasets);
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

  private int run(String factor, String value, String name, @Nullable Path datasets) {
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put(factor, List.of(value));
    all.putAll(factors);
    RunnerOptions options = new RunnerOptions();
    options.quiet = spec.commandLine().getParseResult().hasMatchedOption(QUIET);
    DesignFindings findings;
    try {
      findings = new DesignFindings(Design.grid(name, name, all), new DesignJobs(datasets));
    } catch (IllegalArgumentException e) {
      throw new UserErrorException(String.valueOf(e.getMessage()));
    }
    String command =
        "./syncopate " + String.join(" ", spec.commandLine().getParseResult().originalArgs());
    return new StudyExecution(options, spec)
        .runBy(CommandJobs::new)
        .run(
            Path.of("syncopate-studies", "sweep-" + name),
            findings.cells(),
            findings::findings,
            command);
  }
}
