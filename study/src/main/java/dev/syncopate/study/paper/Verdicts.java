package dev.syncopate.study.paper;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Criterion;
import dev.syncopate.study.paper.claim.Verdicts.Percentage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Collects claims of one paper, each judged by a {@link Criterion}. */
public final class Verdicts {
  private final List<Claim> claims = new ArrayList<>();
  private final List<Percentage> percentages = new ArrayList<>();

  /** Reductions and increases, in the order in which they were added. */
  public List<Percentage> percentages() {
    return List.copyOf(percentages);
  }

  /** In the order in which they were added. */
  public List<Claim> claims() {
    return List.copyOf(claims);
  }

  /** A speedup that the paper states. */
  public void speedup(
      String id, String source, String statement, double published, double measured) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            Criterion.GAIN,
            times(published),
            times(measured),
            Criterion.gain(published - 1, measured - 1)));
  }

  /** A mean speedup, of which the paper does not say which mean it is. */
  public void meanSpeedup(
      String id,
      String source,
      String statement,
      double published,
      double geometric,
      double arithmetic) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            Criterion.GAIN + " (geometric mean)",
            times(published),
            times(geometric) + " geometric, " + times(arithmetic) + " arithmetic",
            Criterion.gain(published - 1, geometric - 1)));
  }

  /** A speedup of which the paper states a lower bound. */
  public void speedupAtLeast(
      String id, String source, String statement, double published, double measured) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            Criterion.AT_LEAST,
            "at least " + times(published),
            times(measured),
            Criterion.atLeast(published - 1, measured - 1)));
  }

  /** A reduction that the paper states, as fractions. */
  public void reduction(
      String id, String source, String statement, double published, double measured) {
    percentages.add(new Percentage(id, 100 * published, 100 * measured));
    claims.add(
        new Claim(
            id,
            source,
            statement,
            Criterion.REDUCTION,
            percent(published),
            percent(measured),
            Criterion.reduction(published, measured)));
  }

  /**
   * A statement about several cases.
   *
   * @param criterion what was counted
   * @param exceptions where it does not hold, for people
   * @param of how many cases were measured
   */
  public void share(
      String id,
      String source,
      String statement,
      String criterion,
      List<String> exceptions,
      int of) {
    claims.add(
        new Claim(
            id,
            source,
            statement,
            criterion + "; " + Criterion.SHARE,
            "-",
            of == 0
                ? "-"
                : "%d of %d%s"
                    .formatted(
                        of - exceptions.size(),
                        of,
                        exceptions.isEmpty() ? "" : ", not " + String.join(", ", exceptions)),
            Criterion.share(of - exceptions.size(), of)));
  }

  /**
   * A statement about several cases, of which only those that were measured count.
   *
   * @param criterion what {@code holds} asks
   */
  public void count(
      String id,
      String source,
      String statement,
      String criterion,
      List<String> cases,
      Predicate<String> holds,
      Predicate<String> measured) {
    List<String> there = cases.stream().filter(measured).toList();
    share(
        id,
        source,
        statement,
        criterion,
        there.stream().filter(holds.negate()).toList(),
        there.size());
  }

  /**
   * A statement about several places, of which only those that were measured count.
   *
   * @param criterion what {@code holds} asks, and of which number
   */
  public void places(
      String id,
      String source,
      String statement,
      String criterion,
      List<Case> cases,
      DoublePredicate holds) {
    List<Case> there = cases.stream().filter(each -> !Double.isNaN(each.value())).toList();
    List<Case> held = there.stream().filter(each -> holds.test(each.value())).toList();
    claims.add(
        new Claim(
            id,
            source,
            statement,
            criterion + "; " + Criterion.SHARE,
            "-",
            there.isEmpty() ? "-" : Case.words(there, held),
            Criterion.share(held.size(), there.size())));
  }

  /** An increase that the paper states, as fractions. */
  public void increase(
      String id, String source, String statement, double published, double measured) {
    percentages.add(new Percentage(id, 100 * published, 100 * measured));
    claims.add(
        new Claim(
            id,
            source,
            statement,
            "held: the increase is between half and twice the published one; partly: in the same"
                + " direction",
            percent(published),
            percent(measured),
            Criterion.gain(published, measured)));
  }

  /** A statement judged elsewhere. */
  public void add(Claim claim) {
    claims.add(claim);
  }

  /**
   * A statement with what was measured in each case, those that are missing left out: {@code Scopes
   * help (speed-up: A 1.204×, B 0.902×)}. Three digits, so that a case just below a limit does not
   * look as if it were on it.
   */
  public static String withEach(
      String statement, String measure, List<String> cases, ToDoubleFunction<String> of) {
    String values =
        cases.stream()
            .filter(name -> !Double.isNaN(of.applyAsDouble(name)))
            .map(name -> String.format(Locale.ROOT, "%s %.3f×", name, of.applyAsDouble(name)))
            .collect(Collectors.joining(", "));
    return values.isEmpty() ? statement : "%s (%s: %s)".formatted(statement, measure, values);
  }

  public static String times(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f×", value);
  }

  public static String percent(double fraction) {
    return Double.isNaN(fraction) ? "-" : String.format(Locale.ROOT, "%.0f%%", 100 * fraction);
  }

  /** The smallest value that was measured; NaN if none was. */
  public static double smallest(List<Double> values) {
    return values.stream()
        .filter(value -> !value.isNaN())
        .mapToDouble(Double::doubleValue)
        .min()
        .orElse(Double.NaN);
  }
}
