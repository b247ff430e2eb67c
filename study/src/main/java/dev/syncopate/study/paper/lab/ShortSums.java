package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import java.util.ArrayList;
import java.util.List;

/**
 * Gain of a buffer on BWC where a CTA sums fewer pixels before it adds to the gradient by filters.
 * Also the gain where warps wait for atomics at the L2, and where these are slow. cuDNN's kernels
 * are closed (lab §IV-B). The paper does not say how much of their work is atomics.
 */
final class ShortSums {
  private static final int FEW = 16;

  /** Pixels that a CTA sums: those of BWC, and one depth of a tile. */
  static final List<Integer> PIXELS = List.of(256, FEW);

  private static final List<LabConfiguration> BUFFERS =
      List.of(LabConfiguration.lab(8), LabConfiguration.lab(64), LabConfiguration.UNLIMITED_LAB);

  /** Treatment of atomics without a buffer. */
  enum Atomics {
    AWAITED("", AtomicsReading.AWAITED, List.of()),
    POSTED("-posted", AtomicsReading.POSTED, List.of()),
    BLOCKING("-blocking", AtomicsReading.BLOCKING, List.of()),
    A_WORD_A_CYCLE("-slow", AtomicsReading.AWAITED, List.of(LabReadings.ONE_WORD));

    private final String suffix;
    private final AtomicsReading reading;

    @SuppressWarnings("ImmutableEnumChecker") // never changes
    private final List<String> settings;

    Atomics(String suffix, AtomicsReading reading, List<String> settings) {
      this.suffix = suffix;
      this.reading = reading;
      this.settings = settings;
    }

    AtomicsReading reading() {
      return reading;
    }

    private LabConfiguration of(LabConfiguration usual) {
      return usual.with(settings);
    }
  }

  private ShortSums() {}

  static String subject(int pixels, Atomics atomics) {
    return "BWC-" + pixels + atomics.suffix;
  }

  /** What is simulated, the baseline first. */
  static List<LabConfiguration> configurations(Atomics atomics) {
    List<LabConfiguration> configurations =
        new ArrayList<>(List.of(atomics.of(LabConfiguration.BASE)));
    BUFFERS.forEach(configuration -> configurations.add(atomics.of(configuration)));
    return configurations;
  }

  static Figure figure(LabMeasurements measured) {
    List<BarFigure.Group> groups = new ArrayList<>();
    for (Atomics atomics : Atomics.values()) {
      for (int pixels : PIXELS) {
        String subject = subject(pixels, atomics);
        groups.add(
            new BarFigure.Group(
                subject,
                BUFFERS.stream()
                    .map(configuration ->
                        measured.ratio(subject, configuration, LabMeasurements.Quantity.TIME))
                    .toList()));
      }
    }
    return new BarFigure(
        "short-sums",
        "BWC by how much a CTA sums",
        "Execution time of BWC over that of the baseline on the same machine. A CTA sums 256 pixels, as"
            + " in the other figures, or 16, before it adds to the gradient by filters. A warp waits for its"
            + " atomics, as in the other figures; or no warp waits (posted); or a warp issues nothing"
            + " (blocking); or a slice of the L2 updates a word a cycle in place of eight (slow). The paper's kernels are cuDNN's, which are closed. Fewer"
            + " images than BWC has, so that there are no more CTAs than a grid may have. Lower is"
            + " better.",
        "time",
        "×",
        BUFFERS.stream().map(LabConfiguration::label).toList(),
        groups,
        List.of(),
        List.of());
  }
}
