package dev.syncopate.ptx.alu.conversion;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import dev.syncopate.ptx.alu.Rounding;
import org.jspecify.annotations.Nullable;

/**
 * {@code cvt} between pairs of 8-bit floating-point numbers and pairs of wider ones (PTX ISA, "Data
 * Movement and Conversion Instructions: cvt"): {@code .e4m3x2}, {@code .e5m2x2} from {@code .f32}
 * twice, {@code .f16x2} or {@code .bf16x2}, to {@code .f16x2}.
 */
public final class EightBitFloats {
  private static final long SIGN = 0x80;
  private static final long BYTE = 0xff;
  private static final long NAN = 0x7f;

  private EightBitFloats() {}

  /**
   * A format of 8 bits. One without infinities uses the largest exponent for numbers too.
   *
   * @param fraction bits of the fraction
   * @param minExponent of a normal number
   * @param largest the largest finite number's bits
   */
  private record Format(int fraction, int minExponent, long largest) {
    /** The bits of the nearest number, ties to even; beyond the largest one, the largest one. */
    long encode(double value) {
      if (Double.isNaN(value)) {
        return NAN;
      }
      long sign = Double.doubleToRawLongBits(value) < 0 ? SIGN : 0;
      double magnitude = Math.abs(value);
      if (magnitude >= 0x1p32) {
        return sign | largest;
      }
      int exponent = Math.max(Math.getExponent(magnitude), minExponent);
      // The implicit one of a normal number carries into the exponent field.
      long units = (long) Math.rint(Math.scalb(magnitude, fraction - exponent));
      long bits = ((long) (exponent - minExponent) << fraction) + units;
      return sign | Math.min(bits, largest);
    }

    /** The number of some bits. */
    double decode(long bits) {
      long magnitude = bits & ~SIGN & BYTE;
      double value;
      if (magnitude > largest) {
        boolean infinite = magnitude == largest + 1 && magnitude != NAN;
        value = infinite ? Double.POSITIVE_INFINITY : Double.NaN;
      } else {
        long field = magnitude >>> fraction;
        long units = (magnitude & ((1L << fraction) - 1)) | (field == 0 ? 0 : 1L << fraction);
        value = Math.scalb((double) units, (int) Math.max(field - 1, 0) + minExponent - fraction);
      }
      return (bits & SIGN) == 0 ? value : -value;
    }
  }

  private static final Format E4M3 = new Format(3, -6, 0x7e);
  private static final Format E5M2 = new Format(2, -14, 0x7b);

  /** The number of the low eight bits, in format E4M3. */
  public static double e4m3(long bits) {
    return E4M3.decode(bits & BYTE);
  }

  /** The number of the low eight bits, in format E5M2. */
  public static double e5m2(long bits) {
    return E5M2.decode(bits & BYTE);
  }

  /** The conversion, or null if there is none of the name or none of its types has 8 bits. */
  public static @Nullable LaneFunction build(Mnemonic m) {
    String name = m.oneOf("e4m3x2", "e5m2x2");
    if (name.isEmpty() || m.types.size() != 1 || !m.has("rn")) {
      return null;
    }
    Format format = name.equals("e4m3x2") ? E4M3 : E5M2;
    boolean rectify = m.has("relu");
    AluType wide = m.type();
    FloatFormat half = wide.lanes() == 2 ? wide.format() : null;
    if (half != null && m.text.indexOf(name) > m.text.indexOf("f16x2")) {
      boolean supported = half == FloatFormat.F16 && m.only("rn", "relu", name);
      return supported ? widening(m, format, rectify) : null;
    }
    if (!m.has("satfinite") || !m.only("rn", "satfinite", "relu", name)) {
      return null;
    }
    if (half != null) {
      return new PlainFunction(
          m.text,
          1,
          Cost.SPECIAL,
          (a, b, c) ->
              (narrow(format, half.decode(a >>> 16), rectify) << 8)
                  | narrow(format, half.decode(a), rectify));
    }
    return wide.isFloat(32)
        ? new PlainFunction(
            m.text,
            2,
            Cost.SPECIAL,
            (a, b, c) ->
                (narrow(format, FloatFormat.F32.decode(a), rectify) << 8)
                    | narrow(format, FloatFormat.F32.decode(b), rectify))
        : null;
  }

  private static long narrow(Format format, double value, boolean rectify) {
    long bits = format.encode(value);
    return rectify && (bits & SIGN) != 0 ? 0 : bits;
  }

  private static LaneFunction widening(Mnemonic m, Format format, boolean rectify) {
    return new PlainFunction(
        m.text,
        1,
        Cost.SPECIAL,
        (a, b, c) ->
            (widen(format, (a >>> 8) & BYTE, rectify) << 16) | widen(format, a & BYTE, rectify));
  }

  private static long widen(Format format, long bits, boolean rectify) {
    long half = FloatFormat.F16.encode(format.decode(bits), Rounding.NEAREST_EVEN);
    return rectify ? FloatFormat.F16.rectify(half) : half;
  }
}
