package dev.syncopate.study.paper.heterosync;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import java.util.List;

/**
 * Readings of what the paper leaves open and what decides DeNovo's results: when an L1 asks to own
 * words that it stores to. It obtains ownership "on both data stores and atomics" (§II-B), and it
 * makes dirty data visible, on a synchronisation store, as it "obtains ownership for the dirty
 * data" (§III-A, footnote 2). The study has the first; here is the second.
 */
final class HeterosyncReadings {
  /** DD0 under the other reading. */
  static final String AT_RELEASE = "DD0, at the release";

  static final List<String> SETTINGS = List.of("mechanisms.denovo.register=release");

  /** Where threads of several units hand data to one another. */
  static final List<HeterosyncBenchmark> BENCHMARKS =
      List.of(
          HeterosyncBenchmark.TB_LG,
          HeterosyncBenchmark.LFTB_LG,
          HeterosyncBenchmark.SPM_G,
          HeterosyncBenchmark.SPMBO_G,
          HeterosyncBenchmark.FAM_G,
          HeterosyncBenchmark.SLM_G,
          HeterosyncBenchmark.SPS_G,
          HeterosyncBenchmark.SPSBO_G);

  private HeterosyncReadings() {}

  static Figure figure(HeterosyncMeasurements measured) {
    return new BarFigure(
        "readings",
        "DeNovo over GPU coherence on 15 compute units, in both readings of when words are"
            + " registered",
        "Execution time of DD0 over that of GH. At the store: a store asks to own its words at once"
            + " (§II-B), as in the other figures. At the release: they stay in the store buffer"
            + " until a release, or a full buffer, asks for them (§III-A, footnote 2). Lower is"
            + " better for DeNovo.",
        "time over GH's",
        "×",
        List.of("at the store", "at the release"),
        BENCHMARKS.stream()
            .map(benchmark -> new BarFigure.Group(benchmark.label(), values(measured, benchmark)))
            .toList(),
        List.of(),
        List.of());
  }

  private static List<Double> values(
      HeterosyncMeasurements measured, HeterosyncBenchmark benchmark) {
    double reference =
        measured.time(benchmark, HeterosyncConfiguration.GH, HeterosyncMeasurements.ALL);
    return List.of(
        measured.time(benchmark, HeterosyncConfiguration.DD0, HeterosyncMeasurements.ALL)
            / reference,
        measured.cycles(benchmark, AT_RELEASE, HeterosyncMeasurements.ALL) / reference);
  }
}
