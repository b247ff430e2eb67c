package dev.syncopate.app.cli.console;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The fields of a machine, and the options of a workload, that a command line sets, each once. */
public final class MachineSettings {
  private MachineSettings() {}

  /** Refuses a field that is set twice, since the first value would be lost silently. */
  public static void check(List<String> settings) {
    check(settings, Map.of());
  }

  /**
   * The same.
   *
   * @param options that set fields, too: the setting of each by its words
   */
  public static void check(List<String> settings, Map<String, String> options) {
    Map<String, String> first = new HashMap<>();
    options.forEach((words, setting) -> first.put(path(setting), words));
    for (String setting : settings) {
      requireFirst(path(setting), "--set " + setting, first);
    }
  }

  /** Refuses an option of a workload that is set twice, for the same reason. */
  public static void checkOptions(List<String> options) {
    Map<String, String> first = new HashMap<>();
    for (String option : options) {
      requireFirst(path(option), "-o " + option, first);
    }
  }

  /**
   * Refuses the second words that set a name.
   *
   * @param first the words that have set each name so far
   */
  private static void requireFirst(String name, String words, Map<String, String> first) {
    String previous = first.put(name, words);
    if (previous != null) {
      throw new UserErrorException(
          "%s is set twice, by %s and by %s: leave one out".formatted(name, previous, words));
    }
  }

  private static String path(String setting) {
    int equals = setting.indexOf('=');
    return equals < 0 ? setting : setting.substring(0, equals).strip();
  }
}
