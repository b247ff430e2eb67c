package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * What a buffer gains on BWC where a CTA sums fewer pixels before it adds to the gradient by
 * filters. cuDNN's kernels are closed (lab §IV-B), and how much of theirs is atomics the paper does
 * not say.
 */
final class ShortSums {
  /** Pixels that a CTA sums: those of BWC, and one depth of a tile. */
  static final List<Integer> PIXELS = List.of(256, 16);

  private static final int FEW = 16;
  private static final String SOURCE = "§V-A, sums of 16 pixels";

  private static final List<Configuration> BUFFERS =
      List.of(
          Configuration.lab(8),
          Configuration.lab(64),
          Configuration.lab(256),
          Configuration.UNLIMITED_LAB);

  private ShortSums() {}

  static String subject(int pixels, boolean awaited) {
    return "BWC-" + pixels + (awaited ? "-awaited" : "");
  }

  /** What is simulated, the baseline first. */
  static List<Configuration> configurations(boolean awaited) {
    List<Configuration> all = new ArrayList<>(List.of(Configuration.BASE));
    all.addAll(BUFFERS);
    return awaited ? all.stream().map(Awaited::awaited).toList() : all;
  }

  static Figure figure(Measured measured) {
    List<Bars.Group> groups = new ArrayList<>();
    for (boolean awaited : List.of(false, true)) {
      for (int pixels : PIXELS) {
        String subject = subject(pixels, awaited);
        groups.add(
            new Bars.Group(
                subject,
                BUFFERS.stream()
                    .map(each -> measured.ratio(subject, each, Quantity.TIME))
                    .toList()));
      }
    }
    List<Double> means = new ArrayList<>();
    for (int i = 0; i < BUFFERS.size(); i++) {
      int at = i;
      means.add(Means.geometric(groups.stream().map(group -> group.values().get(at)).toList()));
    }
    return new Bars(
        "short-sums",
        "BWC by how much a CTA sums",
        "Execution time of BWC over that of the baseline, where a CTA sums 256 pixels, as in the other"
            + " figures, or 16 before it adds to the gradient by filters; on a machine on which nobody"
            + " waits for atomics, and on one on which a warp does (awaited). The paper's kernels are"
            + " cuDNN's, which are closed. Fewer images than BWC has, so that there are as many CTAs."
            + " Lower is better.",
        "time",
        "×",
        BUFFERS.stream().map(Configuration::label).toList(),
        groups,
        List.of(new Bars.Group("geometric mean", means)),
        List.of());
  }

  /** What is stated of BWC's time, of short sums. */
  static void judge(Judge judge) {
    for (boolean awaited : List.of(false, true)) {
      String subject = subject(FEW, awaited);
      String id = "short-sums" + (awaited ? "-awaited" : "");
      String words = "LAB improves BWC's time %s" + (awaited ? ", atomics awaited" : "");
      judge.less(
          id + "-mean",
          SOURCE,
          words.formatted("on average"),
          judge.stated().of("BWC", "time_mean"),
          judge.mean(subject, Quantity.TIME));
      judge.less(
          id + "-max",
          SOURCE,
          words.formatted("at most"),
          judge.stated().of("BWC", "time_max"),
          judge.most(subject, Quantity.TIME));
    }
  }
}
