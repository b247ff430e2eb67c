package dev.syncopate.app.report;

import dev.syncopate.machine.energy.Energy;
import dev.syncopate.machine.energy.EnergyPart;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Energy for people and for documents. */
final class EnergyText {
  private static final String[] UNITS = {"pJ", "nJ", "uJ", "mJ", "J"};

  private EnergyText() {}

  /** A line of a summary, without its line feed. */
  static String line(@Nullable Energy energy) {
    if (energy == null) {
      return "energy: nothing is published for this machine";
    }
    double total = energy.total();
    String parts =
        energy.picojoules().entrySet().stream()
            .filter(part -> part.getValue() > 0)
            .map(part -> part.getKey().label() + " " + share(part.getValue(), total))
            .collect(Collectors.joining(", "));
    return "energy: " + amount(total) + (parts.isEmpty() ? "" : " (" + parts + ")");
  }

  /** In picojoules, by part; null where nothing is known. */
  static @Nullable Map<String, Object> json(@Nullable Energy energy) {
    if (energy == null) {
      return null;
    }
    Map<String, Object> parts = new LinkedHashMap<>();
    for (Map.Entry<EnergyPart, Double> part : energy.picojoules().entrySet()) {
      parts.put(part.getKey().key(), rounded(part.getValue()));
    }
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("picojoules", rounded(energy.total()));
    tree.put("parts", parts);
    return tree;
  }

  /** To a tenth of a picojoule. */
  private static double rounded(double picojoules) {
    return Math.rint(picojoules * 10) / 10;
  }

  private static String share(double part, double total) {
    return String.format(Locale.US, "%.1f%%", 100 * part / total);
  }

  /** With three significant digits or more, in a unit that fits. */
  static String amount(double picojoules) {
    double value = picojoules;
    int unit = 0;
    while (value >= 1000 && unit < UNITS.length - 1) {
      value /= 1000;
      unit++;
    }
    return String.format(Locale.US, value < 100 ? "%.2f %s" : "%.1f %s", value, UNITS[unit]);
  }
}
