package dev.syncopate.study.paper.lab;

import static dev.syncopate.study.paper.lab.PlainCode.BACKPROP;
import static dev.syncopate.study.paper.lab.PlainCode.BFS;
import static dev.syncopate.study.paper.lab.PlainCode.BPLUSTREE;
import static dev.syncopate.study.paper.lab.PlainCode.DWT2D;
import static dev.syncopate.study.paper.lab.PlainCode.GAUSSIAN;
import static dev.syncopate.study.paper.lab.PlainCode.HUFFMAN;
import static dev.syncopate.study.paper.lab.PlainCode.HYBRIDSORT;
import static dev.syncopate.study.paper.lab.PlainCode.LUD;
import static dev.syncopate.study.paper.lab.PlainCode.MUMMERGPU;
import static dev.syncopate.study.paper.lab.PlainCode.NN;
import static dev.syncopate.study.paper.lab.PlainCode.NW;
import static dev.syncopate.study.paper.lab.PlainCode.PARTICLEFILTER;
import static dev.syncopate.study.paper.lab.PlainCode.PATHFINDER;
import static dev.syncopate.study.paper.lab.PlainCode.SRAD;

import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;

/** What section V-F says of plain GPU codes. */
final class PlainClaims {
  private static final String SOURCE = "§V-F, fig. 10";
  private static final String PHIS = "PHI's time over the baseline's ";
  private static final double ALIKE = 0.012;

  private final Judge judge;
  private final Measured measured;

  PlainClaims(Judge judge) {
    this.judge = judge;
    measured = judge.measured();
  }

  void add() {
    List<String> atomics = PlainCode.names(HUFFMAN, HYBRIDSORT);
    judge.less(
        "plain-phi-atomics",
        SOURCE,
        "Since Huffman and HybridSort perform histograms, PHI improves performance",
        judge.stated().at("/traditional_gpgpu/huffman_hybridsort/PHI"),
        Judge.over(atomics, subject -> 1 - phi(subject)));
    judge.less(
        "plain-lab-atomics",
        SOURCE,
        "and so does LAB",
        judge.stated().at("/traditional_gpgpu/huffman_hybridsort/LAB"),
        Judge.over(
            atomics, subject -> 1 - measured.ratio(subject, Configuration.lab(64), Quantity.TIME)));
    judge.each(
        "plain-hlrc-atomics",
        SOURCE,
        "while hLRC again suffers from inter-SM contention",
        "hLRC's time over the baseline's above 1 by more than 0.5%",
        atomics,
        this::hlrc,
        Judge::more);
    judge.each(
        "plain-hlrc",
        SOURCE,
        "Since the other applications do not use atomics, hLRC performs similar to the baseline",
        "hLRC's time over the baseline's within 1.2% of 1",
        others(),
        this::hlrc,
        ratio -> Math.abs(ratio - 1) <= ALIKE);
    phi(
        "plain-phi-worse",
        "PHI increases contention between reads and writes, hurting Backprop, BFS, DWT2D, MummerGPU and SRAD",
        "above 1 by more than 0.5%",
        Judge::more,
        BACKPROP,
        BFS,
        DWT2D,
        MUMMERGPU,
        SRAD);
    phi(
        "plain-phi-slightly",
        "PHI also performs worse for NW, NN, pathfinder and particlefilter, though the degradation is smaller",
        "above 1 by more than 0.5% and below 1.14",
        ratio -> Judge.more(ratio) && ratio < 1 - judge.stated().at("/traditional_gpgpu/PHI"),
        NW,
        NN,
        PATHFINDER,
        PARTICLEFILTER);
    phi(
        "plain-phi-better",
        "PHI does better for LUD, gaussian and b+tree, which have write locality",
        "below 1 by more than 0.5%",
        Judge::less,
        LUD,
        GAUSSIAN,
        BPLUSTREE);
    judge
        .verdicts()
        .increase(
            "plain-phi-mean",
            SOURCE,
            "Overall, on average PHI is worse than the baseline",
            -judge.stated().at("/traditional_gpgpu/PHI"),
            Judge.over(all(), this::phi) - 1);
    judge.less(
        "plain-lab-mean",
        SOURCE,
        "and LAB is better than the baseline",
        judge.stated().at("/traditional_gpgpu/LAB"),
        1
            - Judge.over(
                all(),
                subject -> measured.ratio(subject, PlainCode.named(subject).lab(), Quantity.TIME)));
  }

  private static List<String> all() {
    return PlainCode.names(PlainCode.values());
  }

  private static List<String> others() {
    return Arrays.stream(PlainCode.values())
        .filter(code -> !code.hasAtomics())
        .map(PlainCode::workload)
        .toList();
  }

  private double phi(String subject) {
    return measured.ratio(subject, Configuration.PHI, Quantity.TIME);
  }

  private double hlrc(String subject) {
    return measured.ratio(subject, Configuration.HLRC, Quantity.TIME);
  }

  private void phi(
      String id, String statement, String side, DoublePredicate holds, PlainCode... codes) {
    judge.each(id, SOURCE, statement, PHIS + side, PlainCode.names(codes), this::phi, holds);
  }
}
