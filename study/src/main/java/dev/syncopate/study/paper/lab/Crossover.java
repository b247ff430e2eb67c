package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.LineFigure;
import java.util.ArrayList;
import java.util.List;

/**
 * A histogram by commutative atomics, with a buffer and without, against one that is privatised in
 * shared memory, whose CTAs become fewer as the bins become more (lab §VI).
 */
final class Crossover {
  /** Numbers of bins; lab §VI names the last. */
  static final List<Integer> BINS = List.of(256, 512, 1024, 2048, 4096, 8192);

  static final int MOST = 8192;

  /** With a buffer that holds 8,192 counters. */
  static final LabConfiguration LAB = LabConfiguration.lab(256);

  /** One that lab's text recommends. */
  static final LabConfiguration SMALL_LAB = LabConfiguration.lab(64);

  private Crossover() {}

  /** A histogram with so many bins. */
  static String subject(LabBenchmark histogram, int bins) {
    return histogram.name() + ", " + bins + " bins";
  }

  static Figure figure(LabMeasurements measured) {
    List<LineFigure.Point> points = new ArrayList<>();
    double unit = measured.time(subject(LabBenchmark.H, BINS.getFirst()), LabConfiguration.BASE);
    for (int bins : BINS) {
      String plain = subject(LabBenchmark.H, bins);
      String shared = subject(LabBenchmark.HS, bins);
      points.add(
          new LineFigure.Point(
              bins,
              List.of(
                  measured.time(plain, LabConfiguration.BASE) / unit,
                  measured.time(plain, SMALL_LAB) / unit,
                  measured.time(plain, LAB) / unit,
                  measured.time(shared, LabConfiguration.BASE) / unit)));
    }
    return new LineFigure(
        "crossover",
        "Buffers against privatisation in shared memory (§VI)",
        "Execution time over that of H with %d bins without a buffer. HS counts in shared memory"
                .formatted(BINS.getFirst())
            + " first. Lower is better.",
        "bins",
        "relative time",
        "×",
        List.of("H", "H, " + SMALL_LAB.label(), "H, " + LAB.label(), "HS"),
        points);
  }
}
