package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Figure;
import java.util.ArrayList;
import java.util.List;

/** Figures 8 and 9: how much of the GPU a graph utilises, and where the gains come from. */
final class AnalyticsFigures {
  private static final String RATIO = "×";

  private final LabMeasurements measured;

  /** Lines of the buffers that are averaged over and told apart. */
  private final List<Integer> sizes;

  AnalyticsFigures(LabMeasurements measured, List<Integer> sizes) {
    this.measured = measured;
    this.sizes = List.copyOf(sizes);
  }

  /** Time with buffers over the baseline's, the mean over their sizes. */
  private double time(LabBenchmark benchmark, int level) {
    return 1
        - measured.reduction(
            benchmark.label(level),
            sizes.stream().map(LabConfiguration::lab).toList(),
            LabMeasurements.Quantity.TIME);
  }

  Figure levels() {
    return new BarFigure(
        "fig8",
        "Graph analytics by how much of the GPU the graph utilises (fig. 8)",
        "Execution time over that of the baseline, the mean over buffers of %s lines. Lower is better."
            .formatted(words()),
        "time",
        RATIO,
        LabBenchmark.LEVELS.stream().map(level -> level + "%").toList(),
        LabBenchmark.LEVELLED.stream()
            .map(benchmark ->
                new BarFigure.Group(
                    benchmark.name(),
                    LabBenchmark.LEVELS.stream().map(level -> time(benchmark, level)).toList()))
            .toList(),
        List.of(),
        List.of());
  }

  private String words() {
    return String.join(", ", sizes.stream().map(String::valueOf).toList());
  }

  /**
   * The part of a buffer's gain that is there without reuse, as a fraction: a bound from below on
   * what less serialisation gains (lab §IV-B). 0 where the buffer gains nothing.
   */
  static double serialisation(LabMeasurements measured, String subject, int entries) {
    double base = measured.time(subject, LabConfiguration.BASE);
    double gain = base - measured.time(subject, LabConfiguration.lab(entries));
    double isolatedGain = base - measured.time(subject, LabConfiguration.withoutReuse(entries));
    if (Double.isNaN(gain) || Double.isNaN(isolatedGain)) {
      return Double.NaN;
    }
    return gain <= Criterion.NEGLIGIBLE * base ? 0 : Math.clamp(isolatedGain / gain, 0, 1);
  }

  /** What the burst at a kernel's end costs, over the baseline's time. */
  static double burst(LabMeasurements measured, String subject, int entries) {
    return (measured.time(subject, LabConfiguration.lab(entries))
            - measured.time(subject, LabConfiguration.withoutBurst(entries)))
        / measured.time(subject, LabConfiguration.BASE);
  }

  Figure benefits() {
    List<BarFigure.Group> groups = new ArrayList<>();
    for (LabBenchmark benchmark : LabBenchmark.ANALYTICS) {
      for (int entries : sizes) {
        double totalGain =
            100
                * (1
                    - measured.ratio(
                        benchmark.name(),
                        LabConfiguration.lab(entries),
                        LabMeasurements.Quantity.TIME));
        double share = serialisation(measured, benchmark.name(), entries);
        double serialisationGain = totalGain * share;
        groups.add(
            new BarFigure.Group(
                benchmark + " " + entries,
                List.of(
                    serialisationGain,
                    totalGain - serialisationGain,
                    100 * burst(measured, benchmark.name(), entries))));
      }
    }
    return new BarFigure(
        "fig9",
        "Less serialisation, coalescing, and what the burst costs (fig. 9)",
        "Of the baseline's time, in per cent, for buffers of %s lines. Less serialisation: what is"
                .formatted(words())
            + " gained where no lines are kept, a bound from below. Coalescing: the rest of the gain."
            + " Burst: what the flush at the kernels' ends costs, included in both.",
        "of the baseline's time",
        "%",
        List.of("less serialisation", "coalescing", "burst"),
        groups,
        List.of(),
        List.of());
  }

  Figure plainCodes() {
    List<LabConfiguration> rivals =
        List.of(LabConfiguration.PHI, LabConfiguration.PHI_OF_UPDATES, LabConfiguration.HLRC);
    List<BarFigure.Group> groups = new ArrayList<>();
    for (PlainCode code : PlainCode.values()) {
      List<Double> values = new ArrayList<>();
      values.add(measured.ratio(code.workload(), code.lab(), LabMeasurements.Quantity.TIME));
      rivals.forEach(rival ->
          values.add(measured.ratio(code.workload(), rival, LabMeasurements.Quantity.TIME)));
      groups.add(new BarFigure.Group(code.workload(), values));
    }
    return new BarFigure(
        "fig10",
        "Plain GPU codes (fig. 10)",
        "Execution time over that of the baseline. huffman and hybridsort have atomics and a buffer of"
            + " 64 lines; the others none, so that their machine is the baseline. PHI by the letter (§IV-B)"
            + " allocates and fetches for every write; where only updates fetch, stores are kept as in the"
            + " baseline. Lower is better.",
        "time",
        RATIO,
        List.of(
            "LAB",
            LabConfiguration.PHI.label(),
            LabConfiguration.PHI_OF_UPDATES.label(),
            LabConfiguration.HLRC.label()),
        groups,
        List.of(),
        List.of());
  }
}
