package dev.syncopate.workload.host;

import dev.syncopate.workload.suite.Outcome;
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
public record Comparison(boolean equal, String message) {
  /** What a workload reports of this. */
  public Outcome outcome(Map<String, Long> figures) {
    return equal ? Outcome.right(message, figures) : Outcome.wrong(message, figures);
  }

  /** The same, with this message if nothing differs. */
  public Comparison saying(String right) {
    return equal ? new Comparison(true, right) : this;
  }

  /** Both, if this one finds no difference; else this one. */
  public Comparison and(Comparison other) {
    return equal ? new Comparison(other.equal, joined(other)) : this;
  }

  private String joined(Comparison other) {
    return other.equal ? message + "; " + other.message : other.message;
  }

  /** An answer that cannot be right, whatever the reference says. */
  public static Comparison wrong(String message) {
    return new Comparison(false, message);
  }

  /** Integers, shown as unsigned. */
  public static Comparison unsigned(String name, int[] found, int[] expected) {
    Counter counter = new Counter(name, expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (found[i] != expected[i] && counter.isFirst()) {
        counter.first(i, Integer.toUnsignedString(found[i]), Integer.toUnsignedString(expected[i]));
      }
    }
    return counter.comparison("equal");
  }

  /** Integers with signs. */
  public static Comparison signed(String name, int[] found, int[] expected) {
    Counter counter = new Counter(name, expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (found[i] != expected[i] && counter.isFirst()) {
        counter.first(i, Integer.toString(found[i]), Integer.toString(expected[i]));
      }
    }
    return counter.comparison("equal");
  }

  /** Floats that must agree to the last bit. */
  public static Comparison exact(String name, float[] found, float[] expected) {
    Counter counter = new Counter(name, expected.length);
    for (int i = 0; i < expected.length; i++) {
      if (Float.floatToRawIntBits(found[i]) != Float.floatToRawIntBits(expected[i])
          && counter.isFirst()) {
        counter.first(i, Float.toString(found[i]), Float.toString(expected[i]));
      }
    }
    return counter.comparison("equal to the last bit");
  }

  /**
   * Floats against doubles.
   *
   * @param bound largest difference allowed for each element, relative to the expected value
   */
  public static Comparison within(String name, float[] found, double[] expected, double[] bound) {
    double[] wide = new double[found.length];
    Arrays.setAll(wide, i -> found[i]);
    return within(name, wide, expected, bound, i -> Float.toString(found[i]));
  }

  /**
   * Doubles against others.
   *
   * @param bound largest difference allowed for each element, relative to the expected value
   */
  public static Comparison within(String name, double[] found, double[] expected, double[] bound) {
    return within(name, found, expected, bound, i -> Double.toString(found[i]));
  }

  /**
   * @param shown what an element is for people, in the digits of its own type
   */
  private static Comparison within(
      String name, double[] found, double[] expected, double[] bound, IntFunction<String> shown) {
    Counter counter = new Counter(name, expected.length);
    double worst = 0;
    for (int i = 0; i < expected.length; i++) {
      double error = Math.abs(found[i] - expected[i]) / Math.abs(expected[i]);
      if (error <= bound[i]) {
        worst = Math.max(worst, error);
      } else if (found[i] != expected[i] && counter.isFirst()) {
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
  public static Comparison near(String name, float[] found, double[] expected, double[] bound) {
    Counter counter = new Counter(name, expected.length);
    double worst = 0;
    for (int i = 0; i < expected.length; i++) {
      double error = Math.abs(found[i] - expected[i]);
      if (error <= bound[i]) {
        worst = error == 0 ? worst : Math.max(worst, error / bound[i]);
      } else if (counter.isFirst()) {
        counter.first(
            i,
            Float.toString(found[i]),
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

    void first(int index, String found, String expected) {
      first = "%s[%d]: found %s, expected %s".formatted(name, index, found, expected);
    }

    Comparison comparison(String how) {
      return different == 0
          ? new Comparison(
              true,
              String.format(
                  Locale.ROOT, "%,d of %,d elements of %s %s", elements, elements, name, how))
          : new Comparison(
              false,
              String.format(
                  Locale.ROOT, "%s; %,d of %,d elements differ", first, different, elements));
    }
  }
}
