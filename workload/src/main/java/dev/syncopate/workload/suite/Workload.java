package dev.syncopate.workload.suite;

import java.util.List;

/**
 * A program that comes with the simulator: its kernels, its input, and an independent check of its
 * answer.
 *
 * <p>A workload is stateless: {@link #run} may be called many times, on many devices, from many
 * threads.
 */
public interface Workload {
  /** The name people type, for example {@code pagerank-push}. */
  String name();

  /** What it does, in one sentence. */
  String description();

  /** What its size counts, for example {@code elements of each vector}. */
  String sizeMeaning();

  /** Named sizes, the default first, then in growing order; never empty. */
  List<NamedSize> sizes();

  /** What else can be chosen; empty if nothing. */
  default List<WorkloadOption> options() {
    return List.of();
  }

  /** Whether it can read its input from a graph file in place of generating it. */
  default boolean takesGraph() {
    return false;
  }

  /**
   * Makes the input from the context's seed, runs the kernels on its device, and compares the
   * result with a reference computed on the host.
   *
   * @throws dev.syncopate.workload.runtime.LaunchStoppedException if a kernel hung, ran into the
   *     cycle limit or was interrupted: workloads let it pass
   * @throws WorkloadInputException if the input does not suit the workload; the message is for the
   *     user
   */
  WorkloadOutcome run(WorkloadContext context);
}
