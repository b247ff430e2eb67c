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
    Configuration.ALL.forEach(each -> configurations.put(each.label(), each));
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
    List<Benchmark> all = List.of(Benchmark.values());
    Vocabulary vocabulary =
        new Vocabulary((at, counter) -> measured.counter(at.subject(), configuration(at), counter))
            .subjects(subjects)
            .scenarios(configurations.keySet())
            .sizes(words(Configuration.SIZES))
            .list("everything", names(all))
            .list("analytics", names(Benchmark.ANALYTICS))
            .list("networks", names(Benchmark.NETWORKS))
            .list("networks-and-RN", names(all.stream().filter(Benchmark::isNetwork).toList()))
            .list(
                "all-but-CCA-and-H",
                names(
                    all.stream()
                        .filter(each -> each != Benchmark.CCA && each != Benchmark.H)
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
            .label("small", at -> at.size(Integer.toString(sizes.isEmpty() ? 8 : sizes.getFirst())))
            .label(
                "large", at -> at.size(Integer.toString(sizes.isEmpty() ? 256 : sizes.getLast())))
            .label("full", at -> at.subject(level(at, 0)))
            .label("lower", LabVocabulary::lower)
            .label("its-buffer", at -> at.scenario(PlainCode.named(at.subject()).lab().label()))
            .quantity("time", at -> measured.time(at.subject(), configuration(at)))
            .quantity("energy", at -> measured.energy(at.subject(), configuration(at)))
            .quantity(
                "serialisation",
                at -> AnalyticsFigures.serialisation(measured, at.subject(), entries(at)))
            .quantity("burst", at -> AnalyticsFigures.burst(measured, at.subject(), entries(at)))
            .quantity("share-of-phi", this::shareOfPhi);
    for (AtomicsReading reading : AtomicsReading.OTHERS) {
      vocabulary.label(reading.label(), at -> at.subject(reading.subject(at.subject())));
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

  private Configuration configuration(Place at) {
    Configuration found = configurations.get(at.scenario());
    if (found == null) {
      throw new IllegalArgumentException("expected a configuration at '%s'".formatted(at));
    }
    return found;
  }

  private static int entries(Place at) {
    return Integer.parseInt(at.size());
  }

  /** A benchmark's label where a graph utilises less of the GPU; the benchmark is "CCA" in both. */
  private static String level(Place at, int index) {
    String name = at.subject().split("_", 2)[0];
    return Benchmark.valueOf(name).label(Benchmark.LEVELS.get(index));
  }

  private static Place lower(Place at) {
    int index = 0;
    while (!level(at, index).equals(at.subject())) {
      index++;
    }
    return at.subject(level(at, index + 1));
  }

  /** What PHI saves of the time over what a buffer saves; 1 where that saves nothing. */
  private double shareOfPhi(Place at) {
    double lab = 1 - measured.ratio(at.subject(), LAB, Quantity.TIME);
    double phi = 1 - measured.ratio(at.subject(), Configuration.PHI, Quantity.TIME);
    return lab <= 0 ? 1 : phi / lab;
  }
}
