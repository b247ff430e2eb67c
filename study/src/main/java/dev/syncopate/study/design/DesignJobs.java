package dev.syncopate.study.design;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.workload.runtime.Mechanisms;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The simulation of a point. */
public final class DesignJobs {
  private static final String DEFAULT_MACHINE = "titanv-80sm";
  private static final String DEFAULT_PROTOCOL = "gpu";
  private static final String DEFAULT_MODEL = "hrf";
  private static final String DEFAULT_SEED = "1";

  private final @Nullable Path datasets;

  /** Looks at everything that a job names. */
  private final JobKeys keys = new JobKeys("");

  /** Machines by name and settings, each read once. */
  private final Map<List<String>, MachineConfig> machines = new HashMap<>();

  /** Mechanisms that their machines can run, by protocol, machine and settings. */
  private final Set<List<String>> runnable = new HashSet<>();

  /**
   * @param datasets folder of original graphs; null for none
   */
  public DesignJobs(@Nullable Path datasets) {
    this.datasets = datasets;
  }

  /**
   * The job of a point.
   *
   * @throws ConfigException if there is no such machine or field, or a value is out of range
   * @throws dev.syncopate.workload.runtime.LaunchException if there is no such protocol, or a field
   *     says what its name says
   * @throws IllegalArgumentException if the seed is no number, or factors exclude each other
   */
  public Job of(Point point) {
    String machine = or(point.value(Factor.MACHINE), DEFAULT_MACHINE);
    List<String> settings = new ArrayList<>();
    SortedMap<String, String> options = new TreeMap<>();
    for (Map.Entry<String, String> value : point.values().entrySet()) {
      String factor = value.getKey();
      if (Factor.isOption(factor)) {
        options.put(factor.substring(Factor.OPTION.length()), value.getValue());
      } else if (Factor.isField(factor)) {
        settings.add(factor + "=" + value.getValue());
      }
    }
    String protocol = or(point.value(Factor.PROTOCOL), DEFAULT_PROTOCOL);
    Mechanisms.requireOnce(protocol, settings);
    Mechanisms.OnMachine mechanism =
        Mechanisms.onMachine(protocol, () -> loaded(machine, settings));
    settings.addAll(mechanism.settings());
    String command = point.value(Factor.COMMAND);
    return new Job(
        command.isEmpty() ? point.value(Factor.WORKLOAD) : CommandWords.name(command),
        input(point),
        options,
        machine,
        settings,
        mechanism.protocol(),
        or(point.value(Factor.MODEL), DEFAULT_MODEL),
        seed(or(point.value(Factor.SEED), DEFAULT_SEED)));
  }

  /**
   * The job of a point, which can run.
   *
   * @throws ConfigException if the machine is none
   * @throws dev.syncopate.workload.runtime.LaunchException if there is no such mechanism
   * @throws dev.syncopate.workload.suite.WorkloadInputException if the workload has no such option
   *     or input
   * @throws IllegalArgumentException if the machine cannot run the mechanism, the seed is no
   *     number, or factors exclude each other
   */
  Job checked(Point point) {
    Job job = of(point);
    List<String> onWhat = new ArrayList<>(List.of(job.protocol(), job.machine()));
    onWhat.addAll(job.settings());
    if (!runnable.contains(onWhat)) {
      String refusal = Mechanisms.refusal(job.protocol(), loaded(job.machine(), job.settings()));
      if (refusal != null) {
        throw new IllegalArgumentException(refusal);
      }
      runnable.add(onWhat);
    }
    String _ = keys.of(job);
    return job;
  }

  private MachineConfig loaded(String name, List<String> settings) {
    List<String> key = new ArrayList<>(List.of(name));
    key.addAll(settings);
    return machines.computeIfAbsent(key, _ -> ConfigOverrides.apply(Presets.load(name), settings));
  }

  /** The machine of a job, with all settings. */
  MachineConfig machine(Job job) {
    return loaded(job.machine(), job.settings());
  }

  private JobInput input(Point point) {
    List<String> kinds =
        List.of(Factor.COMMAND, Factor.SIZE, Factor.INPUT, Factor.GRAPH).stream()
            .filter(kind -> !point.value(kind).isEmpty())
            .toList();
    if (kinds.size() > 1) {
      throw new IllegalArgumentException(
          "found both %s and %s, expected one of them".formatted(kinds.get(0), kinds.get(1)));
    }
    boolean hasCommand = kinds.contains(Factor.COMMAND);
    if (hasCommand == !point.value(Factor.WORKLOAD).isEmpty()) {
      throw new IllegalArgumentException(
          hasCommand
              ? "found both workload and command, expected one of them"
              : "found neither workload nor command, expected one of them");
    }
    if (kinds.isEmpty()) {
      return new JobInput.Generated("");
    }
    String value = point.value(kinds.getFirst());
    return switch (kinds.getFirst()) {
      case Factor.COMMAND -> new JobInput.Command(CommandWords.of(value));
      case Factor.INPUT -> new JobInput.Named(value, datasets);
      case Factor.GRAPH -> new JobInput.GraphFile(Path.of(value));
      default -> new JobInput.Generated(value);
    };
  }

  private static String or(String value, String otherwise) {
    return value.isEmpty() ? otherwise : value;
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "found seed '%s', expected a whole number".formatted(text));
    }
  }
}
