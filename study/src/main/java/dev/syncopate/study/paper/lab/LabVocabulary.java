package dev.syncopate.study.paper.lab;

import dev.syncopate.study.paper.claim.Place;
import dev.syncopate.study.paper.claim.Vocabulary;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names in {@code claims/lab.yaml}: benchmarks and plain codes, buffers and their rivals, lines
 * of the buffers that figures 8 and 9 are about.
 */
final class LabVocabulary {
  private static final Configuration LAB = Configuration.lab(64);

  private final Measured measured;
  private final List<Integer> sizes;
  private final Map<String, Configuration> configurations = new LinkedHashMap<>();

  private LabVocabulary(Measured measured, List<Integer> sizes) {
    this.measured = measured;
    this.sizes = sizes;
    Configuration.ALL.forEach(
        configuration -> configurations.put(configuration.label(), configuration));
    configurations.put(Configuration.LAZY_PHI.label(), Configuration.LAZY_PHI);
  }

  /**
   * @param subjects labels of all that the study simulates
   * @param sizes lines of the buffers of figures 8 and 9; empty before any of them has run
   */
  static Vocabulary of(Measured measured, List<String> subjects, List<Integer> sizes) {
    return new LabVocabulary(measured, sizes).vocabulary(subjects);
  }

  private Vocabulary vocabulary(List<String> subjects) {
    List<PlainCode> codes = List.of(PlainCode.values());
    List<Benchmark> benchmarks = List.of(Benchmark.values());
    Vocabulary vocabulary =
        new Vocabulary((place, counter) ->
            measured.counter(place.subject(), configuration(place), counter))
            .subjects(subjects)
            .scenarios(configurations.keySet())
            .sizes(words(Configuration.SIZES))
            .list("everything", names(benchmarks))
            .list("analytics", names(Benchmark.ANALYTICS))
            .list("networks", names(Benchmark.NETWORKS))
            .list(
                "networks-and-RN", names(benchmarks.stream().filter(Benchmark::isNetwork).toList()))
            .list(
                "all-but-CCA-and-H",
                names(
                    benchmarks.stream()
                        .filter(benchmark -> benchmark != Benchmark.CCA && benchmark != Benchmark.H)
                        .toList()))
            .list("codes", workloads(codes))
            .list(
                "codes-with-atomics",
                workloads(codes.stream().filter(PlainCode::hasAtomics).toList()))
            .list(
                "codes-without-atomics",
                workloads(codes.stream().filter(code -> !code.hasAtomics()).toList()))
            .list("caches", labels(Configuration.CACHES))
            .list("buffers", labels(Configuration.labs()))
            .list("buffers-of-sizes", labels(sizes.stream().map(Configuration::lab).toList()))
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

  private static List<String> names(List<Benchmark> benchmarks) {
    return benchmarks.stream().map(Benchmark::name).toList();
  }

  private static List<String> workloads(List<PlainCode> codes) {
    return codes.stream().map(PlainCode::workload).toList();
  }

  private static List<String> labels(List<Configuration> configurations) {
    return configurations.stream().map(Configuration::label).toList();
  }

  private static List<String> words(List<Integer> sizes) {
    return sizes.stream().map(String::valueOf).toList();
  }

  private Configuration configuration(Place place) {
    Configuration configuration = configurations.get(place.scenario());
    if (configuration == null) {
      throw new IllegalArgumentException("expected a configuration at '%s'".formatted(place));
    }
    return configuration;
  }

  private static int entries(Place place) {
    return Integer.parseInt(place.size());
  }

  /** A benchmark's label where a graph utilises less of the GPU; the benchmark is "CCA" in both. */
  private static String level(Place place, int index) {
    String name = place.subject().split("_", 2)[0];
    return Benchmark.valueOf(name).label(Benchmark.LEVELS.get(index));
  }

  private static Place lower(Place place) {
    int index = 0;
    while (!level(place, index).equals(place.subject())) {
      index++;
    }
    return place.subject(level(place, index + 1));
  }

  /** What PHI saves of the time over what a buffer saves; 1 where that saves nothing. */
  private double shareOfPhi(Place place) {
    double lab = 1 - measured.ratio(place.subject(), LAB, Quantity.TIME);
    double phi = 1 - measured.ratio(place.subject(), Configuration.PHI, Quantity.TIME);
    return lab <= 0 ? 1 : phi / lab;
  }
}
