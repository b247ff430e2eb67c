package dev.syncopate.study.paper.lab;

import dev.syncopate.study.paper.claim.ClaimVocabulary;
import dev.syncopate.study.paper.claim.SimulationLabels;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names in {@code claims/lab.yaml}: benchmarks and plain codes, buffers and their rivals, lines
 * of the buffers that figures 8 and 9 are about.
 */
final class LabVocabulary {
  private static final LabConfiguration LAB = LabConfiguration.lab(64);

  private final LabMeasurements measured;
  private final List<Integer> sizes;
  private final Map<String, LabConfiguration> configurations = new LinkedHashMap<>();

  private LabVocabulary(LabMeasurements measured, List<Integer> sizes) {
    this.measured = measured;
    this.sizes = sizes;
    LabConfiguration.ALL.forEach(
        configuration -> configurations.put(configuration.label(), configuration));
    configurations.put(LabConfiguration.LAZY_PHI.label(), LabConfiguration.LAZY_PHI);
  }

  /**
   * @param subjects labels of all that the study simulates
   * @param sizes lines of the buffers of figures 8 and 9; empty before any of them has run
   */
  static ClaimVocabulary of(LabMeasurements measured, List<String> subjects, List<Integer> sizes) {
    return new LabVocabulary(measured, sizes).vocabulary(subjects);
  }

  private ClaimVocabulary vocabulary(List<String> subjects) {
    List<PlainCode> codes = List.of(PlainCode.values());
    List<LabBenchmark> benchmarks = List.of(LabBenchmark.values());
    ClaimVocabulary vocabulary =
        new ClaimVocabulary((place, counter) ->
            measured.counter(place.subject(), configuration(place), counter))
            .subjects(subjects)
            .scenarios(configurations.keySet())
            .sizes(words(LabConfiguration.SIZES))
            .list("everything", names(benchmarks))
            .list("analytics", names(LabBenchmark.ANALYTICS))
            .list("networks", names(LabBenchmark.NETWORKS))
            .list(
                "networks-and-RN",
                names(benchmarks.stream().filter(LabBenchmark::isNetwork).toList()))
            .list(
                "all-but-CCA-and-H",
                names(
                    benchmarks.stream()
                        .filter(benchmark ->
                            benchmark != LabBenchmark.CCA && benchmark != LabBenchmark.H)
                        .toList()))
            .list("codes", workloads(codes))
            .list(
                "codes-with-atomics",
                workloads(codes.stream().filter(PlainCode::hasAtomics).toList()))
            .list(
                "codes-without-atomics",
                workloads(codes.stream().filter(code -> !code.hasAtomics()).toList()))
            .list("caches", labels(LabConfiguration.CACHES))
            .list("buffers", labels(LabConfiguration.labs()))
            .list("buffers-of-sizes", labels(sizes.stream().map(LabConfiguration::lab).toList()))
            .list("sizes", words(sizes))
            .label(
                "small",
                place -> place.size(Integer.toString(sizes.isEmpty() ? 8 : sizes.getFirst())))
            .label(
                "large",
                place -> place.size(Integer.toString(sizes.isEmpty() ? 256 : sizes.getLast())))
            .label("full", place -> place.subject(level(place, 0)))
            .label("lower", LabVocabulary::lower)
            .label(
                "its-buffer",
                place -> place.scenario(PlainCode.named(place.subject()).lab().label()))
            .quantity("time", place -> measured.time(place.subject(), configuration(place)))
            .quantity("energy", place -> measured.energy(place.subject(), configuration(place)))
            .quantity(
                "serialisation",
                place -> AnalyticsFigures.serialisation(measured, place.subject(), entries(place)))
            .quantity(
                "burst", place -> AnalyticsFigures.burst(measured, place.subject(), entries(place)))
            .quantity("share-of-phi", this::shareOfPhi);
    for (AtomicsReading reading : AtomicsReading.OTHERS) {
      vocabulary.label(reading.label(), place -> place.subject(reading.subject(place.subject())));
    }
    return vocabulary;
  }

  private static List<String> names(List<LabBenchmark> benchmarks) {
    return benchmarks.stream().map(LabBenchmark::name).toList();
  }

  private static List<String> workloads(List<PlainCode> codes) {
    return codes.stream().map(PlainCode::workload).toList();
  }

  private static List<String> labels(List<LabConfiguration> configurations) {
    return configurations.stream().map(LabConfiguration::label).toList();
  }

  private static List<String> words(List<Integer> sizes) {
    return sizes.stream().map(String::valueOf).toList();
  }

  private LabConfiguration configuration(SimulationLabels place) {
    LabConfiguration configuration = configurations.get(place.scenario());
    if (configuration == null) {
      throw new IllegalArgumentException("expected a configuration at '%s'".formatted(place));
    }
    return configuration;
  }

  private static int entries(SimulationLabels place) {
    return Integer.parseInt(place.size());
  }

  /** A benchmark's label where a graph utilises less of the GPU; the benchmark is "CCA" in both. */
  private static String level(SimulationLabels place, int index) {
    String name = place.subject().split("_", 2)[0];
    return LabBenchmark.valueOf(name).label(LabBenchmark.LEVELS.get(index));
  }

  private static SimulationLabels lower(SimulationLabels place) {
    int index = 0;
    while (!level(place, index).equals(place.subject())) {
      index++;
    }
    return place.subject(level(place, index + 1));
  }

  /** What PHI saves of the time over what a buffer saves; 1 where that saves nothing. */
  private double shareOfPhi(SimulationLabels place) {
    double lab = 1 - measured.ratio(place.subject(), LAB, LabMeasurements.Quantity.TIME);
    double phi =
        1 - measured.ratio(place.subject(), LabConfiguration.PHI, LabMeasurements.Quantity.TIME);
    return lab <= 0 ? 1 : phi / lab;
  }
}
