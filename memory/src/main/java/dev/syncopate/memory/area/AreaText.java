package dev.syncopate.memory.area;

import dev.syncopate.memory.config.MemoryConfig;
import java.util.List;
import java.util.Locale;

/** Structures as a table. */
public final class AreaText {
  private static final double BITS_IN_KIB = 8 * 1024.0;

  private final StringBuilder text = new StringBuilder();
  private final MemoryConfig config;

  private AreaText(MemoryConfig config) {
    this.config = config;
  }

  /** The title, a row for each structure, and their sum. */
  public static String of(String title, List<Structure> structures, MemoryConfig config) {
    return new AreaText(config).table(title, structures);
  }

  /** KiB of all of them on a whole machine. */
  public static double kibibytes(List<Structure> structures, MemoryConfig config) {
    return structures.stream()
            .mapToLong(structure -> structure.each() * places(structure, config))
            .sum()
        / BITS_IN_KIB;
  }

  private String table(String title, List<Structure> structures) {
    line(
        String.format(
            Locale.ROOT,
            "%-22s %-13s %8s %7s %12s %12s",
            title,
            "where",
            "entries",
            "bits",
            "KiB each",
            "KiB"));
    for (Structure structure : structures) {
      line(
          String.format(
              Locale.ROOT,
              "  %-20s %-13s %,8d %,7d %12s %12s  %s",
              structure.name(),
              structure.place().label(),
              structure.entries(),
              structure.bits(),
              number(structure.each() / BITS_IN_KIB),
              number(structure.each() * places(structure, config) / BITS_IN_KIB),
              structure.holds()));
    }
    line(
        String.format(
            Locale.ROOT,
            "  %-20s %-13s %8s %7s %12s %12s",
            "in all",
            "",
            "",
            "",
            "",
            number(kibibytes(structures, config))));
    return text.toString();
  }

  private void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }

  private static String number(double kibibytes) {
    return String.format(Locale.ROOT, "%,.3f", kibibytes);
  }

  private static long places(Structure structure, MemoryConfig config) {
    return switch (structure.place()) {
      case L1 -> config.computeUnits();
      case BANK -> (long) config.l2().banks() * config.system().gpus();
      case GPU -> config.system().gpus();
    };
  }
}
