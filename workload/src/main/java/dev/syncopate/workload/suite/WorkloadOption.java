package dev.syncopate.workload.suite;

import java.util.List;

/** Option of a workload in addition to its size. */
public sealed interface WorkloadOption {
  /** What people type, for example {@code bins}. */
  String name();

  /** What it changes, in one sentence. */
  String description();

  /**
   * A whole number.
   *
   * @param byDefault its value unless chosen
   * @param min smallest legal value
   * @param max largest legal value
   */
  record Whole(String name, String description, long byDefault, long min, long max)
      implements WorkloadOption {}

  /**
   * One of several words.
   *
   * @param words legal values, the default first
   */
  record Choice(String name, String description, List<String> words) implements WorkloadOption {}
}
