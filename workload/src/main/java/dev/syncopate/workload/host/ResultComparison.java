package dev.syncopate.workload.host;

import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A device's answer against the reference's, element by element.
 *
 * @param equal whether nothing differs
 * @param message how many were compared, or the first difference and how many there are
 */
public record ResultComparison(boolean equal, String message) {
  /** What a workload reports of this. */
  public WorkloadOutcome outcome(Map<String, Long> figures) {
    return equal
        ? WorkloadOutcome.right(message, figures)
        : WorkloadOutcome.wrong(message, figures);
  }

  /** The same, with this message if nothing differs. */
  public ResultComparison saying(String right) {
    return equal ? new ResultComparison(true, right) : this;
  }

  /** Both, if this one finds no difference; else this one. */
  public ResultComparison and(ResultComparison second) {
    return equal ? new ResultComparison(second.equal, joined(second)) : this;
  }

  private String joined(ResultComparison second) {
    return second.equal ? message + "; " + second.message : second.message;
  }

  /** An answer that is wrong for every reference. */
  public static ResultComparison wrong(String message) {
    return new ResultComparison(false, message);
  }

  /** Integers, shown as unsigned. */
  public static ResultComparison unsigned(String name, int[] actual, int[] expected) {
    Counter counter = new Counter(name, expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (actual[i] != expected[i] && counter.isFirst()) {
        counter.first(
            i, Integer.toUnsignedString(actual[i]), Integer.toUnsignedString(expected[i]));
      }
    }
    return counter.comparison("equal");
  }

  /** Integers with signs. */
  public static ResultComparison signed(String name, int[] actual, int[] expected) {
    Counter counter = new Counter(name, expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (actual[i] != expected[i] && counter.isFirst()) {
        counter.first(i, Integer.toString(actual[i]), Integer.toString(expected[i]));
      }
    }
    return counter.comparison("equal");
  }

  /** Floats that must agree to the last bit. */
  public static ResultComparison exact(String name, float[] actual, float[] expected) {
    Counter counter = new Counter(name, expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (Float.floatToRawIntBits(actual[i]) != Float.floatToRawIntBits(expected[i])
          && counter.isFirst()) {
        counter.first(i, Float.toString(actual[i]), Float.toString(expected[i]));
      }
    }
    return counter.comparison("equal to the last bit");
  }

  /**
   * Floats against doubles.
   *
   * @param bound largest difference allowed for each element, relative to the expected value
   */
  public static ResultComparison within(
      String name, float[] actual, double[] expected, double[] bound) {
    double[] wide = new double[actual.length];
    Arrays.setAll(wide, i -> actual[i]);
    return within(name, wide, expected, bound, i -> Float.toString(actual[i]));
  }

  /**
   * Doubles against others.
   *
   * @param bound largest difference allowed for each element, relative to the expected value
   */
  public static ResultComparison within(
      String name, double[] actual, double[] expected, double[] bound) {
    return within(name, actual, expected, bound, i -> Double.toString(actual[i]));
  }

  /**
   * @param shown what an element is for people, in the digits of its type
   */
  private static ResultComparison within(
      String name, double[] actual, double[] expected, double[] bound, IntFunction<String> shown) {
    Counter counter = new Counter(name, expected.length);
    double worst = 0;
    for (int i = 0; i < expected.length; i++) {
      double error = Math.abs(actual[i] - expected[i]) / Math.abs(expected[i]);
      if (error <= bound[i]) {
        worst = Math.max(worst, error);
      } else if (actual[i] != expected[i] && counter.isFirst()) {
        counter.first(
            i,
            shown.apply(i),
            String.format(Locale.ROOT, "%s within a relative %.2e", expected[i], bound[i]));
      }
    }
    return counter.comparison(
        String.format(Locale.ROOT, "within rounding, the worst off by a relative %.2e", worst));
  }

  /**
   * Floats against doubles.
   *
   * @param bound largest absolute difference allowed for each element
   */
  public static ResultComparison near(
      String name, float[] actual, double[] expected, double[] bound) {
    Counter counter = new Counter(name, expected.length);
    double worst = 0;
    for (int i = 0; i < expected.length; i++) {
      double error = Math.abs(actual[i] - expected[i]);
      if (error <= bound[i]) {
        worst = error == 0 ? worst : Math.max(worst, error / bound[i]);
      } else if (counter.isFirst()) {
        counter.first(
            i,
            Float.toString(actual[i]),
            String.format(Locale.ROOT, "%s within %.2e", expected[i], bound[i]));
      }
    }
    return counter.comparison(
        String.format(Locale.ROOT, "within rounding, the worst off by %.2f of its bound", worst));
  }

  private static final class Counter {
    private final String name;
    private final int elements;
    private int different;
    private String first = "";

    Counter(String name, int elements) {
      this.name = name;
      this.elements = elements;
    }

    /** Counts a difference; whether it is the first, which is the only one that is described. */
    boolean isFirst() {
      return different++ == 0;
    }

    void first(int index, String actual, String expected) {
      first = "%s[%d]: found %s, expected %s".formatted(name, index, actual, expected);
    }

    ResultComparison comparison(String how) {
      return different == 0
          ? new ResultComparison(
              true,
              String.format(
                  Locale.ROOT, "%,d of %,d elements of %s %s", elements, elements, name, how))
          : new ResultComparison(
              false,
              String.format(
                  Locale.ROOT, "%s; %,d of %,d elements differ", first, different, elements));
    }
  }
}
