package dev.syncopate.study.paper.localtm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How critical sections are executed, and on which machine.
 *
 * @param label for people
 * @param options of the workload
 * @param settings changes to the preset
 */
record Scenario(String label, Map<String, String> options, List<String> settings) {
  private static final String VARIANT = "variant";

  /** The paper's three (§IV). */
  static final Scenario TM = of("TM", "tx");

  static final Scenario FGL = of("FGL", "locks");
  static final Scenario SERIAL = of("serialisation", "serial");

  /** Two more. */
  static final Scenario COARSE = of("one lock", "coarse");

  static final Scenario ATOMICS = of("atomics", "atomics");

  /** Transactions that read a lock first and take it once they were given up. */
  static final Scenario FALLBACK = of("fallback", "fallback");

  /** The paper's and the two more, on all programs. */
  static final List<Scenario> ALL = List.of(TM, FGL, SERIAL, COARSE, ATOMICS);

  Scenario {
    options = new TreeMap<>(options);
    settings = List.copyOf(settings);
  }

  private static Scenario of(String label, String variant) {
    return new Scenario(label, Map.of(VARIANT, variant), List.of());
  }

  /** The same on a machine that is otherwise. */
  Scenario with(String words, String... extraSettings) {
    List<String> allSettings = new ArrayList<>(settings);
    allSettings.addAll(List.of(extraSettings));
    return new Scenario(label + ", " + words, options, allSettings);
  }

  /** The same with another option of the workload. */
  Scenario option(String words, String name, String value) {
    Map<String, String> allOptions = new TreeMap<>(options);
    allOptions.put(name, value);
    return new Scenario(label + ", " + words, allOptions, settings);
  }

  /** The same with so many wavefronts in place of the four of §II. */
  Scenario wavefronts(int count) {
    return option(
        count + " wavefronts", "block", Integer.toString(count * Measured.WAVEFRONT_WIDTH));
  }
}
