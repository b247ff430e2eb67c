package dev.syncopate.workload.suite;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Alternative way to do a suite's work: a comparison of the suite puts the alternatives side by
 * side.
 *
 * @param name short, for people; its last word is no consistency model's name
 * @param options of the workloads
 * @param settings changes to the machine, each {@code path=value}
 */
public record WorkloadAlternative(String name, Map<String, String> options, List<String> settings) {
  public WorkloadAlternative {
    options = Map.copyOf(options);
    settings = List.copyOf(settings);
  }

  /** For example {@code tx lazy: variant=tx, tx.versioning=lazy}. */
  public String describe() {
    StringBuilder text = new StringBuilder(name).append(':');
    new TreeMap<>(options)
        .forEach((option, value) -> text.append(' ').append(option).append('=').append(value));
    settings.forEach(setting -> text.append(", ").append(setting));
    return text.toString();
  }
}
