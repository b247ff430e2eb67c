package dev.syncopate.study.paper.heterosync;

import static dev.syncopate.study.paper.heterosync.Benchmark.FLAGS;
import static dev.syncopate.study.paper.heterosync.Benchmark.LFTB_LG;
import static dev.syncopate.study.paper.heterosync.Benchmark.RC;
import static dev.syncopate.study.paper.heterosync.Benchmark.SC;
import static dev.syncopate.study.paper.heterosync.Benchmark.SL;
import static dev.syncopate.study.paper.heterosync.Configuration.DD0;
import static dev.syncopate.study.paper.heterosync.Configuration.DDR;
import static dev.syncopate.study.paper.heterosync.Configuration.GD0;
import static dev.syncopate.study.paper.heterosync.Configuration.GDR;

import dev.syncopate.study.paper.Case;
import java.util.ArrayList;
import java.util.List;

/** What section V-C says of SC, RC, SL and Flags. */
final class RelaxedClaims {
  private static final String COUNTERS = "§V-C, fig. 4e-g";
  private static final String FLAG = "§V-C, fig. 4a";

  private static final List<Benchmark> THREE = List.of(SC, RC, SL);

  private final Judge judge;
  private final Measured measured;

  RelaxedClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  /** A model with relaxed atomics and the same protocol without. */
  record Relaxation(Configuration relaxed, Configuration strict) {
    static final List<Relaxation> BOTH =
        List.of(new Relaxation(GDR, GD0), new Relaxation(DDR, DD0));
  }

  /** DeNovo and GPU coherence with the same model. */
  record Protocols(Configuration denovo, Configuration gpu) {
    static final List<Protocols> BOTH = List.of(new Protocols(DD0, GD0), new Protocols(DDR, GDR));
  }

  void add() {
    strongScaling();
    relaxation();
    denovo();
    scalability();
    flags();
  }

  private void strongScaling() {
    List<Case> reductions = new ArrayList<>();
    List<Case> throughEight = new ArrayList<>();
    for (Benchmark benchmark : THREE) {
      for (Configuration configuration : List.of(GD0, GDR, DD0, DDR)) {
        reductions.add(
            Places.of(
                benchmark, configuration, measured.growth(benchmark, configuration, Measured.ALL)));
        throughEight.add(
            Places.of(
                benchmark,
                configuration,
                (1 - measured.growth(benchmark, configuration, 8))
                    / (1 - measured.growth(benchmark, configuration, Measured.ALL))));
      }
    }
    judge.places(
        "counters-scale",
        COUNTERS,
        "SC, RC and SL see significant reductions in execution time when the number of CUs increases",
        "time on 15 units at most half of that on one",
        reductions,
        growth -> growth <= 0.5);
    judge.places(
        "counters-through-8",
        COUNTERS,
        "especially through 8 CUs",
        "at least 0.8 of the reduction on 15 units is there on 8",
        throughEight,
        part -> part >= 0.8);
  }

  private void relaxation() {
    List<Case> cases = new ArrayList<>();
    for (Benchmark benchmark : THREE) {
      for (Relaxation each : Relaxation.BOTH) {
        for (int units : Measured.UNITS) {
          cases.add(
              Places.of(
                  benchmark,
                  each.relaxed(),
                  units,
                  measured.ratio(benchmark, each.relaxed(), each.strict(), units)));
        }
      }
    }
    judge.places(
        "counters-relaxed",
        COUNTERS,
        "Using relaxed atomics also reduces execution time for SC, RC and SL",
        "time over that with drf0 below 1",
        cases,
        ratio -> ratio < 1);
    double best = cases.stream().mapToDouble(Case::value).min().orElse(Double.NaN);
    judge.places(
        "counters-best",
        COUNTERS,
        "The best case is SC with 4 CUs, DDR over DD0",
        "the smallest of all these times over that with drf0, over this one, at least 0.98",
        List.of(Places.of(SC, DDR, 4, best / measured.ratio(SC, DDR, DD0, 4))),
        ratio -> ratio >= 1 - Judge.SAME);
    int nth = 0;
    for (Relaxation each : List.of(Relaxation.BOTH.getLast(), Relaxation.BOTH.getFirst())) {
      judge.less(
          "sc-4-" + each.relaxed(),
          COUNTERS,
          "With 4 CUs, %s reduces execution time over %s for SC"
              .formatted(each.relaxed(), each.strict()),
          judge.published().percent("SC", "4", nth++),
          measured.ratio(SC, each.relaxed(), each.strict(), 4));
    }
  }

  private void denovo() {
    List<Case> time = new ArrayList<>();
    List<Case> reuse = new ArrayList<>();
    for (Benchmark benchmark : THREE) {
      for (Protocols each : Protocols.BOTH) {
        for (int units : Measured.UNITS) {
          time.add(
              Places.of(
                  benchmark,
                  each.denovo(),
                  units,
                  measured.ratio(benchmark, each.denovo(), each.gpu(), units)));
          reuse.add(
              Places.of(
                  benchmark,
                  each.denovo(),
                  units,
                  measured.messages(benchmark, each.denovo(), units)
                      / measured.messages(benchmark, each.gpu(), units)));
        }
      }
    }
    judge.places(
        "counters-denovo",
        COUNTERS,
        "DeNovo reduces execution time compared to GPU coherence regardless of the number of CUs",
        "time over that of GPU coherence with the same model below 1",
        time,
        ratio -> ratio < 1);
    judge.places(
        "counters-reuse",
        COUNTERS,
        "by reusing written data and atomics",
        "messages in the network over those of GPU coherence with the same model below 1",
        reuse,
        ratio -> ratio < 1);
    judge.less(
        "sc-15",
        COUNTERS,
        "For 15 CUs, DDR reduces execution time over GDR for SC",
        judge.published().percent("SC", "15", 0),
        measured.ratio(SC, DDR, GDR, Measured.ALL));
  }

  private void scalability() {
    List<Case> general = new ArrayList<>();
    List<Case> exceptions = new ArrayList<>();
    for (Benchmark benchmark : THREE) {
      for (Relaxation each : Relaxation.BOTH) {
        for (int units : Measured.MORE) {
          double ratio =
              measured.growth(benchmark, each.relaxed(), units)
                  / measured.growth(benchmark, each.strict(), units);
          (isException(benchmark, each.relaxed(), units) ? exceptions : general)
              .add(Places.of(benchmark, each.relaxed(), units, ratio));
        }
      }
    }
    judge.places(
        "counters-scalability",
        COUNTERS,
        "In general, relaxed atomics improve the scalability of these algorithms",
        "growth over that with drf0 at most 1, but for the exceptions",
        general,
        ratio -> ratio <= 1);
    judge.places(
        "counters-exceptions",
        COUNTERS,
        "with 2 notable exceptions (SC, for 8 and 15 CUs with GDR and SL, for 15 CUs, for GDR and"
            + " DDR) where the extra contention caused hurts scalability",
        "growth over that with drf0 above 1",
        exceptions,
        ratio -> ratio > 1);
  }

  private static boolean isException(Benchmark benchmark, Configuration relaxed, int units) {
    return switch (benchmark) {
      case SC -> relaxed == GDR && units >= 8;
      case SL -> units == Measured.ALL;
      default -> false;
    };
  }

  private void flags() {
    List<Case> alike = new ArrayList<>();
    List<Case> gpuAhead = new ArrayList<>();
    List<Case> grows = new ArrayList<>();
    for (int units : Measured.MORE) {
      for (Configuration configuration : List.of(GD0, DD0)) {
        alike.add(
            new Case(
                configuration + " " + units,
                measured.growth(FLAGS, configuration, units)
                    / measured.growth(LFTB_LG, configuration, units)));
      }
      for (Protocols each : Protocols.BOTH) {
        gpuAhead.add(
            Places.of(
                FLAGS, each.gpu(), units, measured.ratio(FLAGS, each.gpu(), each.denovo(), units)));
      }
    }
    judge.places(
        "flags-like-lftb",
        FLAG,
        "Flags execution time scales similarly to LFTB_LG, because the lock-free tree barrier makes up"
            + " a significant portion of Flags' execution time",
        "growth over LFTB_LG's between 0.8 and 1.25",
        alike,
        ratio -> ratio >= 0.8 && ratio <= 1.25);
    for (Relaxation each : Relaxation.BOTH) {
      double before = measured.ratio(FLAGS, each.relaxed(), each.strict(), Measured.ONE);
      double after = measured.ratio(FLAGS, each.relaxed(), each.strict(), Measured.ALL);
      grows.add(Places.of(FLAGS, each.relaxed(), after / before));
    }
    judge.places(
        "flags-grows",
        FLAG,
        "As the number of CUs increases, the benefits from using relaxed atomics increase",
        "time over that with drf0 on 15 units, over the same on one, below 1",
        grows,
        ratio -> ratio < 1);
    int nth = 0;
    for (Relaxation each : List.of(Relaxation.BOTH.getLast(), Relaxation.BOTH.getFirst())) {
      judge.less(
          "flags-15-" + each.relaxed(),
          FLAG,
          "For 15 CUs, less execution time for %s vs. %s".formatted(each.relaxed(), each.strict()),
          judge.published().percent("Flags", "15", nth++),
          measured.ratio(FLAGS, each.relaxed(), each.strict(), Measured.ALL));
    }
    judge.places(
        "flags-gpu-ahead",
        FLAG,
        "GPU coherence reduces execution time more than DeNovo because of the overhead of remote L1"
            + " ownership requests",
        "time of GPU coherence over DeNovo's with the same model on 2 to 15 units below 1",
        gpuAhead,
        ratio -> ratio < 1);
  }
}
