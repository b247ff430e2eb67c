package dev.syncopate.ptx.reference;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Reference for floating-point operations of kernels: sums of finite numbers, and conversions from
 * integers and to and from 8 bits. Each rounding searches the nearest number in exact arithmetic.
 */
final class FloatingPoint {
  private static final long HALF = 0xffff;
  private static final long EIGHT = 0xff;
  private static final long SIGN = 0x80;
  private static final List<BigDecimal> E4M3 = magnitudes(true);
  private static final List<BigDecimal> E5M2 = magnitudes(false);

  private FloatingPoint() {}

  /** The numbers of a format by their bits, without those that have a sign. */
  private static List<BigDecimal> magnitudes(boolean e4m3) {
    return LongStream.rangeClosed(0, largest(e4m3)).mapToObj(bits -> computed(e4m3, bits)).toList();
  }

  /** The f32 number of an exact one. */
  private static long bits(BigDecimal number) {
    return Integer.toUnsignedLong(Float.floatToRawIntBits(number.floatValue()));
  }

  private static BigDecimal finite(float number) {
    if (!Float.isFinite(number)) {
      throw new ReferenceException("arithmetic with " + number + " is not known");
    }
    return new BigDecimal(number);
  }

  /** {@code add.f32}. */
  static long sum(long a, long b) {
    return bits(finite(Float.intBitsToFloat((int) a)).add(finite(Float.intBitsToFloat((int) b))));
  }

  private static boolean isEight(String type) {
    return type.equals("e4m3x2") || type.equals("e5m2x2");
  }

  /** Whether a {@code cvt} is one of these. */
  static boolean isKnown(List<String> qualifiers) {
    if (qualifiers.size() < 3 || !qualifiers.getFirst().equals("rn")) {
      return false;
    }
    String targetType = qualifiers.get(qualifiers.size() - 2);
    String sourceType = qualifiers.getLast();
    return isEight(targetType)
        || isEight(sourceType)
        || (targetType.equals("f32") && sourceType.equals("u32"));
  }

  /** What such a conversion makes of a register. */
  static long convert(List<String> qualifiers, long value) {
    String targetType = qualifiers.get(qualifiers.size() - 2);
    String sourceType = qualifiers.getLast();
    boolean relu = qualifiers.contains("relu");
    if (targetType.equals("f32")) {
      return bits(BigDecimal.valueOf(value & 0xffff_ffffL));
    }
    if (isEight(sourceType)) {
      boolean e4m3 = sourceType.equals("e4m3x2");
      return half(e4m3, value >>> 8 & EIGHT, relu) << 16 | half(e4m3, value & EIGHT, relu);
    }
    boolean e4m3 = targetType.equals("e4m3x2");
    return eight(e4m3, number(sourceType, value >>> 16 & HALF), relu) << 8
        | eight(e4m3, number(sourceType, value & HALF), relu);
  }

  private static float number(String pair, long bits) {
    return switch (pair) {
      case "f16x2" -> Float.float16ToFloat((short) bits);
      case "bf16x2" -> Float.intBitsToFloat((int) bits << 16);
      default -> throw new ReferenceException("a conversion from ." + pair + " is not known");
    };
  }

  /** The number of 8 bits without their sign, if they are one: neither infinite nor a NaN. */
  private static BigDecimal magnitude(boolean e4m3, long bits) {
    return (e4m3 ? E4M3 : E5M2).get((int) bits);
  }

  private static BigDecimal computed(boolean e4m3, long bits) {
    int fraction = e4m3 ? 3 : 2;
    long field = bits >>> fraction;
    long part = bits & (1L << fraction) - 1;
    BigDecimal digits = BigDecimal.valueOf(field == 0 ? part : part + (1L << fraction));
    int exponent = (int) Math.max(field, 1) - (e4m3 ? 7 : 15) - fraction;
    return exponent < 0
        ? digits.divide(BigDecimal.TWO.pow(-exponent))
        : digits.multiply(BigDecimal.TWO.pow(exponent));
  }

  /** The largest number's bits. */
  private static long largest(boolean e4m3) {
    return e4m3 ? 0x7e : 0x7b;
  }

  /** The nearest number, of two the even one; the largest beyond it. */
  private static long eight(boolean e4m3, float number, boolean relu) {
    if (Float.isNaN(number)) {
      return 0x7f;
    }
    boolean negative = Float.floatToRawIntBits(number) < 0;
    if (negative && relu) {
      return 0;
    }
    long nearest = largest(e4m3);
    if (Float.isFinite(number)) {
      BigDecimal exact = new BigDecimal(number).abs();
      BigDecimal bestDistance = exact.subtract(magnitude(e4m3, nearest)).abs();
      for (long bits = nearest - 1; bits >= 0; bits--) {
        BigDecimal distance = exact.subtract(magnitude(e4m3, bits)).abs();
        int order = distance.compareTo(bestDistance);
        if (order < 0 || (order == 0 && bits % 2 == 0)) {
          nearest = bits;
          bestDistance = distance;
        }
      }
    }
    return negative ? nearest | SIGN : nearest;
  }

  /** 8 bits as an f16 number. */
  private static long half(boolean e4m3, long bits, boolean relu) {
    long magnitude = bits & ~SIGN;
    boolean negative = (bits & SIGN) != 0;
    long half;
    if (magnitude <= largest(e4m3)) {
      half = Float.floatToFloat16(magnitude(e4m3, magnitude).floatValue()) & HALF;
    } else if (!e4m3 && magnitude == 0x7c) {
      half = 0x7c00;
    } else {
      return 0x7fff;
    }
    return !negative ? half : relu ? 0 : half | 0x8000;
  }
}
