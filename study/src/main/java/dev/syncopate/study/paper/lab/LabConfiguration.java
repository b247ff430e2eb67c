package dev.syncopate.study.paper.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * Configuration that the paper compares (lab §IV-B).
 *
 * @param label the paper's, or one like it
 * @param protocol that runs it
 * @param settings changes to the machine of Table I
 */
record LabConfiguration(String label, String protocol, List<String> settings) {
  private static final String PLAIN = "gpu";
  private static final String UNLIMITED = "unlimited";

  /**
   * Lines of the largest buffer that takes its SRAM from the L1: 256 of them would be all of it.
   */
  private static final int MOST_FROM_L1 = 128;

  static final LabConfiguration BASE = new LabConfiguration("baseline", PLAIN, List.of());
  static final LabConfiguration HLRC = new LabConfiguration("hLRC", "hlrc", List.of());

  /** By the letter of §IV-B: a write allocates and fetches, whether it is an update or a store. */
  static final LabConfiguration PHI =
      new LabConfiguration("PHI", "phi", List.of("mechanisms.phi.fetch=on-every-write"));

  /** Only updates fetch: stores are kept with masks of their bytes, as in the baseline. */
  static final LabConfiguration PHI_OF_UPDATES =
      new LabConfiguration("PHI, updates fetch", "phi", List.of("mechanisms.phi.fetch=on-write"));

  /** With the lazy fetch on read that §IV-B mentions. */
  static final LabConfiguration LAZY_PHI =
      new LabConfiguration("PHI, lazily", "phi", List.of("mechanisms.phi.fetch=lazily-on-read"));

  /** Other sizes of the L1's 32 KiB. */
  static final List<LabConfiguration> CACHES =
      List.of(
          cache("cache -8 KiB", "24KiB"),
          cache("cache +8 KiB", "40KiB"),
          cache("cache x2", "64KiB"));

  /** Lines of the buffers but for the unlimited one. */
  static final List<Integer> SIZES = List.of(8, 16, 32, 64, 128, 256);

  static final LabConfiguration UNLIMITED_LAB = lab("LAB inf", UNLIMITED, List.of());

  /** Everything of figures 4 to 7, the baseline first. */
  static final List<LabConfiguration> ALL = all();

  LabConfiguration {
    settings = List.copyOf(settings);
  }

  private static LabConfiguration cache(String label, String size) {
    return new LabConfiguration(label, PLAIN, List.of("l1.size=" + size));
  }

  /** A buffer of so many lines. */
  static LabConfiguration lab(int entries) {
    return lab("LAB " + entries, Integer.toString(entries), from(entries));
  }

  /** The same that keeps no lines, so that what it gains is less serialisation (§IV-B). */
  static LabConfiguration withoutReuse(int entries) {
    List<String> settings = new ArrayList<>(from(entries));
    settings.add("mechanisms.lab.reuse=off");
    return lab("LAB " + entries + " without reuse", Integer.toString(entries), settings);
  }

  /** The same whose flush at a kernel's end takes no time (§IV-B). */
  static LabConfiguration withoutBurst(int entries) {
    List<String> settings = new ArrayList<>(from(entries));
    settings.add("mechanisms.lab.flushAtKernelEnd=free");
    return lab("LAB " + entries + " without burst", Integer.toString(entries), settings);
  }

  private static List<String> from(int entries) {
    return entries > MOST_FROM_L1 ? List.of("mechanisms.lab.from=shared") : List.of();
  }

  private static LabConfiguration lab(String label, String entries, List<String> extraSettings) {
    List<String> settings = new ArrayList<>(List.of("mechanisms.lab.entries=" + entries));
    settings.addAll(extraSettings);
    return new LabConfiguration(label, PLAIN, settings);
  }

  /** The same on a machine with something otherwise. */
  LabConfiguration with(List<String> extraSettings) {
    List<String> allSettings = new ArrayList<>(settings);
    allSettings.addAll(extraSettings);
    return new LabConfiguration(label, protocol, allSettings);
  }

  /** The buffers with an end. */
  static List<LabConfiguration> labs() {
    return SIZES.stream().map(LabConfiguration::lab).toList();
  }

  private static List<LabConfiguration> all() {
    List<LabConfiguration> configurations = new ArrayList<>(List.of(BASE));
    configurations.addAll(CACHES);
    configurations.addAll(labs());
    configurations.addAll(List.of(UNLIMITED_LAB, HLRC, PHI));
    return List.copyOf(configurations);
  }

  @Override
  public String toString() {
    return label;
  }
}
