package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Approximate functions against series, within the errors that the PTX manual states. */
class ApproximationsTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final int SAMPLES = 400;

  private static long bits(double value) {
    return Float.floatToRawIntBits((float) value) & 0xffff_ffffL;
  }

  private static float value(long bits) {
    return Float.intBitsToFloat((int) bits);
  }

  /** The error of the function's result; relative to the exact one where asked for. */
  private static void within(
      String mnemonic,
      double bound,
      boolean relative,
      DoubleSupplier operands,
      UnaryOperator<BigDecimal> exact) {
    LaneFunction function = Check.function(mnemonic);
    for (int i = 0; i < SAMPLES; i++) {
      float x = (float) operands.getAsDouble();
      BigDecimal expected = exact.apply(new BigDecimal(x));
      float result = value(function.apply(bits(x), 0, 0));
      BigDecimal error = new BigDecimal(result).subtract(expected).abs();
      double measured = (relative ? error.divide(expected.abs(), DIGITS) : error).doubleValue();
      assertThat(measured)
          .as("error of %s(%s) = %s (seed %d)", mnemonic, x, result, Values.SEED)
          .isLessThanOrEqualTo(bound);
    }
  }

  private static BigDecimal inverse(BigDecimal x) {
    return BigDecimal.ONE.divide(x, DIGITS);
  }

  @Test
  void reciprocalsAndRootsAreCloseOverTheNormalRange() {
    SplittableRandom random = Values.random("rcp");
    DoubleSupplier normal = () -> Math.scalb(random.nextDouble(1, 2), random.nextInt(-125, 126));
    double sign = random.nextBoolean() ? -1 : 1;
    within(
        "rcp.approx.f32",
        0x1p-23,
        true,
        () -> sign * normal.getAsDouble(),
        ApproximationsTest::inverse);
    within("rcp.approx.ftz.f32", 0x1p-23, true, normal, ApproximationsTest::inverse);
    within("sqrt.approx.f32", 0x1p-23, true, normal, x -> x.sqrt(DIGITS));
    within("rsqrt.approx.f32", 1.27e-7, true, normal, x -> inverse(x.sqrt(DIGITS)));
    within("rsqrt.approx.ftz.f32", 1.27e-7, true, normal, x -> inverse(x.sqrt(DIGITS)));
  }

  @Test
  void sinesAreCloseNearZeroAndFarOut() {
    SplittableRandom random = Values.random("sin");
    DoubleSupplier near = () -> random.nextDouble(-2 * Math.PI, 2 * Math.PI);
    DoubleSupplier far = () -> random.nextDouble(-100 * Math.PI, 100 * Math.PI);
    within("sin.approx.f32", 6.7e-7, false, near, BigMath::sine);
    within("cos.approx.f32", 6.7e-7, false, near, BigMath::cosine);
    within("sin.approx.ftz.f32", 0x1p-14, false, far, BigMath::sine);
    within("cos.approx.ftz.f32", 0x1p-14, false, far, BigMath::cosine);
  }

  @Test
  void logarithmsAndPowersOfTwoAreClose() {
    SplittableRandom random = Values.random("lg2");
    DoubleSupplier nearOne = () -> random.nextDouble(0.5001, 2);
    DoubleSupplier outside =
        () -> {
          double far = Math.scalb(random.nextDouble(1, 2), random.nextInt(1, 125));
          return random.nextBoolean() ? far : 1 / (2 * far);
        };
    within("lg2.approx.f32", 1.57e-7, false, nearOne, BigMath::logarithmToBaseTwo);
    within("lg2.approx.ftz.f32", 0x1p-22, true, outside, BigMath::logarithmToBaseTwo);
    DoubleSupplier exponents = () -> random.nextDouble(-125, 127);
    within("ex2.approx.f32", 1.69e-7, true, exponents, BigMath::powerOfTwo);
    within("ex2.approx.ftz.f32", 1.69e-7, true, exponents, BigMath::powerOfTwo);
    within(
        "tanh.approx.f32",
        0x1p-11,
        true,
        () -> random.nextDouble(-12, 12),
        BigMath::hyperbolicTangent);
  }

  @Test
  void quotientsAreWithinTwoUnits() {
    SplittableRandom random = Values.random("div");
    for (String name : new String[] {"div.approx.f32", "div.approx.ftz.f32", "div.full.f32"}) {
      LaneFunction function = Check.function(name);
      for (int i = 0; i < SAMPLES; i++) {
        float x = (float) Math.scalb(random.nextDouble(1, 2), random.nextInt(-30, 30));
        float y = (float) Math.scalb(random.nextDouble(-2, -1), random.nextInt(-30, 30));
        float result = value(function.apply(bits(x), bits(y), 0));
        BigDecimal exact = new BigDecimal(x).divide(new BigDecimal(y), DIGITS);
        assertThat(new BigDecimal(result).subtract(exact).abs())
            .as("%s(%s, %s) = %s (seed %d)", name, x, y, result, Values.SEED)
            .isLessThanOrEqualTo(new BigDecimal(2 * Math.ulp(result)));
      }
    }
  }

  /** Columns: the manual's tables of special operands. */
  @ParameterizedTest
  @CsvSource({
    "rcp.approx.f32, -0.0, Infinity, -Infinity, Infinity, NaN",
    "rsqrt.approx.f32, 0.0, Infinity, -Infinity, Infinity, NaN",
    "sqrt.approx.f32, Infinity, 0.0, -0.0, 0.0, NaN",
    "sin.approx.f32, NaN, 0.0, -0.0, 0.0, NaN",
    "cos.approx.f32, NaN, 1.0, 1.0, 1.0, NaN",
    "lg2.approx.f32, Infinity, -Infinity, -Infinity, -Infinity, NaN",
    "ex2.approx.f32, Infinity, 1.0, 1.0, 1.0, NaN",
    "tanh.approx.f32, 1.0, 0.0, -0.0, 0.0, NaN"
  })
  void specialOperandsGiveWhatTheManualLists(
      String name, float ofInfinity, float ofZero, float ofMinusZero, float ofTiny, float ofNan) {
    LaneFunction function = Check.function(name);
    if (name.startsWith("rcp")) {
      assertThat(function.apply(bits(Float.NEGATIVE_INFINITY), 0, 0)).isEqualTo(bits(ofInfinity));
    } else {
      assertThat(function.apply(bits(Float.POSITIVE_INFINITY), 0, 0))
          .isEqualTo(canonical(ofInfinity));
    }
    assertThat(function.apply(0, 0, 0)).as("0").isEqualTo(bits(ofZero));
    assertThat(function.apply(bits(-0f), 0, 0)).as("-0").isEqualTo(bits(ofMinusZero));
    assertThat(function.apply(bits(Float.NaN), 0, 0)).as("NaN").isEqualTo(canonical(ofNan));
    if (!name.startsWith("tanh")) {
      LaneFunction flushing = Check.function(name.replace(".f32", ".ftz.f32"));
      assertThat(flushing.apply(1, 0, 0)).as("a subnormal, flushed").isEqualTo(bits(ofTiny));
    }
  }

  private static long canonical(float value) {
    return Float.isNaN(value) ? 0x7fff_ffffL : bits(value);
  }

  @Test
  void operandsOutsideTheDomainGiveNan() {
    for (String name : new String[] {"sqrt.approx.f32", "rsqrt.approx.f32", "lg2.approx.f32"}) {
      assertThat(Check.function(name).apply(bits(-1), 0, 0)).as(name).isEqualTo(0x7fff_ffffL);
    }
    assertThat(Check.function("ex2.approx.f32").apply(bits(Float.NEGATIVE_INFINITY), 0, 0))
        .isZero();
    assertThat(Check.function("tanh.approx.f32").apply(bits(Float.NEGATIVE_INFINITY), 0, 0))
        .isEqualTo(bits(-1));
  }

  @Test
  void dividingByMoreThan2To126GivesZeroOrNan() {
    LaneFunction divide = Check.function("div.approx.f32");
    assertThat(divide.apply(bits(1e38), bits(0x1.8p126), 0)).isZero();
    assertThat(divide.apply(bits(1e38), bits(-0x1.8p126), 0)).isEqualTo(bits(-0f));
    assertThat(divide.apply(bits(Float.POSITIVE_INFINITY), bits(0x1.8p126), 0))
        .isEqualTo(0x7fff_ffffL);
    assertThat(divide.apply(bits(0x1p126), bits(0x1p126), 0)).isEqualTo(bits(1));
    assertThat(divide.apply(bits(1), bits(Float.POSITIVE_INFINITY), 0)).isZero();
    assertThat(Check.function("div.full.f32").apply(bits(0x1.8p126), bits(0x1.8p126), 0))
        .isEqualTo(bits(1));
  }

  @Test
  void grossDoubleFunctionsUseAndGiveUpperWords() {
    SplittableRandom random = Values.random("rcp64");
    LaneFunction reciprocal = Check.function("rcp.approx.ftz.f64");
    LaneFunction root = Check.function("rsqrt.approx.ftz.f64");
    LaneFunction exactRoot = Check.function("rsqrt.approx.f64");
    for (int i = 0; i < SAMPLES; i++) {
      double x = Math.scalb(random.nextDouble(1, 2), random.nextInt(-900, 900));
      long a = Double.doubleToRawLongBits(x);
      long upper = reciprocal.apply(a, 0, 0);
      assertThat(upper & 0xffff_ffffL).isZero();
      assertThat(reciprocal.apply(a ^ 0xffff_ffffL, 0, 0))
          .as("lower word ignored")
          .isEqualTo(upper);
      assertThat(Double.longBitsToDouble(upper) * x).isCloseTo(1, byAtMost(0x1p-19));
      long rootBits = root.apply(a, 0, 0);
      assertThat(rootBits & 0xffff_ffffL).isZero();
      double y = Double.longBitsToDouble(rootBits);
      assertThat(y * y * x).isCloseTo(1, byAtMost(0x1p-18));
      double z = Double.longBitsToDouble(exactRoot.apply(a, 0, 0));
      assertThat(z * z * x).isCloseTo(1, byAtMost(0x1p-50));
    }
    long infinity = Double.doubleToRawLongBits(Double.POSITIVE_INFINITY);
    assertThat(reciprocal.apply(0x000f_ffff_ffff_ffffL, 0, 0)).isEqualTo(infinity);
    assertThat(reciprocal.apply(1L << 63, 0, 0)).isEqualTo(infinity | 1L << 63);
    assertThat(reciprocal.apply(infinity, 0, 0)).isZero();
    assertThat(reciprocal.apply(-1, 0, 0)).isEqualTo(0x7ff8_0000_0000_0000L);
    assertThat(reciprocal.apply(0x7fef_ffff_0000_0000L, 0, 0)).as("flushed result").isZero();
    assertThat(root.apply(0xbff0_0000_0000_0000L, 0, 0)).isEqualTo(0x7ff8_0000_0000_0000L);
    assertThat(root.apply(infinity, 0, 0)).isZero();
  }

  private static org.assertj.core.data.Offset<Double> byAtMost(double bound) {
    return org.assertj.core.data.Offset.offset(bound);
  }

  @ParameterizedTest
  @CsvSource({"f16, 0.00105", "bf16, 0.0078125"})
  void halfPrecisionFunctionsAreClose(String type, double bound) {
    Ieee f = type.equals("f16") ? Ieee.F16 : Ieee.BF16;
    LaneFunction power =
        Check.function(type.equals("f16") ? "ex2.approx.f16" : "ex2.approx.ftz.bf16");
    LaneFunction tangent = Check.function("tanh.approx." + type);
    SplittableRandom random = Values.random(type);
    for (int i = 0; i < SAMPLES; i++) {
      long a = f.round(random.nextDouble(-10, 10), java.math.RoundingMode.HALF_EVEN);
      double x = f.value(a).doubleValue();
      assertThat(f.value(power.apply(a, 0, 0)).doubleValue() / Math.pow(2, x))
          .as("2^%s", x)
          .isCloseTo(1, byAtMost(bound));
      assertThat(f.value(tangent.apply(a, 0, 0)).doubleValue())
          .as("tanh %s", x)
          .isCloseTo(Math.tanh(x), byAtMost(bound / 2));
    }
  }
}
