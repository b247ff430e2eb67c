package dev.syncopate.study.job;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A simulation: a workload on an input, a machine, a mechanism.
 *
 * @param workload its name
 * @param input what it works on
 * @param options of the workload that differ from their defaults, as a user would type them
 * @param machine name of a preset, or a YAML file
 * @param settings changes to the machine, each {@code path=value}
 * @param protocol name of a coherence protocol
 * @param model name of a consistency model
 * @param seed of every random stream
 */
public record Job(
    String workload,
    JobInput input,
    SortedMap<String, String> options,
    String machine,
    List<String> settings,
    String protocol,
    String model,
    long seed) {
  public Job {
    options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
    settings = List.copyOf(settings);
  }

  /** The job in the words of the command line, for JSON documents. */
  public Map<String, Object> describe() {
    Map<String, Object> description = new LinkedHashMap<>();
    description.put("workload", workload);
    description.put("input", input.describe());
    description.put("options", new TreeMap<>(options));
    description.put("machine", machine);
    description.put("settings", settings);
    description.put("protocol", protocol);
    description.put("model", model);
    description.put("seed", seed);
    return description;
  }
}
