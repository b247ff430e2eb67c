package dev.syncopate.study.paper.heterosync;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.paper.StudyVariant;
import dev.syncopate.study.paper.heterosync.HeterosyncBenchmark.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * The study on the machine's readings ({@link Presets#readings}), where the files of the paper's
 * simulators settle what Table III leaves open; and with the published programs. Shown are the two
 * things that the paper's account rests on: what DeNovo gains where data is shared, and how GPU
 * coherence suffers from more units.
 */
final class MachineReadings {
  private MachineReadings() {}

  /** Names of the readings. */
  static List<String> names() {
    return Presets.readings(HeterosyncMeasurements.preset());
  }

  /**
   * Figures of the readings that have results in addition to the study's own; none where no reading
   * has.
   */
  static List<Figure> figures(HeterosyncMeasurements measured) {
    List<Figure> figures =
        new ArrayList<>(
            figures(
                measured,
                "machine",
                names(),
                "by readings of the machine",
                "docs/use/machines.md says what a reading changes, and by which source."));
    figures.addAll(
        figures(
            measured,
            "programs",
            HeteroSyncSuite.NAMES,
            "by our kernels and by the published programs",
            "A published program launches its kernel ten times."));
    return figures;
  }

  private static List<Figure> figures(
      HeterosyncMeasurements measured, String id, List<String> names, String suffix, String note) {
    List<String> ran =
        names.stream().filter(name -> StudyVariant.ran(measured.grid(), name)).toList();
    if (ran.isEmpty()) {
      return List.of();
    }
    return List.of(
        bars(
            id + "-dd0",
            "DeNovo over GPU coherence on 15 compute units, " + suffix,
            "Execution time of DD0 over that of GH. Lower is better for DeNovo. " + note,
            "time over GH's",
            ran,
            HeterosyncReadings.BENCHMARKS,
            (benchmark, reading) ->
                cycles(
                        measured,
                        benchmark,
                        HeterosyncConfiguration.DD0,
                        reading,
                        HeterosyncMeasurements.ALL)
                    / cycles(
                        measured,
                        benchmark,
                        HeterosyncConfiguration.GH,
                        reading,
                        HeterosyncMeasurements.ALL)),
        bars(
            id + "-gd0",
            "Growth of GD0 from one compute unit to 15, " + suffix,
            "Execution time on 15 compute units over that on one, each with separate work and"
                + " separate locks. 1 is perfect weak scaling. "
                + note,
            "time over one unit's",
            ran,
            HeterosyncBenchmark.of(Kind.LOCAL_MUTEX, Kind.LOCAL_SEMAPHORE),
            (benchmark, reading) ->
                cycles(
                        measured,
                        benchmark,
                        HeterosyncConfiguration.GD0,
                        reading,
                        HeterosyncMeasurements.ALL)
                    / cycles(
                        measured,
                        benchmark,
                        HeterosyncConfiguration.GD0,
                        reading,
                        HeterosyncMeasurements.ONE)));
  }

  /**
   * @param reading empty for the machine as it is
   */
  private static double cycles(
      HeterosyncMeasurements measured,
      HeterosyncBenchmark benchmark,
      HeterosyncConfiguration configuration,
      String reading,
      int units) {
    String scenario = configuration.name();
    return measured.cycles(
        benchmark, reading.isEmpty() ? scenario : StudyVariant.scenario(scenario, reading), units);
  }

  private static Figure bars(
      String id,
      String title,
      String note,
      String axis,
      List<String> readings,
      List<HeterosyncBenchmark> benchmarks,
      ToDoubleBiFunction<HeterosyncBenchmark, String> quantity) {
    List<String> series = new ArrayList<>(List.of("as it is"));
    series.addAll(readings);
    return new BarFigure(
        id,
        title,
        note,
        axis,
        "×",
        series,
        benchmarks.stream()
            .map(benchmark -> {
              List<Double> values = new ArrayList<>(List.of(quantity.applyAsDouble(benchmark, "")));
              readings.forEach(reading -> values.add(quantity.applyAsDouble(benchmark, reading)));
              return new BarFigure.Group(benchmark.label(), values);
            })
            .toList(),
        List.of(),
        List.of());
  }
}
