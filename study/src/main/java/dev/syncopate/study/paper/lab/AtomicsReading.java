package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * When an atomic without a result is over for its warp, where no buffer takes it. With a buffer
 * "instructions complete upon reaching the LAB" (lab §III-B); the paper does not say when they do
 * without. The simulator of its evaluation, GPGPU-Sim, lets a warp with outstanding atomics issue
 * nothing, so the study's figures have warps that wait; the other readings are separate figures.
 */
enum AtomicsReading {
  /** The warp's next memory instruction waits: what all other figures have. */
  AWAITED("awaited", List.of("l1.relaxedAtomics=awaited")),

  /**
   * The warp issues nothing, and lanes that name one word take a request each, as GPGPU-Sim's
   * shader core and coalescer do.
   */
  BLOCKING("blocking", List.of("l1.relaxedAtomics=blocking", "core.atomicRequests=sector")),

  /** No warp waits. */
  POSTED("posted", List.of("l1.relaxedAtomics=posted"));

  /** The readings that have separate figures. */
  static final List<AtomicsReading> OTHERS = List.of(BLOCKING, POSTED);

  private static final int SMALL = 8;
  private static final int LARGE = 256;

  private static final List<LabConfiguration> BUFFERS =
      List.of(
          LabConfiguration.lab(SMALL),
          LabConfiguration.lab(64),
          LabConfiguration.lab(LARGE),
          LabConfiguration.UNLIMITED_LAB);

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final List<String> settings;

  AtomicsReading(String label, List<String> settings) {
    this.label = label;
    this.settings = settings;
  }

  /** The name of a benchmark's row under this reading. */
  String subject(LabBenchmark benchmark) {
    return subject(benchmark.name());
  }

  /** The same of a benchmark by its name. */
  String subject(String benchmark) {
    return this == AWAITED ? benchmark : benchmark + "-" + label;
  }

  /** One word, as claims and figures name it. */
  String label() {
    return label;
  }

  /** The same machine, read this way. */
  LabConfiguration of(LabConfiguration configuration) {
    return configuration.with(settings);
  }

  /** What is simulated of a benchmark under the other readings. */
  static List<LabConfiguration> configurations(LabBenchmark benchmark) {
    List<LabConfiguration> configurations = new ArrayList<>(List.of(LabConfiguration.BASE));
    configurations.addAll(BUFFERS);
    if (LabBenchmark.ANALYTICS.contains(benchmark)) {
      configurations.add(LabConfiguration.withoutReuse(SMALL));
      configurations.add(LabConfiguration.withoutReuse(LARGE));
    }
    return configurations;
  }

  Figure figure(LabMeasurements measured) {
    List<LabConfiguration> series = new ArrayList<>(BUFFERS);
    series.add(LabConfiguration.withoutReuse(SMALL));
    List<BarFigure.Group> groups =
        Arrays.stream(LabBenchmark.values())
            .map(benchmark ->
                new BarFigure.Group(
                    benchmark.name(),
                    series.stream()
                        .map(configuration ->
                            measured.ratio(
                                subject(benchmark), configuration, LabMeasurements.Quantity.TIME))
                        .toList()))
            .toList();
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < BUFFERS.size(); i++) {
      int index = i;
      means.add(Means.geometric(groups.stream().map(group -> group.values().get(index)).toList()));
    }
    means.add(Double.NaN);
    return new BarFigure(
        label,
        "What a buffer gains where atomics are " + label,
        "Execution time over that of the baseline, both on a machine with "
            + String.join(", ", settings)
            + ". In the other figures a warp's next memory instruction waits until its atomic is"
            + " performed, by the L2 or by the buffer (l1.relaxedAtomics=awaited). The paper says only"
            + " when atomics are over with a buffer. Lower is better.",
        "time",
        "×",
        series.stream().map(LabConfiguration::label).toList(),
        groups,
        List.of(new BarFigure.Group("geometric mean", means)),
        List.of());
  }
}
