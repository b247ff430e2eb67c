package dev.syncopate.study.paper.lab;

import static dev.syncopate.study.paper.lab.Benchmark.AN;
import static dev.syncopate.study.paper.lab.Benchmark.RN;
import static dev.syncopate.study.paper.lab.Benchmark.SN;
import static dev.syncopate.study.paper.lab.Benchmark.TY;
import static dev.syncopate.study.paper.lab.Benchmark.VGG;

import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.List;

/** What sections V-A and V-C say of training neural networks. */
final class TrainingClaims {
  private static final String TRAINING = "§V-C";
  private static final String RESNET = "§V-A";

  private final Judge judge;
  private final Measured measured;

  TrainingClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    for (Quantity number : Quantity.values()) {
      String words = number.words();
      judge.less(
          "rn-" + words,
          RESNET,
          "On average LAB reduces the " + words + " of RN's kernels with atomics",
          judge.stated().of("RN", words),
          judge.mean(RN.name(), number));
      judge.less(
          "dnn-" + words,
          TRAINING,
          "On average across all DNN workloads LAB reduces " + words,
          judge.stated().of("DNN mean", words),
          Judge.over(Judge.names(AN, VGG, SN, TY, RN), subject -> judge.mean(subject, number)));
      judge.less(
          "an-ty-" + words,
          TRAINING,
          "On average LAB reduces " + words + " for AN and TY",
          judge.stated().of("AN+TY", words),
          Judge.over(Judge.names(AN, TY), subject -> judge.mean(subject, number)));
      judge.less(
          "vgg-" + words,
          TRAINING,
          "LAB reduces VGG's " + words + " on average",
          judge.stated().of("VGG", words + "_mean"),
          judge.mean(VGG.name(), number));
      judge.less(
          "vgg-" + words + "-max",
          TRAINING,
          "and at most",
          judge.stated().of("VGG", words + "_max"),
          judge.most(VGG.name(), number));
    }
    for (Benchmark benchmark : List.of(AN, SN)) {
      judge.less(
          benchmark + "-time",
          TRAINING,
          "LAB improves performance of " + benchmark + " on average",
          judge.stated().of(benchmark.name(), "time_mean"),
          judge.mean(benchmark.name(), Quantity.TIME));
    }
    comparisons();
  }

  private double time(Benchmark benchmark) {
    return 1 - judge.mean(benchmark.name(), Quantity.TIME);
  }

  /** 0 where no buffer saves anything. */
  private double shareOfSixteen(String subject) {
    double most = judge.most(subject, Quantity.TIME);
    double sixteen = 1 - measured.ratio(subject, Configuration.lab(16), Quantity.TIME);
    return most <= Criterion.NEGLIGIBLE ? 0 : sixteen / most;
  }

  private void comparisons() {
    judge.cases(
        "rn-larger",
        RESNET,
        "RN's benefits are larger than the full networks', as only kernels with atomics run",
        "RN's time over the baseline's, over that of the network, below 1 by more than 0.5%",
        Benchmark.NETWORKS.stream()
            .map(benchmark -> new Case(benchmark.name(), time(RN) / time(benchmark)))
            .toList(),
        Judge::less);
    judge.cases(
        "ty-an",
        TRAINING,
        "LAB improves TY's performance more than AN's",
        "TY's time over the baseline's, over AN's, below 1 by more than 0.5%",
        List.of(new Case("TY/AN", time(TY) / time(AN))),
        Judge::less);
    judge.cases(
        "deeper",
        TRAINING,
        "SN improves more than AN, but less than VGG, which has a larger batch size",
        "the first's time over the baseline's, over the second's, below 1 by more than 0.5%",
        List.of(new Case("SN/AN", time(SN) / time(AN)), new Case("VGG/SN", time(VGG) / time(SN))),
        Judge::less);
    judge.each(
        "sixteen",
        TRAINING,
        "A size 16 LAB provides the majority of the benefits",
        "what LAB 16 saves of the time, over the most that a LAB saves, above 0.5",
        Judge.names(VGG, SN),
        this::shareOfSixteen,
        share -> share > 0.5);
    judge.cases(
        "an-sizes",
        TRAINING,
        "AN is relatively unaffected by increasing LAB size",
        "time with LAB 256 over that with LAB 8 within 5% of 1",
        List.of(
            new Case(
                AN.name(),
                measured.time(AN.name(), Configuration.lab(256))
                    / measured.time(AN.name(), Configuration.lab(8)))),
        Judge::similar);
  }
}
