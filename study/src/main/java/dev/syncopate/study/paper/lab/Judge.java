package dev.syncopate.study.paper.lab;

import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.paper.Case;
import dev.syncopate.study.paper.Verdicts;
import dev.syncopate.study.paper.lab.Measured.Quantity;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.ToDoubleFunction;

/**
 * Judges statements by what came out.
 *
 * @param stated the numbers that the paper states
 * @param sizes lines of the buffers that figures 8 and 9 are about
 */
record Judge(Measured measured, Verdicts verdicts, Stated stated, List<Integer> sizes) {
  /** Ratios this near to 1 are "similar", "no appreciable change", "minimal". */
  static final double SIMILAR = 0.05;

  Judge {
    sizes = List.copyOf(sizes);
  }

  static List<String> names(Benchmark... benchmarks) {
    return Arrays.stream(benchmarks).map(Benchmark::name).toList();
  }

  static List<String> names(List<Benchmark> benchmarks) {
    return benchmarks.stream().map(Benchmark::name).toList();
  }

  static List<String> everything() {
    return names(Benchmark.values());
  }

  /** More than the other, not by so little that it says nothing. */
  static boolean more(double ratio) {
    return ratio > 1 + Criterion.NEGLIGIBLE;
  }

  static boolean less(double ratio) {
    return ratio < 1 - Criterion.NEGLIGIBLE;
  }

  static boolean similar(double ratio) {
    return Math.abs(ratio - 1) <= SIMILAR;
  }

  /** The mean over buffers with an end of what a number loses. */
  double mean(String subject, Quantity number) {
    return measured.reduction(subject, Configuration.labs(), number);
  }

  /** The most that a buffer takes away, the unlimited one among them. */
  double most(String subject, Quantity number) {
    return Math.max(
        measured.mostReduction(subject, Configuration.labs(), number),
        1 - measured.ratio(subject, Configuration.UNLIMITED_LAB, number));
  }

  /** The arithmetic mean over subjects, those left out that were not measured. */
  static double over(List<String> subjects, ToDoubleFunction<String> of) {
    return Means.arithmetic(subjects.stream().map(of::applyAsDouble).toList());
  }

  /** A stated reduction. */
  void less(String id, String source, String statement, double published, double reduction) {
    verdicts.reduction(id, source, statement, published, reduction);
  }

  /** A statement about each of several subjects. */
  void each(
      String id,
      String source,
      String statement,
      String criterion,
      List<String> subjects,
      ToDoubleFunction<String> of,
      DoublePredicate holds) {
    verdicts.places(
        id,
        source,
        statement,
        criterion,
        subjects.stream().map(subject -> new Case(subject, of.applyAsDouble(subject))).toList(),
        holds);
  }

  /** A statement about cases that were looked at one by one. */
  void cases(
      String id,
      String source,
      String statement,
      String criterion,
      List<Case> cases,
      DoublePredicate holds) {
    verdicts.places(id, source, statement, criterion, cases, holds);
  }
}
