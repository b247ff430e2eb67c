package dev.syncopate.study.compare;

import dev.syncopate.study.job.JobInput;
import java.util.List;
import java.util.Map;

/**
 * What the user wants compared.
 *
 * @param workload its name
 * @param input what it works on
 * @param options of the workload, as typed
 * @param machine name of a preset, or a YAML file
 * @param settings changes to the machine
 * @param protocols names of coherence protocols, at least one
 * @param models names of consistency models, at least one
 * @param seed of every random stream
 */
public record Choice(
    String workload,
    JobInput input,
    Map<String, String> options,
    String machine,
    List<String> settings,
    List<String> protocols,
    List<String> models,
    long seed) {
  public Choice {
    options = Map.copyOf(options);
    settings = List.copyOf(settings);
    protocols = List.copyOf(protocols);
    models = List.copyOf(models);
  }
}
