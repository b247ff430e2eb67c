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
 * @param settings changes to the machine, each {@code path=value}, before the user's
 * @param protocols names of coherence protocols; empty for all that are right
 * @param models names of consistency models; empty for all
 * @param ways that are compared, the reference first; empty where protocols and models are
 */
public record Suite(
    String name,
    List<Workload> workloads,
    String machine,
    String size,
    Map<String, String> options,
    List<String> settings,
    List<String> protocols,
    List<String> models,
    List<WorkloadAlternative> ways) {
  public Suite {
    workloads = List.copyOf(workloads);
    options = Map.copyOf(options);
    settings = List.copyOf(settings);
    protocols = List.copyOf(protocols);
    models = List.copyOf(models);
    ways = List.copyOf(ways);
  }

  /** One that is compared under protocols and models. */
  public Suite(
      String name,
      List<Workload> workloads,
      String machine,
      String size,
      Map<String, String> options,
      List<String> protocols,
      List<String> models) {
    this(name, workloads, machine, size, options, List.of(), protocols, models, List.of());
  }

  /**
   * The same where warps wait for their atomics, as those of the simulator do on which buffers for
   * atomics were evaluated (lab §IV-B).
   */
  public Suite awaitingAtomics() {
    List<String> awaited = List.of("l1.relaxedAtomics=awaited");
    return new Suite(name, workloads, machine, size, options, awaited, protocols, models, ways);
  }
}
