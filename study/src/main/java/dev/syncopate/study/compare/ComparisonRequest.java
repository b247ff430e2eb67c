package dev.syncopate.study.compare;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * Comparison that a user asks for.
 *
 * @param workload its name
 * @param input what it works on
 * @param options of the workload, as typed
 * @param machine name of a preset, or a YAML file
 * @param settings changes to the machine
 * @param protocols names of coherence protocols, at least one; what stands in front of one has its
 *     size in the name
 * @param models names of consistency models, at least one
 * @param seed of every random stream
 */
public record ComparisonRequest(
    String workload,
    JobInput input,
    Map<String, String> options,
    String machine,
    List<String> settings,
    List<String> protocols,
    List<String> models,
    long seed) {
  public ComparisonRequest {
    options = Map.copyOf(options);
    settings = List.copyOf(settings);
    for (String protocol : protocols) {
      Mechanisms.requireOnce(protocol, settings);
    }
    protocols = sized(protocols, machine, settings);
    models = List.copyOf(models);
  }

  private static List<String> sized(List<String> protocols, String machine, List<String> settings) {
    return protocols.stream()
        .map(name ->
            Mechanisms.nameOn(
                name, () -> ConfigOverrides.apply(Presets.load(machine), List.copyOf(settings))))
        .toList();
  }

  /**
   * One of what is compared.
   *
   * @param extraChanges changes to the machine
   */
  Job job(
      String workloadName,
      SortedMap<String, String> workloadOptions,
      List<String> extraChanges,
      String protocol,
      String model) {
    List<String> changes = new ArrayList<>(settings);
    changes.addAll(extraChanges);
    Mechanisms.OnMachine mechanism =
        Mechanisms.onMachine(protocol, () -> ConfigOverrides.apply(Presets.load(machine), changes));
    changes.addAll(mechanism.settings());
    return new Job(
        workloadName, input, workloadOptions, machine, changes, mechanism.protocol(), model, seed);
  }
}
