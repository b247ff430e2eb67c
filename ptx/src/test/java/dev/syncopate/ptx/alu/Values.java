package dev.syncopate.ptx.alu;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Operands to try: those at the edges of a type, and random ones from a seed that failures name.
 */
final class Values {
  static final long SEED = Long.getLong("syncopate.seed", 20_260_101L);

  private Values() {}

  static SplittableRandom random(String name) {
    return new SplittableRandom(SEED ^ name.hashCode());
  }

  static long mask(int bits) {
    return bits == 64 ? -1 : (1L << bits) - 1;
  }

  /** Small numbers, powers of two and their neighbours, both ends, patterns. */
  static long[] integers(int bits) {
    List<Long> values = new ArrayList<>();
    for (long v : new long[] {0, 1, 2, 3, 5, 10, 0x5555_5555_5555_5555L, 0x0123_4567_89ab_cdefL}) {
      values.add(v);
      values.add(-v);
      values.add(~v);
    }
    for (int k : new int[] {4, 5, 7, 8, 15, 16, 23, 24, 30, 31, 32, 33, 47, 62, 63}) {
      values.add((1L << k) - 1);
      values.add(1L << k);
      values.add((1L << k) + 1);
      values.add(-(1L << k));
    }
    return values.stream().mapToLong(v -> v & mask(bits)).distinct().toArray();
  }

  /**
   * Zeros, subnormals, ones, halves, the bounds of integers, both ends, infinities, NaNs of either
   * sign and kind.
   */
  static long[] floats(Ieee format) {
    List<Long> values = new ArrayList<>();
    for (double v :
        new double[] {
          0,
          0.1,
          0.25,
          0.49999999,
          0.5,
          0.75,
          1,
          1.00048828125,
          1.25,
          1.5,
          2,
          2.5,
          3,
          3.5,
          7.999,
          10,
          100.5,
          127,
          127.5,
          128,
          255,
          255.5,
          256,
          32767,
          32767.5,
          32768,
          65503,
          65504,
          65520,
          65535.5,
          65536,
          0x1p31,
          0x1.fffffep30,
          0x1.fffffffcp30,
          0x1.fffffffep31,
          0x1p32,
          0x1.fffffep62,
          0x1.fffffffffffffp62,
          0x1p63,
          0x1.fffffep63,
          0x1.fffffffffffffp63,
          0x1p64,
          0x1p126,
          0x1.8p126,
          0x1p-14,
          0x1.ff8p-15,
          0x1p-24,
          0x1.8p-25,
          0x1p-126,
          0x1.fffffep-127,
          0x1p-149,
          0x1p-130,
          0x1p-133,
          0x1p-1022,
          0x1p-1074,
          Double.MAX_VALUE,
          Float.MAX_VALUE,
          1e-20,
          1e20,
          Math.PI
        }) {
      long bits = format.round(v, java.math.RoundingMode.HALF_EVEN);
      values.add(bits);
      values.add(bits ^ format.sign());
    }
    long infinity = format.infinity();
    for (long magnitude :
        new long[] {
          1,
          2,
          3,
          format.one() + 1,
          format.one() - 1,
          format.minNormal() - 1,
          format.minNormal(),
          format.minNormal() + 1,
          infinity - 1,
          infinity,
          infinity + 1,
          format.sign() - 1
        }) {
      values.add(magnitude);
      values.add(magnitude | format.sign());
    }
    return values.stream().mapToLong(v -> v).distinct().toArray();
  }

  /** A random number of the format: half of the time any bits, else one of moderate size. */
  static long randomFloat(SplittableRandom random, Ieee format) {
    long bits = random.nextLong() & mask(format.width());
    if (random.nextBoolean()) {
      return bits;
    }
    long fraction = bits & (format.minNormal() - 1);
    long exponent = format.one() / format.minNormal() + random.nextInt(-12, 13);
    return (bits & format.sign()) | exponent * format.minNormal() | fraction;
  }
}
