package dev.syncopate.study.paper.lab;

import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.ArrayList;
import java.util.List;

/** What the abstract, section I and the beginning of section V say. */
final class OverallClaims {
  private static final String ABSTRACT = "abstract, §V";
  private static final String INTRODUCTION = "§I, fig. 1";

  private final Judge judge;
  private final Measured measured;

  OverallClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    for (Quantity number : Quantity.values()) {
      judge.less(
          "mean-" + number.words(),
          ABSTRACT,
          "Across all non-infinite LAB sizes, on average LAB reduces "
              + (number == Quantity.TIME ? "execution time" : number.words()),
          judge.stated().at("/mean_reduction/" + number.words()),
          Judge.over(Judge.everything(), subject -> judge.mean(subject, number)));
    }
    shares();
    caches();
    judge.each(
        "small-is-enough",
        "§I",
        "Reconfiguring 8 KB or less of the SM's local SRAM into a LAB is often sufficient",
        "time with the best buffer over that with LAB 64, which is 8 KB, at least 0.95",
        Judge.everything(),
        subject ->
            (1 - judge.most(subject, Quantity.TIME))
                / measured.ratio(subject, Configuration.lab(64), Quantity.TIME),
        ratio -> ratio >= 1 - Judge.SIMILAR);
    judge.each(
        "serialises",
        "§III, §V",
        "Coalescing in the LAB saves serialisation at the L2: atomics are performed there less often",
        "L2 atomics with LAB 64 over the baseline's below 1 by more than 0.5%",
        Judge.everything(),
        subject ->
            measured.counter(subject, Configuration.lab(64), "l2.atomics")
                / measured.counter(subject, Configuration.BASE, "l2.atomics"),
        Judge::less);
  }

  private void shares() {
    judge
        .verdicts()
        .increase(
            "atgr-mean",
            INTRODUCTION,
            "Device-scoped atomics make up a significant fraction of global memory accesses",
            judge.stated().at("/atgr/mean"),
            Judge.over(Judge.everything(), this::threadsShare));
    for (Benchmark benchmark :
        List.of(
            Benchmark.PR,
            Benchmark.CCA,
            Benchmark.BC,
            Benchmark.SSSP,
            Benchmark.CLR,
            Benchmark.MIS)) {
      judge
          .verdicts()
          .increase(
              "atgr-" + benchmark,
              "§V-B, fig. 1",
              "Global atomics over global memory requests of " + benchmark,
              judge.stated().at("/atgr/" + benchmark),
              threadsShare(benchmark.name()));
    }
  }

  /** Of the readings that figure 1 shows the one that is said first in PTX: what threads access. */
  private double threadsShare(String subject) {
    return measured.atomicShare(subject, Measured.Requests.THREADS);
  }

  private void caches() {
    List<Case> cases = new ArrayList<>();
    for (Configuration cache : Configuration.CACHES) {
      for (String subject : Judge.everything()) {
        cases.add(
            new Case(subject + " " + cache.label(), measured.ratio(subject, cache, Quantity.TIME)));
      }
    }
    judge.cases(
        "caches",
        "§V",
        "The smaller and larger cache configurations show no appreciable change in performance",
        "time over the baseline's within 5% of 1",
        cases,
        Judge::similar);
  }
}
