package dev.syncopate.app.cli.console;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a machine that a command line sets, each once. */
public final class MachineSettings {
  private MachineSettings() {}

  /** Refuses a field that is set twice, as whoever means the first value would not see it. */
  public static void check(List<String> settings) {
    check(settings, null, null);
  }

  /**
   * The same.
   *
   * @param lab what {@code --lab} was given, which sets a field too; null for none
   * @param divergence what {@code --divergence} was given, likewise
   */
  public static void check(
      List<String> settings, @Nullable String lab, @Nullable String divergence) {
    Map<String, String> first = new HashMap<>();
    if (lab != null) {
      first.put("mechanisms.lab.entries", "--lab " + lab);
    }
    if (divergence != null) {
      first.put("core.divergence", "--divergence " + divergence);
    }
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      String path = equals < 0 ? setting : setting.substring(0, equals).strip();
      String words = "--set " + setting;
      String before = first.put(path, words);
      if (before != null) {
        throw new UserErrorException(
            "%s is set twice, by %s and by %s: leave one out".formatted(path, before, words));
      }
    }
  }
}
