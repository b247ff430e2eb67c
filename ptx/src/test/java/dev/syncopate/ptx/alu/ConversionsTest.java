package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.alu.table.LaneFunctions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cvt} against unbounded integers and exact decimals. */
class ConversionsTest {
  private static final List<String> INTEGERS =
      List.of("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64");

  private static int bits(String type) {
    return Integer.parseInt(type.replaceAll("[a-z]", ""));
  }

  private static BigInteger number(long register, String type) {
    BigInteger value = new BigInteger(Long.toUnsignedString(register & Values.mask(bits(type))));
    boolean negative = type.startsWith("s") && value.testBit(bits(type) - 1);
    return negative ? value.subtract(BigInteger.ONE.shiftLeft(bits(type))) : value;
  }

  private static BigInteger clamp(BigInteger value, String type) {
    boolean signed = type.startsWith("s");
    BigInteger span = BigInteger.ONE.shiftLeft(signed ? bits(type) - 1 : bits(type));
    return value.min(span.subtract(BigInteger.ONE)).max(signed ? span.negate() : BigInteger.ZERO);
  }

  private static long register(BigInteger value, String type) {
    return value.longValue() & Values.mask(bits(type));
  }

  private static Ieee format(String type) {
    return switch (type) {
      case "f16" -> Ieee.F16;
      case "bf16" -> Ieee.BF16;
      case "f32" -> Ieee.F32;
      default -> Ieee.F64;
    };
  }

  private static RoundingMode mode(String rounding) {
    return switch (rounding) {
      case "rz", "rzi" -> RoundingMode.DOWN;
      case "rm", "rmi" -> RoundingMode.FLOOR;
      case "rp", "rpi" -> RoundingMode.CEILING;
      case "rna" -> RoundingMode.HALF_UP;
      default -> RoundingMode.HALF_EVEN;
    };
  }

  @Test
  void integersAreExtendedTruncatedOrSaturated() {
    for (String sourceType : INTEGERS) {
      for (String targetType : INTEGERS) {
        Check.integers(
            "cvt." + targetType + "." + sourceType,
            bits(sourceType),
            (a, b, c) -> register(number(a, sourceType), targetType));
        Check.integers(
            "cvt.sat." + targetType + "." + sourceType,
            bits(sourceType),
            (a, b, c) -> register(clamp(number(a, sourceType), targetType), targetType));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"rn", "rz", "rm", "rp"})
  void integersRoundToFloats(String rounding) {
    for (String sourceType : INTEGERS) {
      for (String targetType : List.of("f16", "bf16", "f32", "f64")) {
        Check.integers(
            "cvt." + rounding + "." + targetType + "." + sourceType,
            bits(sourceType),
            (a, b, c) ->
                format(targetType)
                    .round(new BigDecimal(number(a, sourceType)), mode(rounding), false));
      }
    }
  }

  @Test
  void integersSaturateToOne() {
    Check.integers("cvt.rn.sat.f32.u32", 32, (a, b, c) -> a == 0 ? 0 : Ieee.F32.one());
    Check.integers("cvt.rz.sat.f64.s64", 64, (a, b, c) -> a <= 0 ? 0 : Ieee.F64.one());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rni", "rzi", "rmi", "rpi"})
  void floatsRoundToIntegersAndClamp(String rounding) {
    for (String sourceType : List.of("f16", "bf16", "f32", "f64")) {
      Ieee f = format(sourceType);
      for (String targetType : INTEGERS) {
        Check.Reference reference = (a, b, c) -> toInteger(f, a, targetType, mode(rounding));
        String types = "." + targetType + "." + sourceType;
        Check.floats("cvt." + rounding + types, f, reference);
        if (sourceType.equals("f32")) {
          Check.floats(
              "cvt." + rounding + ".ftz" + types,
              f,
              (a, b, c) -> reference.apply(f.flush(a), b, c));
        }
      }
    }
  }

  private static long toInteger(Ieee f, long a, String targetType, RoundingMode mode) {
    if (f.isNan(a)) {
      return f.width() == 64 || bits(targetType) == 64 ? 1L << (bits(targetType) - 1) : 0;
    }
    BigInteger far = BigInteger.ONE.shiftLeft(70);
    BigInteger value =
        f.isInfinite(a)
            ? f.negative(a) ? far.negate() : far
            : f.value(a).setScale(0, mode).toBigIntegerExact();
    return register(clamp(value, targetType), targetType);
  }

  @ParameterizedTest
  @ValueSource(strings = {"f16", "bf16", "f32", "f64"})
  void floatsRoundToIntegralFloats(String type) {
    Ieee f = format(type);
    for (String rounding : List.of("rni", "rzi", "rmi", "rpi")) {
      Check.Reference integral =
          (a, b, c) -> {
            if (f.isNan(a)) {
              return f.nan();
            }
            if (f.isInfinite(a)) {
              return a;
            }
            BigDecimal value = f.value(a).setScale(0, mode(rounding));
            return f.round(value, RoundingMode.UNNECESSARY, f.negative(a));
          };
      Check.floats("cvt." + rounding + "." + type + "." + type, f, integral);
      if (type.equals("f32")) {
        Check.floats(
            "cvt." + rounding + ".ftz.f32.f32", f, (a, b, c) -> integral.apply(f.flush(a), 0, 0));
        Check.floats(
            "cvt." + rounding + ".sat.f32.f32",
            f,
            (a, b, c) -> f.saturate(integral.apply(a, 0, 0)));
      }
    }
  }

  private static long convert(Ieee source, Ieee target, long a, RoundingMode mode) {
    if (source.isNan(a)) {
      return target.nan();
    }
    if (source.isInfinite(a)) {
      return source.negative(a) ? target.infinity() | target.sign() : target.infinity();
    }
    return target.round(source.value(a), mode, source.negative(a));
  }

  @ParameterizedTest
  @CsvSource({"f16,f32", "f16,f64", "bf16,f32", "bf16,f64", "f32,f64", "bf16,f16", "f16,bf16"})
  void floatsNarrowInEveryRounding(String targetType, String sourceType) {
    for (String rounding : List.of("rn", "rz", "rm", "rp")) {
      Check.floats(
          "cvt." + rounding + "." + targetType + "." + sourceType,
          format(sourceType),
          (a, b, c) -> convert(format(sourceType), format(targetType), a, mode(rounding)));
    }
  }

  @ParameterizedTest
  @CsvSource({"f32,f16", "f64,f16", "f32,bf16", "f64,bf16", "f64,f32"})
  void floatsWidenExactly(String targetType, String sourceType) {
    Check.floats(
        "cvt." + targetType + "." + sourceType,
        format(sourceType),
        (a, b, c) -> convert(format(sourceType), format(targetType), a, RoundingMode.UNNECESSARY));
  }

  @Test
  void subnormalF32IsFlushedOnEitherSide() {
    Ieee single = Ieee.F32;
    RoundingMode nearest = RoundingMode.HALF_EVEN;
    Check.floats(
        "cvt.rn.ftz.f32.f64",
        Ieee.F64,
        (a, b, c) -> single.flush(convert(Ieee.F64, single, a, nearest)));
    Check.floats(
        "cvt.ftz.f64.f32",
        single,
        (a, b, c) -> convert(single, Ieee.F64, single.flush(a), nearest));
    Check.floats(
        "cvt.rn.ftz.bf16.f32",
        single,
        (a, b, c) -> convert(single, Ieee.BF16, single.flush(a), nearest));
    Check.floats("cvt.sat.f32.f32", single, (a, b, c) -> single.saturate(a));
    Check.floats(
        "cvt.ftz.f32.f32", single, (a, b, c) -> single.isNan(a) ? single.nan() : single.flush(a));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rna", "rn", "rz"})
  void tf32KeepsTenFractionBits(String rounding) {
    Check.floats(
        "cvt." + rounding + ".tf32.f32",
        Ieee.F32,
        (a, b, c) ->
            Ieee.F32.isNan(a)
                ? Ieee.F32.nan()
                : convert(Ieee.F32, Ieee.TF19, a, mode(rounding)) << 13);
  }

  @ParameterizedTest
  @ValueSource(strings = {"f16", "bf16"})
  void pairsHoldTheFirstOperandAbove(String type) {
    Ieee f = format(type);
    for (String rounding : List.of("rn", "rz")) {
      Check.floats(
          "cvt." + rounding + "." + type + "x2.f32",
          Ieee.F32,
          (a, b, c) ->
              convert(Ieee.F32, f, a, mode(rounding)) << 16
                  | convert(Ieee.F32, f, b, mode(rounding)));
    }
    Check.floats(
        "cvt.rn.relu." + type + ".f32",
        Ieee.F32,
        (a, b, c) -> {
          long bits = convert(Ieee.F32, f, a, RoundingMode.HALF_EVEN);
          return f.isNan(bits) || !f.negative(bits) ? bits : 0;
        });
    Check.floats(
        "cvt.rn.satfinite." + type + ".f32",
        Ieee.F32,
        (a, b, c) -> {
          long bits = convert(Ieee.F32, f, a, RoundingMode.HALF_EVEN);
          return f.isInfinite(bits) ? bits - 1 : bits;
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cvt.f32.s32", "cvt.s32.f32", "cvt.f32.f64", "cvt.rn.f32.f32", "cvt.rni.f32.f64", "cvt.u32",
            "cvt.b32.u64",
        "cvt.rn.u32.u64", "cvt.tf32.f32", "cvt.rn.f32.tf32", "cvt.rn.s32.f32", "cvt.f16.f32",
            "cvt.f16x2.f32", "cvt.rn.f16x2.f64"
      })
  void whatPtxDoesNotHaveIsNotFound(String mnemonic) {
    assertThat(LaneFunctions.lookup(mnemonic)).isNull();
  }
}
