package dev.syncopate.study.paper.lab;

import static dev.syncopate.study.paper.lab.Benchmark.AN;
import static dev.syncopate.study.paper.lab.Benchmark.BC;
import static dev.syncopate.study.paper.lab.Benchmark.CC;
import static dev.syncopate.study.paper.lab.Benchmark.CCA;
import static dev.syncopate.study.paper.lab.Benchmark.CLR;
import static dev.syncopate.study.paper.lab.Benchmark.H;
import static dev.syncopate.study.paper.lab.Benchmark.HS;
import static dev.syncopate.study.paper.lab.Benchmark.MIS;
import static dev.syncopate.study.paper.lab.Benchmark.PR;
import static dev.syncopate.study.paper.lab.Benchmark.SN;
import static dev.syncopate.study.paper.lab.Benchmark.SSSP;
import static dev.syncopate.study.paper.lab.Benchmark.VGG;

import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;

/** What sections V-D and V-E say of hLRC and PHI. */
final class RivalClaims {
  private static final String HLRC = "§V-D";
  private static final String PHI = "§V-E";

  /** The buffer that the rivals are compared with. */
  private static final Configuration LAB = Configuration.lab(64);

  private static final double LAZY = 0.06;

  private final Judge judge;
  private final Measured measured;

  RivalClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    hlrc();
    phi();
    lazy();
  }

  private static List<String> without(Benchmark... benchmarks) {
    List<String> names = new ArrayList<>(Judge.everything());
    names.removeAll(Judge.names(benchmarks));
    return names;
  }

  private double reduction(Configuration configuration, List<String> subjects, Quantity number) {
    return Judge.over(subjects, subject -> 1 - measured.ratio(subject, configuration, number));
  }

  private void hlrc() {
    for (Quantity number : Quantity.values()) {
      String words = number.words();
      judge
          .verdicts()
          .increase(
              "hlrc-" + words,
              HLRC,
              "Compared to the baseline hLRC increases " + words + " on average",
              -judge.stated().at("/hLRC_vs_baseline/" + words),
              -reduction(Configuration.HLRC, Judge.everything(), number));
      String member = number == Quantity.TIME ? "time_without_CCA_and_H" : words + "_without";
      judge.less(
          "hlrc-" + words + "-without",
          HLRC,
          "Without CCA and Histogram it reduces " + words,
          judge.stated().at("/hLRC_vs_baseline/" + member),
          reduction(Configuration.HLRC, without(CCA, H), number));
    }
    judge.each(
        "hlrc-contended",
        HLRC,
        "hLRC performs poorly for CCA, MIS, PR and Histogram, which have high contention for atomics",
        "hLRC's time over the baseline's above 1 by more than 0.5%",
        Judge.names(CCA, MIS, PR, H),
        subject -> measured.ratio(subject, Configuration.HLRC, Quantity.TIME),
        Judge::more);
    judge.each(
        "hlrc-training",
        HLRC,
        "hLRC provides similar performance to LAB for ML workloads, especially for small LAB sizes",
        "hLRC's time over that with LAB 8 within 5% of 1",
        Judge.names(Benchmark.NETWORKS),
        subject ->
            measured.time(subject, Configuration.HLRC)
                / measured.time(subject, Configuration.lab(8)),
        Judge::similar);
    judge.each(
        "lab-over-hlrc",
        HLRC,
        "LAB outperforms hLRC by enabling multiple SMs to update local copies",
        "time with LAB 64 over hLRC's below 1 by more than 0.5%",
        Judge.everything(),
        subject -> measured.time(subject, LAB) / measured.time(subject, Configuration.HLRC),
        Judge::less);
  }

  private void phi() {
    for (Quantity number : Quantity.values()) {
      String words = number.words();
      judge.less(
          "phi-" + words,
          PHI,
          "LAB 64 has less " + words + " than PHI on average",
          judge.stated().at("/LAB64_vs_PHI/" + words),
          1
              - Judge.over(
                  Judge.everything(),
                  subject ->
                      measured.ratio(subject, LAB, number)
                          / measured.ratio(subject, Configuration.PHI, number)));
    }
    judge.cases(
        "phi-second",
        PHI,
        "PHI outperforms hLRC and the baseline overall",
        "PHI's time over the other's, the mean over all benchmarks, below 1 by more than 0.5%",
        List.of(
            new Case(
                "baseline", 1 - reduction(Configuration.PHI, Judge.everything(), Quantity.TIME)),
            new Case(
                Configuration.HLRC.label(),
                Judge.over(
                    Judge.everything(),
                    subject ->
                        measured.time(subject, Configuration.PHI)
                            / measured.time(subject, Configuration.HLRC)))),
        Judge::less);
    overHlrc(
        "phi-hlrc",
        "Not suffering from remote invalidations helps PHI outperform hLRC for H, PR, CCA, SSSP, CLR and"
            + " MIS",
        Judge.names(H, PR, CCA, SSSP, CLR, MIS),
        "below 1 by more than 0.5%",
        Judge::less);
    List<String> better = new ArrayList<>(Judge.names(CC));
    better.addAll(Judge.names(Benchmark.NETWORKS));
    overHlrc(
        "hlrc-phi",
        "However, hLRC outperforms PHI for CC and ML workloads",
        better,
        "above 1 by more than 0.5%",
        Judge::more);
    judge.each(
        "phi-most",
        PHI,
        "For the histograms, AN, CCA and SSSP, PHI provides most or all of LAB's benefits",
        "what PHI saves of the time, over what LAB 64 saves, at least 0.5 (1 where LAB saves nothing)",
        Judge.names(H, HS, AN, CCA, SSSP),
        this::shareOfPhi,
        share -> share >= 0.5);
    judge.each(
        "phi-bc",
        PHI,
        "PHI outperforms LAB for BC by better leveraging BC's limited locality across atomics",
        "PHI's time over that with LAB 64 below 1 by more than 0.5%",
        Judge.names(BC),
        this::overLab,
        Judge::less);
    judge.each(
        "phi-large",
        PHI,
        "PHI cannot provide all of LAB's benefits in applications with large working sets",
        "PHI's time over that with LAB 64 above 1 by more than 0.5%",
        Judge.names(CC, CLR, MIS, SN, VGG),
        this::overLab,
        Judge::more);
    judge.each(
        "phi-stalls",
        PHI,
        "PHI increases L1 cache stalls due to increased L1 contention",
        "cycles in which an L1 stalled because no MSHR was free, PHI's less the baseline's, over the"
            + " baseline's time on 80 units, above 0",
        Judge.names(CC, CLR, MIS, SN, VGG),
        subject ->
            (measured.counter(subject, Configuration.PHI, "l1.stall.mshrs")
                    - measured.counter(subject, Configuration.BASE, "l1.stall.mshrs"))
                / (80 * measured.time(subject, Configuration.BASE)),
        more -> more > 0);
  }

  private void lazy() {
    judge.each(
        "phi-lazy",
        "§IV-B",
        "PHI with a lazy fetch on read has a 6% difference but did not affect the takeaways",
        "its time over PHI's within 6% of 1",
        Judge.everything(),
        subject ->
            measured.time(subject, Configuration.LAZY_PHI)
                / measured.time(subject, Configuration.PHI),
        ratio -> Math.abs(ratio - 1) <= LAZY);
  }

  private double overLab(String subject) {
    return measured.time(subject, Configuration.PHI) / measured.time(subject, LAB);
  }

  private double shareOfPhi(String subject) {
    double lab = 1 - measured.ratio(subject, LAB, Quantity.TIME);
    double phi = 1 - measured.ratio(subject, Configuration.PHI, Quantity.TIME);
    return lab <= 0 ? 1 : phi / lab;
  }

  private void overHlrc(
      String id, String statement, List<String> subjects, String side, DoublePredicate holds) {
    judge.each(
        id,
        PHI,
        statement,
        "PHI's time over hLRC's " + side,
        subjects,
        subject ->
            measured.time(subject, Configuration.PHI) / measured.time(subject, Configuration.HLRC),
        holds);
  }
}
