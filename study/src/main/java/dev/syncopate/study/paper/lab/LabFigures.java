package dev.syncopate.study.paper.lab;

import dev.syncopate.machine.energy.EnergyPart;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.figure.StackedBarFigure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** Figures 1 and 4 to 7: every benchmark under every configuration. */
final class LabFigures {
  private static final String MEAN = "geometric mean";
  private static final String ARITHMETIC = "arithmetic mean";
  private static final String RATIO = "×";

  private final LabMeasurements measured;
  private final LabPublishedNumbers stated;

  LabFigures(LabMeasurements measured, LabPublishedNumbers stated) {
    this.measured = measured;
    this.stated = stated;
  }

  List<Figure> all() {
    return List.of(
        atomicShare(),
        overBaseline(
            "fig4",
            "Execution time (fig. 4)",
            "Cycles over those of the baseline. Lower is better.",
            "time",
            LabMeasurements.Quantity.TIME),
        overBaseline(
            "fig5",
            "Interconnect traffic (fig. 5)",
            "Bytes on the network, headers included, over those of the baseline. Lower is better.",
            "bytes",
            LabMeasurements.Quantity.TRAFFIC),
        missRate(),
        energy());
  }

  private static List<String> subjects() {
    return Arrays.stream(LabBenchmark.values()).map(LabBenchmark::name).toList();
  }

  /** The paper says "requests" and profiles a GPU, so that every reading of that is shown. */
  private Figure atomicShare() {
    List<LabMeasurements.Requests> readings = List.of(LabMeasurements.Requests.values());
    List<BarFigure.Group> groups =
        groups(subject ->
            readings.stream()
                .map(requests -> 100 * measured.atomicShare(subject, requests))
                .toList());
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < readings.size(); i++) {
      int index = i;
      means.add(Means.arithmetic(groups.stream().map(group -> group.values().get(index)).toList()));
    }
    List<BarFigure.Stated> published = new ArrayList<>();
    String series = readings.getFirst().label();
    for (String subject : subjects()) {
      if (stated.data().path("atgr").has(subject)) {
        double value = 100 * stated.at("/atgr/" + subject);
        published.add(new BarFigure.Stated(subject, series, value, whole(value)));
      }
    }
    double mean = 100 * stated.at("/atgr/mean");
    published.add(new BarFigure.Stated(ARITHMETIC, series, mean, whole(mean)));
    return new BarFigure(
        "fig1",
        "Commutative atomics of device scope among global accesses (fig. 1)",
        "In per cent of what a GPU may count: accesses of threads, which the claims are about; lines"
            + " that a warp's accesses touch; requests to the L2. The paper profiles a Titan V and"
            + " says \"requests\".",
        "share",
        "%",
        readings.stream().map(LabMeasurements.Requests::label).toList(),
        groups,
        List.of(new BarFigure.Group(ARITHMETIC, means)),
        published);
  }

  private static String whole(double value) {
    return "%.0f%%".formatted(value);
  }

  private List<BarFigure.Group> groups(Function<String, List<Double>> values) {
    return subjects().stream()
        .map(subject -> new BarFigure.Group(subject, values.apply(subject)))
        .toList();
  }

  private Figure overBaseline(
      String id, String title, String note, String axis, LabMeasurements.Quantity number) {
    List<LabConfiguration> configurations =
        LabConfiguration.ALL.stream()
            .filter(configuration -> !configuration.equals(LabConfiguration.BASE))
            .toList();
    List<BarFigure.Group> groups =
        groups(subject ->
            configurations.stream()
                .map(configuration -> measured.ratio(subject, configuration, number))
                .toList());
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < configurations.size(); i++) {
      int index = i;
      means.add(Means.geometric(groups.stream().map(group -> group.values().get(index)).toList()));
    }
    return new BarFigure(
        id,
        title,
        note,
        axis,
        RATIO,
        configurations.stream().map(LabConfiguration::label).toList(),
        groups,
        List.of(new BarFigure.Group(MEAN, means)),
        List.of());
  }

  private Figure missRate() {
    List<LabConfiguration> labs = new ArrayList<>(LabConfiguration.labs());
    labs.add(LabConfiguration.UNLIMITED_LAB);
    return new BarFigure(
        "fig6",
        "Misses of local atomic buffers (fig. 6)",
        "Of the accesses that a buffer took, those whose line it did not hold, in per cent.",
        "misses",
        "%",
        labs.stream().map(LabConfiguration::label).toList(),
        groups(subject ->
            labs.stream()
                .map(configuration -> 100 * measured.missRate(subject, configuration))
                .toList()),
        List.of(),
        List.of());
  }

  private Figure energy() {
    List<LabConfiguration> configurations =
        LabConfiguration.ALL.stream()
            .filter(configuration -> !LabConfiguration.CACHES.contains(configuration))
            .toList();
    List<StackedBarFigure.Group> groups = new ArrayList<>();
    for (String subject : subjects()) {
      double base = measured.energy(subject, LabConfiguration.BASE);
      List<List<Double>> stacks = new ArrayList<>();
      for (LabConfiguration configuration : configurations) {
        stacks.add(
            measured.parts().stream()
                .map(part -> measured.energy(subject, configuration, part) / base)
                .toList());
      }
      groups.add(new StackedBarFigure.Group(subject, stacks));
    }
    return new StackedBarFigure(
        "fig7",
        "Energy (fig. 7)",
        "Over that of the baseline, by the parts of the machine, with the energies of Table II. Bars"
            + " of a group from left to right: "
            + String.join(", ", configurations.stream().map(LabConfiguration::label).toList())
            + ". Lower is better.",
        "energy",
        RATIO,
        configurations.stream().map(LabConfiguration::label).toList(),
        measured.parts().stream().map(EnergyPart::label).toList(),
        groups);
  }

  /** Means of a number over subjects, what was not measured left out. */
  static double mean(List<String> subjects, ToDoubleFunction<String> quantity) {
    return Means.arithmetic(subjects.stream().map(quantity::applyAsDouble).toList());
  }
}
