package dev.syncopate.workload.suite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Result of a workload.
 *
 * @param verified whether the device's answer equals the reference's, within the workload's stated
 *     tolerance
 * @param message what was compared, or the first difference: index, what was found, what was
 *     expected, how many differ
 * @param figures amounts of work done, by name and in order, for example {@code edges} to 1,000,000
 * @param distributions samples by name and in order, for example {@code workgroup.cycles} to the
 *     cycles of every work-group of every launch; callers must not write to them
 */
public record WorkloadOutcome(
    boolean verified,
    String message,
    Map<String, Long> figures,
    Map<String, long[]> distributions) {
  public WorkloadOutcome {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    distributions = Collections.unmodifiableMap(new LinkedHashMap<>(distributions));
  }

  /** Without distributions. */
  public WorkloadOutcome(boolean verified, String message, Map<String, Long> figures) {
    this(verified, message, figures, Map.of());
  }

  /** The same with these distributions. */
  public WorkloadOutcome with(Map<String, long[]> samples) {
    return new WorkloadOutcome(verified, message, figures, samples);
  }

  /** A right answer. */
  public static WorkloadOutcome right(String message, Map<String, Long> figures) {
    return new WorkloadOutcome(true, message, figures);
  }

  /** A wrong answer. */
  public static WorkloadOutcome wrong(String message, Map<String, Long> figures) {
    return new WorkloadOutcome(false, message, figures);
  }
}
