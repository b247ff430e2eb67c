package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Figure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the paper leaves open and decides what a buffer gains: how fast the L2 performs atomics.
 * Table I gives the L2's latency and nothing of atomics. The study has a slice of the L2 update up
 * to eight words of a line in a cycle, as hardware does; here is one that updates a word a cycle.
 */
final class Readings {
  private static final List<String> SLOW = List.of("l2.atomicLanes=1");

  static final Configuration SLOW_BASE =
      new Configuration("baseline, a word a cycle", Configuration.BASE.protocol(), SLOW);

  static final Configuration SLOW_LAB = slow(Configuration.lab(64));

  static final List<Configuration> ALL = List.of(SLOW_BASE, SLOW_LAB);

  private Readings() {}

  private static Configuration slow(Configuration fast) {
    List<String> settings = new ArrayList<>(fast.settings());
    settings.addAll(SLOW);
    return new Configuration(fast.label() + ", a word a cycle", fast.protocol(), settings);
  }

  static Figure figure(Measured measured) {
    return new Bars(
        "readings",
        "What a buffer gains, by how fast the L2 performs atomics",
        "Execution time with a buffer of 64 lines over that without, where a slice of the L2 updates up"
            + " to eight words of a line in a cycle, as in the other figures, and where it updates one."
            + " The paper does not say. Lower is better for buffers.",
        "time",
        "×",
        List.of("eight words a cycle", "a word a cycle"),
        Arrays.stream(Benchmark.values())
            .map(Benchmark::name)
            .map(subject ->
                new Bars.Group(
                    subject,
                    List.of(
                        measured.time(subject, Configuration.lab(64))
                            / measured.time(subject, Configuration.BASE),
                        measured.time(subject, SLOW_LAB) / measured.time(subject, SLOW_BASE))))
            .toList(),
        List.of(),
        List.of());
  }
}
