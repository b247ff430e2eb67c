package dev.syncopate.study.figure;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Means over what was measured: NaN is left out, and of nothing the mean is NaN. */
public final class Means {
  private Means() {}

  /** For ratios: the mean of inverses is the inverse of the mean. */
  public static double geometric(List<Double> values) {
    return Math.exp(mean(values, Math::log));
  }

  /** The sum over the number. */
  public static double arithmetic(List<Double> values) {
    return mean(values, DoubleUnaryOperator.identity());
  }

  private static double mean(List<Double> values, DoubleUnaryOperator transform) {
    return values.stream()
        .filter(value -> !value.isNaN())
        .mapToDouble(transform::applyAsDouble)
        .average()
        .orElse(Double.NaN);
  }
}
