package dev.syncopate.ptx.alu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.alu.table.LaneFunctions;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Conversions of 8-bit numbers against the formats as the manual defines them: all 256 numbers are
 * spelt out, and the nearest is searched for among them.
 */
class EightBitFloatsTest {
  private static final int NAN = 0x7f;

  private static LaneFunction function(String name) {
    return Objects.requireNonNull(LaneFunctions.lookup(name), name);
  }

  /** Whether bits without sign are a number: no NaN, no infinity. */
  private static boolean finite(boolean e4m3, int bits) {
    return e4m3 ? bits != 0x7f : bits >> 2 != 31;
  }

  /** The number of some bits without sign. */
  private static BigDecimal number(boolean e4m3, int bits) {
    int fraction = e4m3 ? 3 : 2;
    int bias = e4m3 ? 7 : 15;
    int field = bits >> fraction;
    int part = bits & (1 << fraction) - 1;
    BigDecimal significand = BigDecimal.valueOf(field == 0 ? part : part + (1 << fraction));
    int exponent = Math.max(field, 1) - bias - fraction;
    BigDecimal two = BigDecimal.TWO;
    return exponent >= 0
        ? significand.multiply(two.pow(exponent))
        : significand.divide(two.pow(-exponent));
  }

  /** The nearest of all numbers, that with an even fraction of two; the largest beyond all. */
  private static int nearest(boolean e4m3, double value, boolean relu) {
    if (Double.isNaN(value)) {
      return NAN;
    }
    int sign = Double.doubleToRawLongBits(value) < 0 ? 0x80 : 0;
    if (relu && sign != 0) {
      return 0;
    }
    int best = e4m3 ? 0x7e : 0x7b;
    if (!Double.isInfinite(value)) {
      BigDecimal magnitude = new BigDecimal(value).abs();
      for (int bits = best; bits >= 0; bits--) {
        int closer =
            number(e4m3, bits)
                .subtract(magnitude)
                .abs()
                .compareTo(number(e4m3, best).subtract(magnitude).abs());
        if (closer < 0 || (closer == 0 && (bits & 1) == 0)) {
          best = bits;
        }
      }
    }
    return sign | best;
  }

  private static float[] samples(boolean e4m3) {
    float[] samples = new float[4000];
    Random random = new Random(3);
    int count = 0;
    for (int bits = 0; bits < 0x7b; bits++) {
      float exact = number(e4m3, bits).floatValue();
      float middle = number(e4m3, bits).add(number(e4m3, bits + 1)).floatValue() / 2;
      for (float sample : new float[] {exact, middle, Math.nextUp(middle), Math.nextDown(middle)}) {
        samples[count++] = sample;
        samples[count++] = -sample;
      }
    }
    for (float sample :
        new float[] {448, 464, 465, 480, 57344, 61440, 61441, 65536, Float.MAX_VALUE, Float.NaN}) {
      samples[count++] = sample;
      samples[count++] = -sample;
    }
    samples[count++] = Float.POSITIVE_INFINITY;
    samples[count++] = Float.MIN_VALUE;
    while (count < samples.length) {
      samples[count++] = Float.intBitsToFloat(random.nextInt());
    }
    return samples;
  }

  private static long bits(float value) {
    return Float.floatToRawIntBits(value) & 0xffff_ffffL;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void twoNumbersOf32BitsAreRounded(boolean e4m3) {
    String type = e4m3 ? "e4m3x2" : "e5m2x2";
    LaneFunction plain = function("cvt.rn.satfinite." + type + ".f32");
    LaneFunction relu = function("cvt.rn.satfinite.relu." + type + ".f32");
    float[] samples = samples(e4m3);
    for (int i = 0; i + 1 < samples.length; i++) {
      float upper = samples[i];
      float lower = samples[i + 1];
      assertThat(plain.apply(bits(upper), bits(lower), 0))
          .as("%s %s", upper, lower)
          .isEqualTo(nearest(e4m3, upper, false) << 8 | nearest(e4m3, lower, false));
      assertThat(relu.apply(bits(upper), bits(lower), 0))
          .as("relu %s %s", upper, lower)
          .isEqualTo(nearest(e4m3, upper, true) << 8 | nearest(e4m3, lower, true));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyHalfIsRounded(boolean e4m3) {
    LaneFunction narrow = function("cvt.rn.satfinite." + (e4m3 ? "e4m3x2" : "e5m2x2") + ".f16x2");
    for (int half = 0; half < 1 << 16; half += 2) { // as numbers of both halves, every one
      int secondHalf = half * 40503 & 0xffff;
      assertThat(narrow.apply((long) half << 16 | secondHalf, 0, 0))
          .isEqualTo(
              nearest(e4m3, Float.float16ToFloat((short) half), false) << 8
                  | nearest(e4m3, Float.float16ToFloat((short) secondHalf), false));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everySecondBfloatIsRounded(boolean e4m3) {
    String type = e4m3 ? "e4m3x2" : "e5m2x2";
    LaneFunction plain = function("cvt.rn.satfinite." + type + ".bf16x2");
    LaneFunction relu = function("cvt.rn.satfinite.relu." + type + ".bf16x2");
    for (int upper = 0; upper < 1 << 16; upper += 2) {
      int lower = upper * 40503 & 0xffff;
      float upperValue = Float.intBitsToFloat(upper << 16);
      float lowerValue = Float.intBitsToFloat(lower << 16);
      long pair = (long) upper << 16 | lower;
      assertThat(plain.apply(pair, 0, 0))
          .as("%s %s", upperValue, lowerValue)
          .isEqualTo(nearest(e4m3, upperValue, false) << 8 | nearest(e4m3, lowerValue, false));
      assertThat(relu.apply(pair, 0, 0))
          .as("relu %s %s", upperValue, lowerValue)
          .isEqualTo(nearest(e4m3, upperValue, true) << 8 | nearest(e4m3, lowerValue, true));
    }
  }

  private static int half(boolean e4m3, int bits, boolean relu) {
    boolean finite = finite(e4m3, bits & 0x7f);
    boolean negative = (bits & 0x80) != 0;
    if (!finite && (e4m3 || (bits & 3) != 0)) {
      return 0x7fff;
    }
    if (relu && negative) {
      return 0;
    }
    int magnitude =
        finite ? Float.floatToFloat16(number(e4m3, bits & 0x7f).floatValue()) & 0xffff : 0x7c00;
    return (negative ? 0x8000 : 0) | magnitude;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyPairIsAPairOfHalves(boolean e4m3) {
    String type = e4m3 ? "e4m3x2" : "e5m2x2";
    LaneFunction plain = function("cvt.rn.f16x2." + type);
    LaneFunction relu = function("cvt.rn.relu.f16x2." + type);
    for (int pair = 0; pair < 1 << 16; pair++) {
      int upper = pair >> 8;
      int lower = pair & 0xff;
      assertThat(plain.apply(pair, 0, 0))
          .isEqualTo((long) half(e4m3, upper, false) << 16 | half(e4m3, lower, false));
      assertThat(relu.apply(pair, 0, 0))
          .isEqualTo((long) half(e4m3, upper, true) << 16 | half(e4m3, lower, true));
    }
  }

  @Test
  void otherFormsThereAreNot() {
    for (String name :
        new String[] {
          "cvt.rn.e4m3x2.f32",
          "cvt.rz.satfinite.e4m3x2.f32",
          "cvt.satfinite.e4m3x2.f32",
          "cvt.rn.satfinite.f16x2.e4m3x2",
          "cvt.rn.satfinite.e4m3x2.f64",
          "cvt.rn.satfinite.e4m3x2.f16",
          "cvt.rn.satfinite.e4m3x2.bf16",
          "cvt.rn.bf16x2.e4m3x2"
        }) {
      assertThat(LaneFunctions.lookup(name)).as(name).isNull();
    }
  }
}
