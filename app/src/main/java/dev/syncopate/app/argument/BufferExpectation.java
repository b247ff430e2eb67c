package dev.syncopate.app.argument;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/** Expected contents of a buffer after a kernel. */
public sealed interface BufferExpectation {
  /** The elements that it is about. */
  BufferRegion region();

  /**
   * Whether it holds.
   *
   * @param buffer all bytes of the buffer
   * @return lines that say how it does not, each indented by two; empty if it does
   */
  String violation(byte[] buffer);

  /** Elements are these, bit for bit. */
  record Elements(BufferRegion region, byte[] expected) implements BufferExpectation {
    @Override
    public String violation(byte[] buffer) {
      return BufferDifference.describe(region.type(), region.of(buffer), expected, region.start());
    }
  }

  /** Aggregate of many elements. */
  enum Measure {
    SUM,
    MIN,
    MAX;

    /** Its name in the language. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Their sum, or the least or greatest of them, is a number; see {@link ExpectationParser}. */
  record Total(BufferRegion region, Measure measure, String number) implements BufferExpectation {
    /** Sums of reals depend on the order, which no kernel promises. */
    private static final double TOLERANCE = 1e-6;

    @Override
    public String violation(byte[] buffer) {
      ElementType type = region.type();
      byte[] bytes = region.of(buffer);
      ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      String got = type.isReal() ? real(view) : whole(view);
      return got.isEmpty()
          ? ""
          : "  %s got %s, expected %s\n".formatted(measure.word(), got, number);
    }

    private String whole(ByteBuffer view) {
      ElementType type = region.type();
      BigInteger result = type.whole(type.get(view, 0));
      for (int i = 1; i < region.count(); i++) {
        BigInteger next = type.whole(type.get(view, i));
        result =
            switch (measure) {
              case SUM -> result.add(next);
              case MIN -> result.min(next);
              case MAX -> result.max(next);
            };
      }
      return result.equals(new BigInteger(number)) ? "" : result.toString();
    }

    private String real(ByteBuffer view) {
      ElementType type = region.type();
      double result = type.real(type.get(view, 0));
      for (int i = 1; i < region.count(); i++) {
        double next = type.real(type.get(view, i));
        result =
            switch (measure) {
              case SUM -> result + next;
              case MIN -> Math.min(result, next);
              case MAX -> Math.max(result, next);
            };
      }
      double expected = Double.parseDouble(number);
      double tolerance = measure == Measure.SUM ? TOLERANCE * Math.max(1, Math.abs(expected)) : 0;
      return Math.abs(result - expected) <= tolerance ? "" : Double.toString(result);
    }
  }

  /** None is less than the one before it. */
  record Sorted(BufferRegion region) implements BufferExpectation {
    @Override
    public String violation(byte[] buffer) {
      ElementType type = region.type();
      ByteBuffer view = ByteBuffer.wrap(region.of(buffer)).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 1; i < region.count(); i++) {
        long previous = type.get(view, i - 1);
        long current = type.get(view, i);
        if (!type.atMost(previous, current)) {
          int position = region.start() + i;
          return "  not sorted: [%d] is %s, and [%d] is %s\n"
              .formatted(position - 1, type.format(previous), position, type.format(current));
        }
      }
      return "";
    }
  }

  /** They are these in any order. */
  record Permutation(BufferRegion region, byte[] expected) implements BufferExpectation {
    @Override
    public String violation(byte[] buffer) {
      long[] got = sorted(region.of(buffer));
      long[] sortedExpected = sorted(expected);
      int i = 0;
      while (i < got.length && got[i] == sortedExpected[i]) {
        i++;
      }
      if (i == got.length) {
        return "";
      }
      ElementType type = region.type();
      // The first that differ in order: the less of them is too often there, or too rarely.
      boolean extra = Long.compareUnsigned(got[i], sortedExpected[i]) < 0;
      long value = extra ? got[i] : sortedExpected[i];
      return "  %s is there %s, expected %s\n"
          .formatted(type.format(value), times(got, value), times(sortedExpected, value));
    }

    private long[] sorted(byte[] bytes) {
      ByteBuffer view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      long[] bits = new long[region.count()];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = region.type().get(view, i) ^ Long.MIN_VALUE; // so that they sort as unsigned
      }
      Arrays.sort(bits);
      for (int i = 0; i < bits.length; i++) {
        bits[i] ^= Long.MIN_VALUE;
      }
      return bits;
    }

    private static String times(long[] values, long value) {
      long count = Arrays.stream(values).filter(bits -> bits == value).count();
      return count == 1 ? "once" : count + " times";
    }
  }
}
