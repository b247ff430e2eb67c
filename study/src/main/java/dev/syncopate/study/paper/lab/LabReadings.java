package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Readings of what the paper leaves open and what decides a buffer's gain: how fast the L2 performs
 * atomics, and how many a compute unit may have sent that are not answered yet. Table I gives
 * latencies, and MSHRs, which atomics without a result do not need.
 */
final class LabReadings {
  /**
   * The machine with one thing otherwise.
   *
   * @param words for people
   */
  private record Reading(String words, List<String> settings) {
    LabConfiguration of(LabConfiguration usual) {
      List<String> allSettings = new ArrayList<>(usual.settings());
      allSettings.addAll(settings);
      return new LabConfiguration(usual.label() + ", " + words, usual.protocol(), allSettings);
    }
  }

  /** A slice of the L2 updates one word of a line in a cycle. */
  static final String ONE_WORD = "l2.atomicLanes=1";

  private static final LabConfiguration LAB = LabConfiguration.lab(64);

  private static final List<Reading> OTHERS =
      List.of(
          new Reading("a word a cycle", List.of(ONE_WORD)),
          new Reading("32 unanswered", List.of("l1.outstandingWrites=32")));

  private LabReadings() {}

  /** Configurations in addition to the other figures'. */
  static List<LabConfiguration> all() {
    List<LabConfiguration> configurations = new ArrayList<>();
    for (Reading reading : OTHERS) {
      configurations.add(reading.of(LabConfiguration.BASE));
      configurations.add(reading.of(LAB));
    }
    return configurations;
  }

  static Figure figure(LabMeasurements measured) {
    List<String> series = new ArrayList<>(List.of("as in the other figures"));
    OTHERS.forEach(reading -> series.add(reading.words()));
    return new BarFigure(
        "readings",
        "What a buffer gains, by what becomes of atomics without one",
        "Execution time with a buffer of 64 lines over that without. In the other figures a slice of the"
            + " L2 updates up to eight words of a line in a cycle, and a compute unit may have 512 writes"
            + " and atomics without a result unanswered. A word a cycle: a slice updates one."
            + " 32 unanswered: a unit waits where it has so many. The paper says neither. Lower is better"
            + " for buffers.",
        "time",
        "×",
        series,
        Arrays.stream(LabBenchmark.values())
            .map(LabBenchmark::name)
            .map(subject -> new BarFigure.Group(subject, ratios(measured, subject)))
            .toList(),
        List.of(),
        List.of());
  }

  private static List<Double> ratios(LabMeasurements measured, String subject) {
    List<Double> ratios = new ArrayList<>();
    ratios.add(measured.time(subject, LAB) / measured.time(subject, LabConfiguration.BASE));
    for (Reading reading : OTHERS) {
      ratios.add(
          measured.time(subject, reading.of(LAB))
              / measured.time(subject, reading.of(LabConfiguration.BASE)));
    }
    return ratios;
  }
}
