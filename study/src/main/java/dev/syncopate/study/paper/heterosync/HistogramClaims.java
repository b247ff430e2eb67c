package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Benchmark.HG;
import static dev.syncopate.study.paper.heterosync.Benchmark.HG_2K;
import static dev.syncopate.study.paper.heterosync.Benchmark.HG_NO;
import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.DDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GDR;

import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.heterosync.RelaxedClaims.Protocols;
import dev.syncopate.study.paper.heterosync.RelaxedClaims.Relaxation;
import java.util.ArrayList;
import java.util.List;

/** What section V-C says of histograms. */
final class HistogramClaims {
  private static final String READS = "§V-C, fig. 4d";
  private static final String COUNTS = "§V-C, fig. 4b-c";

  private static final List<Configuration> FOUR = List.of(GD0, GDR, DD0, DDR);
  private static final List<Benchmark> BOTH = List.of(HG, HG_2K);

  /** Where DeNovo is said to be behind. */
  private static final List<Integer> FEW = List.of(2, 4);

  /** Where it is said to have caught up. */
  private static final List<Integer> MANY = List.of(8, 15);

  private final Judge judge;
  private final Measured measured;

  HistogramClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    reads();
    mixed();
    gap();
    relaxation();
    scalability();
  }

  private void reads() {
    List<Case> flat = new ArrayList<>();
    for (Configuration configuration : FOUR) {
      for (int units : Measured.MORE) {
        flat.add(
            Places.of(HG_NO, configuration, units, measured.growth(HG_NO, configuration, units)));
      }
    }
    judge.places(
        "hg-no-flat",
        READS,
        "HG-NO is relatively unaffected by increasing the number of CUs",
        "growth within 10% of 1",
        flat,
        growth -> Math.abs(growth - 1) <= Judge.NEAR_PERFECT - 1);
    double most = judge.published().percent("HG-NO", "", 0);
    List<Case> gains = new ArrayList<>();
    List<Case> spreads = new ArrayList<>();
    for (Relaxation each : Relaxation.BOTH) {
      double low = Double.POSITIVE_INFINITY;
      double high = Double.NEGATIVE_INFINITY;
      for (int units : Measured.UNITS) {
        double ratio = measured.ratio(HG_NO, each.relaxed(), each.strict(), units);
        gains.add(Places.of(HG_NO, each.relaxed(), units, ratio));
        low = Math.min(low, ratio);
        high = Math.max(high, ratio);
      }
      spreads.add(Places.of(HG_NO, each.relaxed(), high - low));
    }
    judge.places(
        "hg-no-gain",
        READS,
        "Relaxed atomics reduce execution time, but the gains are small (at most %.0f%% in all cases)"
            .formatted(100 * most),
        "time over that with drf0 below 1, and at least %.2f".formatted(1 - most),
        gains,
        ratio -> ratio < 1 && ratio >= 1 - most);
    judge.places(
        "hg-no-gain-flat",
        READS,
        "and are unaffected by varying the number of CUs",
        "the largest and the smallest of these lie at most 0.02 apart",
        spreads,
        apart -> apart <= Judge.SAME);
  }

  private void mixed() {
    int nth = 0;
    for (Configuration configuration : List.of(DD0, DDR)) {
      judge.more(
          "hg-2-" + configuration,
          COUNTS,
          "For HG, increasing the number of CUs from 1 to 2 increases execution time for "
              + configuration,
          judge.published().percent("HG", "1 to 2", nth++),
          measured.growth(HG, configuration, 2));
    }
  }

  private void gap() {
    List<Case> behind = new ArrayList<>();
    List<Case> smaller = new ArrayList<>();
    List<Case> ahead = new ArrayList<>();
    for (Protocols each : Protocols.BOTH) {
      for (int units : FEW) {
        double small = measured.ratio(HG, each.denovo(), each.gpu(), units);
        double large = measured.ratio(HG_2K, each.denovo(), each.gpu(), units);
        behind.add(Places.of(HG_2K, each.denovo(), units, large));
        smaller.add(Places.of(HG_2K, each.denovo(), units, large / small));
      }
      for (Benchmark benchmark : BOTH) {
        for (int units : MANY) {
          ahead.add(
              Places.of(
                  benchmark,
                  each.denovo(),
                  units,
                  measured.ratio(benchmark, each.denovo(), each.gpu(), units)));
        }
      }
    }
    judge.places(
        "hg-2k-gap",
        COUNTS,
        "Increasing the number of histogram bins (HG-2K) reduces the gap between DeNovo and GPU"
            + " coherence (with 2 and 4 CUs)",
        "DeNovo's time over GPU coherence's for HG-2K, over the same for HG, below 1",
        smaller,
        ratio -> ratio < 1);
    judge.places(
        "hg-2k-gap-stays",
        COUNTS,
        "but does not eliminate it",
        "DeNovo's time over GPU coherence's for HG-2K with 2 and 4 CUs above 1",
        behind,
        ratio -> ratio > 1);
    relaxedDenovo();
    judge.places(
        "hg-denovo-ahead",
        COUNTS,
        "As the number of CUs increases, DeNovo is able to overcome this overhead and reduce execution"
            + " time compared to GPU coherence",
        "DeNovo's time over GPU coherence's on 8 and 15 units below 1",
        ahead,
        ratio -> ratio < 1);
  }

  private void relaxedDenovo() {
    List<Case> noHelp = new ArrayList<>();
    List<Case> full = new ArrayList<>();
    for (Benchmark benchmark : BOTH) {
      for (int units : FEW) {
        noHelp.add(Places.of(benchmark, units, measured.ratio(benchmark, DDR, DD0, units)));
        full.add(
            Places.of(
                benchmark,
                units,
                measured.counter(benchmark, DDR, units, "l1.stall.mshrs")
                    / (units * measured.time(benchmark, DDR, units))));
      }
    }
    judge.places(
        "hg-ddr-few",
        COUNTS,
        "Using relaxed atomics with DeNovo does not help for 2 and 4 CUs",
        "DDR's time over DD0's at least 0.98",
        noHelp,
        ratio -> ratio >= 1 - Judge.SAME);
    judge.places(
        "hg-ddr-mshrs",
        COUNTS,
        "due to MSHR saturation",
        "part of the time in which an L1 stalled because no MSHR was free, with DDR on 2 and 4 units, at"
            + " least 0.05",
        full,
        part -> part >= 0.05);
  }

  private void relaxation() {
    judge.less(
        "hg-ddr-15",
        COUNTS,
        "DDR reduces execution time over DD0 when there are more CUs (HG with 15)",
        judge.published().percent("HG", "15", 0),
        measured.ratio(HG, DDR, DD0, Measured.ALL));
    List<Case> cases = new ArrayList<>();
    for (Benchmark benchmark : BOTH) {
      for (int units : Measured.UNITS) {
        cases.add(Places.of(benchmark, units, measured.ratio(benchmark, GDR, GD0, units)));
      }
    }
    judge.places(
        "hg-gdr",
        COUNTS,
        "GDR does not significantly improve on GD0 because of increased contention",
        "GDR's time over GD0's at least 0.95",
        cases,
        ratio -> ratio >= 0.95);
  }

  private void scalability() {
    List<Case> mixed = new ArrayList<>();
    List<Case> cases = new ArrayList<>();
    for (Benchmark benchmark : BOTH) {
      for (Configuration configuration : FOUR) {
        mixed.add(
            Places.of(benchmark, configuration, measured.growth(benchmark, configuration, 2)));
      }
      for (Relaxation each : Relaxation.BOTH) {
        cases.add(
            Places.of(
                benchmark,
                each.relaxed(),
                measured.growth(benchmark, each.strict(), Measured.ALL)
                    / measured.growth(benchmark, each.relaxed(), Measured.ALL)));
      }
    }
    boolean rise = mixed.stream().anyMatch(each -> each.value() > 1);
    boolean fall = mixed.stream().anyMatch(each -> each.value() < 1);
    judge.places(
        "hg-mixed",
        COUNTS,
        "HG and HG-2K show mixed scalability results",
        "of the growths on 2 units some are above 1 and some below",
        mixed,
        _ -> rise && fall);
    judge.places(
        "hg-relaxed-scalability",
        COUNTS,
        "and relaxed atomics do not significantly improve scalability",
        "growth on 15 units with drf0 over that with drfrlx at most 1.1",
        cases,
        ratio -> ratio <= Judge.NEAR_PERFECT);
  }
}
