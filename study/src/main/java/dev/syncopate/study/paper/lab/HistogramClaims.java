package dev.syncopate.study.paper.lab;

import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.ArrayList;
import java.util.List;

/** What sections V-A and VI say of histograms and backward convolution. */
final class HistogramClaims {
  private static final String MICRO = "§V-A";
  private static final String DISCUSSION = "§VI";

  private final Judge judge;
  private final Measured measured;

  HistogramClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    histogram();
    shared();
    convolution();
    crossover();
  }

  private void histogram() {
    String subject = Benchmark.H.name();
    for (Quantity number : Quantity.values()) {
      judge.less(
          "h-" + number.words(),
          MICRO,
          "LAB significantly improves Histogram's " + number.words(),
          judge.stated().of("H", number.words()),
          judge.mean(subject, number));
    }
    List<Case> cases = new ArrayList<>();
    for (Configuration lab : Configuration.labs()) {
      cases.add(
          new Case(
              lab.label(),
              measured.time(subject, lab) / measured.time(subject, Configuration.lab(8))));
    }
    judge.cases(
        "h-fits",
        MICRO,
        "Since the array fits in a size 8 LAB, increasing LAB size does not help",
        "time over that with LAB 8 at least 0.95",
        cases,
        ratio -> ratio >= 1 - Judge.SIMILAR);
    judge.cases(
        "h-coalesces",
        MICRO,
        "The histogram completely fits in a size 8 LAB: LAB perfectly coalesces all partial updates",
        "lines that leave a LAB 8 before a flush, over its updates: 0",
        List.of(
            new Case(
                subject,
                (measured.counter(subject, Configuration.lab(8), "lab.evictions")
                        + measured.counter(subject, Configuration.lab(8), "lab.clashes"))
                    / measured.counter(subject, Configuration.lab(8), "lab.updates"))),
        share -> share == 0);
  }

  private void shared() {
    String subject = Benchmark.HS.name();
    judge.less(
        "hs-time",
        MICRO,
        "By performing most atomics in shared memory, Histogram Shared significantly reduces LAB's"
            + " benefits: 1% better performance",
        judge.stated().of("HS", "time"),
        judge.mean(subject, Quantity.TIME));
    judge.cases(
        "hs-minimal",
        MICRO,
        "with minimal differences in energy and interconnect traffic",
        "the mean over LAB sizes within 5% of the baseline's",
        List.of(
            new Case("energy", 1 - judge.mean(subject, Quantity.ENERGY)),
            new Case("traffic", 1 - judge.mean(subject, Quantity.TRAFFIC))),
        Judge::similar);
  }

  private void convolution() {
    String subject = Benchmark.BWC.name();
    for (Quantity number : Quantity.values()) {
      judge.less(
          "bwc-" + number.words(),
          MICRO,
          "LAB improves BWC's " + number.words() + " on average",
          judge.stated().of("BWC", number.words() + "_mean"),
          judge.mean(subject, number));
      judge.less(
          "bwc-" + number.words() + "-max",
          MICRO,
          "and at most",
          judge.stated().of("BWC", number.words() + "_max"),
          judge.most(subject, number));
    }
    judge.cases(
        "bwc-small",
        MICRO,
        "Even with smaller LAB sizes (e.g., LAB 64), BWC obtains significant improvements",
        "time with LAB 64 over the baseline's at most 0.9",
        List.of(new Case(subject, measured.ratio(subject, Configuration.lab(64), Quantity.TIME))),
        ratio -> ratio <= 0.9);
  }

  private void crossover() {
    String plain = Crossover.subject(Benchmark.H, Crossover.MOST);
    String shared = Crossover.subject(Benchmark.HS, Crossover.MOST);
    judge
        .verdicts()
        .speedupAtLeast(
            "crossover",
            DISCUSSION,
            "Histogram outperforms Histogram Shared by at least 3X for 8192 bins with LAB (LAB 256)",
            3,
            measured.time(shared, Configuration.BASE) / measured.time(plain, Crossover.LAB));
    judge.cases(
        "crossover-hurts",
        DISCUSSION,
        "Using more bins reduces how many TBs can run simultaneously, hurting Histogram Shared's"
            + " performance",
        "time with 8,192 bins over that with 256 above 1 by more than 0.5%",
        List.of(
            new Case(
                Benchmark.HS.name(),
                measured.time(shared, Configuration.BASE)
                    / measured.time(
                        Crossover.subject(Benchmark.HS, Crossover.BINS.getFirst()),
                        Configuration.BASE))),
        Judge::more);
  }
}
