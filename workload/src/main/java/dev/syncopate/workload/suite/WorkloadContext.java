package dev.syncopate.workload.suite;

import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.runtime.Device;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Machine, input and options of a workload's run. Made by {@link ContextBuilder}, which checks the
 * choices against the workload.
 *
 * @param device where its kernels run
 * @param size in the unit of {@link Workload#sizeMeaning}; with a graph file it may be ignored
 * @param graph file to read the input from, or null to generate it
 * @param input graph that is at hand already, or null; there is at most one of the two
 * @param seed of every random stream the workload uses
 * @param numbers value of each {@link WorkloadOption.Whole}
 * @param words value of each {@link WorkloadOption.Choice}
 */
public record WorkloadContext(
    Device device,
    long size,
    @Nullable Path graph,
    @Nullable InputGraph input,
    long seed,
    Map<String, Long> numbers,
    Map<String, String> words) {

  /** The value of a {@link WorkloadOption.Whole} of the workload. */
  public long number(String option) {
    Long value = numbers.get(option);
    if (value == null) {
      throw new IllegalStateException("the workload declares no numeric option " + option);
    }
    return value;
  }

  /** The value of a {@link WorkloadOption.Choice} of the workload. */
  public String word(String option) {
    String value = words.get(option);
    if (value == null) {
      throw new IllegalStateException("the workload declares no option " + option);
    }
    return value;
  }
}
