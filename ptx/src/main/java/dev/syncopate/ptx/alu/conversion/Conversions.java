package dev.syncopate.ptx.alu.conversion;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import dev.syncopate.ptx.alu.Rounding;
import dev.syncopate.ptx.alu.floating.DirectedDouble;
import dev.syncopate.ptx.alu.integer.DenseBits;
import dev.syncopate.ptx.alu.integer.IntegerFunctions;
import org.jspecify.annotations.Nullable;

/** {@code cvt} (PTX ISA, "Data Movement and Conversion Instructions: cvt"). */
public final class Conversions {
  private Conversions() {}

  public static @Nullable LaneFunction build(Mnemonic m) {
    if (m.types.size() != 2) {
      return EightBitFloats.build(m);
    }
    AluType targetType = m.type();
    AluType sourceType = m.source();
    FloatFormat target = targetType.format();
    FloatFormat source = sourceType.format();
    if (sourceType.lanes() > 1 || (target == null && !targetType.isArithmeticInteger())) {
      return null;
    }
    if (targetType.lanes() > 1) {
      return target != null && source == FloatFormat.F32 && targetType.bits() == 16
          ? pair(m, target)
          : null;
    }
    if (source == null) {
      if (!sourceType.isArithmeticInteger()) {
        return null;
      }
      return target == null
          ? integers(m, targetType, sourceType)
          : fromInteger(m, target, sourceType);
    }
    return target == null ? toInteger(m, targetType, source) : floats(m, target, source);
  }

  private static @Nullable LaneFunction integers(
      Mnemonic m, AluType targetType, AluType sourceType) {
    if (m.only()) {
      if (sourceType.isSigned() && targetType.bits() > sourceType.bits()) {
        return new DenseBits.SignExtend(m.text, sourceType, targetType);
      }
      return new DenseBits.Truncate(
          m.text, targetType.bits() < sourceType.bits() ? targetType : sourceType);
    }
    if (!m.only("sat")) {
      return null;
    }
    boolean unsigned64 = targetType.bits() == 64 && !targetType.isSigned();
    return new PlainFunction(
        m.text,
        1,
        Cost.INTEGER,
        (a, b, c) -> {
          long value = sourceType.extend(a);
          if (value < 0 && !sourceType.isSigned()) {
            // A u64 above every s64.
            return unsigned64
                ? value
                : targetType.isSigned() ? targetType.mask() >>> 1 : targetType.mask();
          }
          return unsigned64 ? Math.max(value, 0) : IntegerFunctions.clamp(value, targetType);
        });
  }

  private static @Nullable LaneFunction fromInteger(
      Mnemonic m, FloatFormat target, AluType sourceType) {
    if (!m.only("rn", "rz", "rm", "rp", "ftz", "sat")
        || m.oneOf("rn", "rz", "rm", "rp").isEmpty()
        || target == FloatFormat.TF32) {
      return null;
    }
    Rounding rounding = m.rounding();
    boolean saturate = m.has("sat");
    Cost cost = target == FloatFormat.F64 ? Cost.DOUBLE : Cost.SPECIAL;
    if (target == FloatFormat.F32
        && rounding == Rounding.NEAREST_EVEN
        && sourceType.bits() <= 32
        && !saturate) {
      return new PlainFunction(
          m.text,
          1,
          cost,
          (a, b, c) -> Float.floatToRawIntBits((float) sourceType.extend(a)) & 0xffff_ffffL);
    }
    return new PlainFunction(
        m.text,
        1,
        cost,
        (a, b, c) -> {
          long value = sourceType.extend(a);
          double upper = (sourceType.isSigned() ? value >> 32 : value >>> 32) * 0x1p32;
          double lower = value & 0xffff_ffffL;
          double sum = upper + lower;
          double error = FloatFormat.sumError(upper, lower, sum);
          long bits =
              target == FloatFormat.F64
                  ? Double.doubleToRawLongBits(
                      DirectedDouble.adjust(sum, (int) Math.signum(error), rounding))
                  : target.encode(sum, error, rounding);
          return saturate ? target.saturate(bits) : bits;
        });
  }

  private static @Nullable LaneFunction toInteger(
      Mnemonic m, AluType targetType, FloatFormat source) {
    String rounding = m.oneOf("rni", "rzi", "rmi", "rpi");
    if (!m.only("rni", "rzi", "rmi", "rpi", "ftz", "sat") || rounding.isEmpty()) {
      return null;
    }
    IntegerRounding round = integerRounding(rounding);
    boolean ftz = m.has("ftz") && source == FloatFormat.F32;
    // The manual's table of what becomes of a NaN.
    long nan =
        source == FloatFormat.F64 || targetType.bits() == 64 ? 1L << (targetType.bits() - 1) : 0;
    return new PlainFunction(
        m.text,
        1,
        source == FloatFormat.F64 ? Cost.DOUBLE : Cost.SPECIAL,
        (a, b, c) -> {
          long bits = ftz ? source.flush(a) : a;
          if (source.isNan(bits)) {
            return nan;
          }
          return clamp(round.apply(source.decode(bits)), targetType);
        });
  }

  /** The nearest number of the type, in register form. */
  private static long clamp(double value, AluType targetType) {
    if (targetType.isSigned()) {
      return IntegerFunctions.clamp((long) value, targetType);
    }
    if (targetType.bits() < 64) {
      return Math.max(0, Math.min((long) value, targetType.mask()));
    }
    if (value < 0x1p63) {
      return Math.max(0, (long) value);
    }
    return (long) (value - 0x1p63) ^ Long.MIN_VALUE;
  }

  /** Rounds to an integral number. */
  private interface IntegerRounding {
    double apply(double value);
  }

  private static IntegerRounding integerRounding(String name) {
    return switch (name) {
      case "rni" -> Math::rint;
      case "rmi" -> Math::floor;
      case "rpi" -> Math::ceil;
      default -> value -> value < 0 ? Math.ceil(value) : Math.floor(value);
    };
  }

  private static @Nullable LaneFunction floats(Mnemonic m, FloatFormat target, FloatFormat source) {
    String integral = m.oneOf("rni", "rzi", "rmi", "rpi");
    if (source == FloatFormat.TF32
        || !m.only(
            "rn",
            "rz",
            "rm",
            "rp",
            "rna",
            "rni",
            "rzi",
            "rmi",
            "rpi",
            "ftz",
            "sat",
            "satfinite",
            "relu")) {
      return null;
    }
    boolean widens = target.width > source.width && target != FloatFormat.TF32;
    boolean rounded = !m.oneOf("rn", "rz", "rm", "rp", "rna").isEmpty();
    if (target == source) {
      if (rounded) {
        return null;
      }
    } else if (!integral.isEmpty() || !(widens || rounded)) {
      return null;
    }
    Narrowing narrowing = new Narrowing(m, target);
    IntegerRounding round = integral.isEmpty() ? value -> value : integerRounding(integral);
    boolean ftz = m.has("ftz");
    return new PlainFunction(
        m.text,
        1,
        source == FloatFormat.F64 || target == FloatFormat.F64 ? Cost.DOUBLE : Cost.SPECIAL,
        (a, b, c) -> {
          long bits = ftz && source == FloatFormat.F32 ? source.flush(a) : a;
          long result = narrowing.apply(round.apply(source.decode(bits)));
          return ftz && target == FloatFormat.F32 ? target.flush(result) : result;
        });
  }

  private static @Nullable LaneFunction pair(Mnemonic m, FloatFormat target) {
    if (!m.only("rn", "rz", "relu", "satfinite", "ftz") || m.oneOf("rn", "rz").isEmpty()) {
      return null;
    }
    Narrowing narrowing = new Narrowing(m, target);
    boolean ftz = m.has("ftz");
    return new PlainFunction(
        m.text,
        2,
        Cost.SPECIAL,
        (a, b, c) -> {
          long upper = ftz ? FloatFormat.F32.flush(a) : a;
          long lower = ftz ? FloatFormat.F32.flush(b) : b;
          return (narrowing.apply(FloatFormat.F32.decode(upper)) << 16)
              | narrowing.apply(FloatFormat.F32.decode(lower));
        });
  }

  /** The last step to a format: rounding and saturation. */
  private record Narrowing(
      FloatFormat target, Rounding rounding, boolean saturate, boolean finite, boolean rectify) {
    Narrowing(Mnemonic m, FloatFormat target) {
      this(target, m.rounding(), m.has("sat"), m.has("satfinite"), m.has("relu"));
    }

    long apply(double value) {
      long bits = target.encode(value, rounding);
      if (finite && target.magnitude(bits) == target.infinity()) {
        bits = (bits & target.signBit()) | target.largest();
      }
      if (rectify) {
        bits = target.rectify(bits);
      }
      return saturate ? target.saturate(bits) : bits;
    }
  }
}
