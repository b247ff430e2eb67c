package dev.syncopate.sim.config;

import java.util.List;

/**
 * A configuration record with conditions that span several of its fields. They are checked whenever
 * one is made from text.
 */
public interface CheckedConfig {
  /** What is wrong, empty when nothing is. Every single field is within its range already. */
  List<Problem> problems();

  /**
   * Checks a configuration that was made otherwise, with all records inside it.
   *
   * @throws ConfigException listing every problem
   */
  static void check(Record config) {
    FieldValues values = new FieldValues(SectionTypes.in(config));
    values.putAll(config);
    values.build(config.getClass());
  }

  /**
   * A condition that does not hold.
   *
   * @param path of the field to blame, relative to the record, for example {@code ways} or {@code
   *     l1.line}
   * @param message what was found and what was expected, without the path
   */
  record Problem(String path, String message) {}
}
