package dev.syncopate.study.paper.localtm;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Execution of critical sections on a machine.
 *
 * @param label for people
 * @param options of the workload
 * @param settings changes to the preset
 */
record LocaltmScenario(String label, Map<String, String> options, List<String> settings) {
  private static final String VARIANT = "variant";

  /** The paper's three (§IV). */
  static final LocaltmScenario TM = of("TM", "tx");

  static final LocaltmScenario FGL = of("FGL", "locks");
  static final LocaltmScenario SERIAL = of("serialisation", "serial");

  /** Two more. */
  static final LocaltmScenario COARSE = of("one lock", "coarse");

  static final LocaltmScenario ATOMICS = of("atomics", "atomics");

  /** Transactions that read a lock first and take it once they were given up. */
  static final LocaltmScenario FALLBACK = of("fallback", "fallback");

  /** The paper's and the two more, on all programs. */
  static final List<LocaltmScenario> ALL = List.of(TM, FGL, SERIAL, COARSE, ATOMICS);

  LocaltmScenario {
    options = new TreeMap<>(options);
    settings = List.copyOf(settings);
  }

  private static LocaltmScenario of(String label, String variant) {
    return new LocaltmScenario(label, Map.of(VARIANT, variant), List.of());
  }

  /** The same on a machine that is otherwise. */
  LocaltmScenario with(String words, String... extraSettings) {
    List<String> allSettings = new ArrayList<>(settings);
    allSettings.addAll(List.of(extraSettings));
    return new LocaltmScenario(label + ", " + words, options, allSettings);
  }

  /** The same with another option of the workload. */
  LocaltmScenario option(String words, String name, String value) {
    Map<String, String> allOptions = new TreeMap<>(options);
    allOptions.put(name, value);
    return new LocaltmScenario(label + ", " + words, allOptions, settings);
  }

  /** The same with so many wavefronts in place of the four of §II. */
  LocaltmScenario wavefronts(int count) {
    return option(
        count + " wavefronts",
        "block",
        Integer.toString(count * LocaltmMeasurements.WAVEFRONT_WIDTH));
  }
}
