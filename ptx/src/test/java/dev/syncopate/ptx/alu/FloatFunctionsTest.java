package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.alu.table.LaneFunctions;
import java.math.RoundingMode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code f32}, {@code f64}, {@code f16} and {@code bf16} arithmetic against exact decimals rounded
 * once.
 */
class FloatFunctionsTest {
  private static RoundingMode mode(String rounding) {
    return switch (rounding) {
      case "rz" -> RoundingMode.DOWN;
      case "rm" -> RoundingMode.FLOOR;
      case "rp" -> RoundingMode.CEILING;
      default -> RoundingMode.HALF_EVEN;
    };
  }

  private static Check.Reference flushing(Ieee f, Check.Reference reference) {
    return (a, b, c) -> f.flush(reference.apply(f.flush(a), f.flush(b), f.flush(c)));
  }

  private static Check.Reference saturating(Ieee f, Check.Reference reference) {
    return (a, b, c) -> f.saturate(reference.apply(a, b, c));
  }

  private static long minus(Ieee f, long bits) {
    return bits ^ f.sign();
  }

  @ParameterizedTest
  @CsvSource({
    "f32,rn", "f32,rz", "f32,rm", "f32,rp", "f64,rn", "f64,rz", "f64,rm", "f64,rp",
  })
  void basicOperationsRoundOnce(String type, String rounding) {
    Ieee f = type.equals("f32") ? Ieee.F32 : Ieee.F64;
    RoundingMode mode = mode(rounding);
    String suffix = "." + rounding + "." + type;
    Check.floats("add" + suffix, f, (a, b, c) -> f.add(a, b, mode));
    Check.floats("sub" + suffix, f, (a, b, c) -> f.add(a, minus(f, b), mode));
    Check.floats("mul" + suffix, f, (a, b, c) -> f.multiply(a, b, mode));
    Check.floats("fma" + suffix, f, (a, b, c) -> f.multiplyAdd(a, b, c, mode));
    Check.floats("div" + suffix, f, (a, b, c) -> f.divide(a, b, mode));
    Check.floats("rcp" + suffix, f, (a, b, c) -> f.divide(f.one(), a, mode));
    Check.floats("sqrt" + suffix, f, (a, b, c) -> f.squareRoot(a, mode));
  }

  @ParameterizedTest
  @CsvSource({"f32,rn", "f32,rz", "f32,rm", "f32,rp", "f64,rn", "f64,rz", "f64,rm", "f64,rp"})
  void sumsThatCancelRoundOnce(String type, String rounding) {
    Ieee f = type.equals("f32") ? Ieee.F32 : Ieee.F64;
    LaneFunction add = Check.function("add." + rounding + "." + type);
    LaneFunction fma = Check.function("fma." + rounding + "." + type);
    var random = Values.random(type + rounding);
    for (int i = 0; i < 2000; i++) {
      long a = Values.randomFloat(random, f);
      long b = Values.randomFloat(random, f);
      long near = minus(f, a) + random.nextInt(-2, 3);
      Check.one(add, (x, y, z) -> f.add(x, y, mode(rounding)), a, near & Values.mask(f.width()), 0);
      long product = f.multiply(a, b, RoundingMode.HALF_EVEN);
      long c = minus(f, product) + random.nextInt(-1, 2) & Values.mask(f.width());
      Check.one(fma, (x, y, z) -> f.multiplyAdd(x, y, z, mode(rounding)), a, b, c);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rn", "rz", "rm", "rp"})
  void flushAndSaturationApplyToF32(String rounding) {
    Ieee f = Ieee.F32;
    RoundingMode mode = mode(rounding);
    String name = "." + rounding;
    Check.Reference add = (a, b, c) -> f.add(a, b, mode);
    Check.Reference multiply = (a, b, c) -> f.multiply(a, b, mode);
    Check.Reference fma = (a, b, c) -> f.multiplyAdd(a, b, c, mode);
    Check.floats("add" + name + ".ftz.f32", f, flushing(f, add));
    Check.floats("mul" + name + ".ftz.f32", f, flushing(f, multiply));
    Check.floats("fma" + name + ".ftz.f32", f, flushing(f, fma));
    Check.floats("mad" + name + ".ftz.f32", f, flushing(f, fma));
    Check.floats("add" + name + ".sat.f32", f, saturating(f, add));
    Check.floats("mul" + name + ".ftz.sat.f32", f, saturating(f, flushing(f, multiply)));
    Check.floats("fma" + name + ".sat.f32", f, saturating(f, fma));
    Check.floats("div" + name + ".ftz.f32", f, flushing(f, (a, b, c) -> f.divide(a, b, mode)));
    Check.floats("sqrt" + name + ".ftz.f32", f, flushing(f, (a, b, c) -> f.squareRoot(a, mode)));
  }

  @Test
  void roundingToNearestIsTheDefault() {
    RoundingMode nearest = RoundingMode.HALF_EVEN;
    for (Ieee f : List.of(Ieee.F32, Ieee.F64)) {
      Check.floats("add.f" + f.width(), f, (a, b, c) -> f.add(a, b, nearest));
      Check.floats("sub.f" + f.width(), f, (a, b, c) -> f.add(a, minus(f, b), nearest));
      Check.floats("mul.f" + f.width(), f, (a, b, c) -> f.multiply(a, b, nearest));
    }
    Ieee f = Ieee.F32;
    Check.floats("sub.ftz.f32", f, flushing(f, (a, b, c) -> f.add(a, minus(f, b), nearest)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"f16", "bf16"})
  void halfPrecisionRoundsOnce(String type) {
    Ieee f = type.equals("f16") ? Ieee.F16 : Ieee.BF16;
    RoundingMode mode = RoundingMode.HALF_EVEN;
    Check.Reference add = (a, b, c) -> f.add(a, b, mode);
    Check.Reference fma = (a, b, c) -> f.multiplyAdd(a, b, c, mode);
    Check.floats("add." + type, f, add);
    Check.floats("add.rn." + type, f, add);
    Check.floats("sub." + type, f, (a, b, c) -> f.add(a, minus(f, b), mode));
    Check.floats("mul." + type, f, (a, b, c) -> f.multiply(a, b, mode));
    Check.floats("fma.rn." + type, f, fma);
    Check.floats(
        "fma.rn.relu." + type,
        f,
        (a, b, c) -> {
          long result = fma.apply(a, b, c);
          return f.isNan(result) || !f.negative(result) ? result : 0;
        });
    if (type.equals("f16")) {
      Check.floats("add.ftz.f16", f, flushing(f, add));
      Check.floats("fma.rn.ftz.f16", f, flushing(f, fma));
      Check.floats("fma.rn.sat.f16", f, saturating(f, fma));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"f16", "bf16", "f32", "f64"})
  void minimumAndMaximumPreferNumbersAndOrderZeros(String type) {
    Ieee f = format(type);
    for (boolean max : new boolean[] {false, true}) {
      String name = max ? "max" : "min";
      Check.floats(name + "." + type, f, (a, b, c) -> extremum(f, a, b, max));
      if (!type.equals("f64")) {
        Check.floats(
            name + ".NaN." + type,
            f,
            (a, b, c) -> f.isNan(a) || f.isNan(b) ? f.nan() : extremum(f, a, b, max));
        Check.floats(
            name + ".xorsign.abs." + type,
            f,
            (a, b, c) -> {
              long result = extremum(f, f.magnitude(a), f.magnitude(b), max);
              return f.isNan(result) ? f.nan() : result | ((a ^ b) & f.sign());
            });
      }
      if (type.equals("f32")) {
        Check.floats(name + ".ftz.f32", f, flushing(f, (a, b, c) -> extremum(f, a, b, max)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"min", "max"})
  void ofThreeOperandsTheFirstTwoComeFirst(String name) {
    Ieee f = Ieee.F32;
    boolean max = name.equals("max");
    Check.floats(name + "3.f32", f, (a, b, c) -> extremum(f, extremum(f, a, b, max), c, max));
    Check.floats(
        name + "3.NaN.f32",
        f,
        (a, b, c) ->
            f.isNan(a) || f.isNan(b) || f.isNan(c)
                ? f.nan()
                : extremum(f, extremum(f, a, b, max), c, max));
    Check.floats(
        name + "3.abs.f32",
        f,
        (a, b, c) ->
            extremum(f, extremum(f, f.magnitude(a), f.magnitude(b), max), f.magnitude(c), max));
    Check.floats(
        name + "3.ftz.f32",
        f,
        flushing(f, (a, b, c) -> extremum(f, extremum(f, a, b, max), c, max)));
    assertThat(LaneFunctions.lookup(name + "3.f64")).isNull();
    assertThat(LaneFunctions.lookup(name + "3.f16")).isNull();
    assertThat(LaneFunctions.lookup(name + "3.xorsign.abs.f32")).isNull();
  }

  private static Ieee format(String type) {
    return switch (type) {
      case "f16" -> Ieee.F16;
      case "bf16" -> Ieee.BF16;
      case "f32" -> Ieee.F32;
      default -> Ieee.F64;
    };
  }

  private static long extremum(Ieee f, long a, long b, boolean max) {
    if (f.isNan(a) || f.isNan(b)) {
      return f.isNan(a) && f.isNan(b) ? f.nan() : f.isNan(a) ? b : a;
    }
    boolean aIsLess;
    if (f.isInfinite(a) || f.isInfinite(b)) {
      aIsLess = (f.isInfinite(a) && f.negative(a)) || (f.isInfinite(b) && !f.negative(b));
    } else {
      int order = f.value(a).compareTo(f.value(b));
      aIsLess = order < 0 || (order == 0 && f.negative(a));
    }
    return aIsLess == max ? b : a;
  }

  @ParameterizedTest
  @ValueSource(strings = {"f16", "bf16", "f32", "f64"})
  void signsAreSetAndFlipped(String type) {
    Ieee f = format(type);
    Check.floats("neg." + type, f, (a, b, c) -> a ^ f.sign());
    Check.floats("abs." + type, f, (a, b, c) -> a & ~f.sign());
    if (type.length() == 3 && !type.equals("f16")) {
      Check.floats("copysign." + type, f, (a, b, c) -> (a & f.sign()) | (b & ~f.sign()));
    }
    if (type.equals("f32")) {
      Check.floats("abs.ftz.f32", f, (a, b, c) -> f.flush(a) & ~f.sign());
      Check.floats("neg.ftz.f32", f, (a, b, c) -> f.flush(a) ^ f.sign());
    }
  }

  @Test
  void pairsAreComputedApart() {
    LaneFunction single = Check.function("fma.rn.f16");
    LaneFunction packed = Check.function("fma.rn.f16x2");
    LaneFunction singles = Check.function("add.rn.ftz.f32");
    LaneFunction packedSingles = Check.function("add.rn.ftz.f32x2");
    var random = Values.random("f16x2");
    for (int i = 0; i < 2000; i++) {
      long a = random.nextLong();
      long b = random.nextLong();
      long c = random.nextLong();
      long low = single.apply(a & 0xffff, b & 0xffff, c & 0xffff);
      long high = single.apply(a >> 16 & 0xffff, b >> 16 & 0xffff, c >> 16 & 0xffff);
      assertThat(packed.apply(a, b, c)).isEqualTo(high << 16 | low);
      assertThat(packedSingles.apply(a, b, c))
          .isEqualTo(singles.apply(a >>> 32, b >>> 32, 0) << 32 | singles.apply(a, b, 0));
    }
    assertThat(Check.function("neg.bf16x2").apply(0x8000_0001L, 0, 0)).isEqualTo(0x8001L);
    assertThat(Check.function("max.f16x2").apply(0x3c00_bc00L, 0x4000_7fffL, 0))
        .isEqualTo(0x4000_bc00L);
  }

  @Test
  void numbersAreClassified() {
    for (Ieee f : List.of(Ieee.F32, Ieee.F64)) {
      test(f, "finite", a -> !f.isNan(a) && !f.isInfinite(a));
      test(f, "infinite", f::isInfinite);
      test(f, "number", a -> !f.isNan(a));
      test(f, "notanumber", f::isNan);
      test(f, "normal", a -> f.magnitude(a) >= f.minNormal() && f.magnitude(a) < f.infinity());
      test(f, "subnormal", f::isSubnormal);
    }
  }

  private static void test(Ieee f, String kind, java.util.function.LongPredicate reference) {
    Check.predicate(
        "testp." + kind + ".f" + f.width(),
        Values.floats(f),
        r -> Values.randomFloat(r, f),
        (a, b) -> reference.test(a));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "div.f32", "rcp.f32", "sqrt.f64", "add.ftz.f64", "add.sat.f64", "abs.ftz.f64",
            "add.approx.f32",
        "fma.rna.f32", "add.tf32", "add.sat.bf16", "div.rn.f16", "copysign.f16", "copysign.ftz.f32",
            "add.rz.f16",
        "rem.f32", "div.rn.f16x2"
      })
  void whatPtxDoesNotHaveIsNotFound(String mnemonic) {
    assertThat(LaneFunctions.lookup(mnemonic)).isNull();
  }
}
