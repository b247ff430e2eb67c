package dev.syncopate.workload.suite;

import java.util.List;
import java.util.Map;

/**
 * Workloads that belong together, and what they are compared by unless told otherwise.
 *
 * @param name what people type
 * @param workloads in the order of the documentation
 * @param machine name of a preset
 * @param size a name that its workloads have
 * @param options for those workloads that have them
 * @param protocols names of coherence protocols; empty for all that are right
 * @param models names of consistency models; empty for all
 */
public record Suite(
    String name,
    List<Workload> workloads,
    String machine,
    String size,
    Map<String, String> options,
    List<String> protocols,
    List<String> models) {
  public Suite {
    workloads = List.copyOf(workloads);
    options = Map.copyOf(options);
    protocols = List.copyOf(protocols);
    models = List.copyOf(models);
  }
}
