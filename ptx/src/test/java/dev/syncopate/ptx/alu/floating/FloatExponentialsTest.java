package dev.syncopate.ptx.alu.floating;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fast powers and logarithms are those of {@link Approximations}, to the last bit. */
class FloatExponentialsTest {
  private static final int SAMPLES = 300_000;
  private static final long SEED = 7;

  @Test
  void powersOfRandomNumbers() {
    RandomGenerator seeded = seeded();
    for (int i = 0; i < SAMPLES; i++) {
      requirePower(Float.intBitsToFloat(seeded.nextInt()));
      requirePower((float) seeded.nextDouble(-150, 129));
    }
  }

  @Test
  void logarithmsOfRandomNumbers() {
    RandomGenerator seeded = seeded();
    for (int i = 0; i < SAMPLES; i++) {
      requireLogarithm(Float.intBitsToFloat(seeded.nextInt()));
      requireLogarithm((float) seeded.nextDouble(0.98, 1.02));
      double distance = Math.scalb(seeded.nextDouble(-1, 1), -seeded.nextInt(7, 23));
      requireLogarithm((float) (1 + distance));
    }
  }

  @ParameterizedTest
  @ValueSource(
      floats = {
        0f,
        -0f,
        1f,
        -1f,
        0.5f,
        2f,
        0x1p-149f,
        -0x1p-149f,
        0x1p-126f,
        Float.MAX_VALUE,
        -126f,
        -127.5f,
        -149f,
        -149.5f,
        -150f,
        127.99999f,
        128f,
        159.99f,
        160f,
        -160f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY
      })
  void numbersAtTheEdges(float x) {
    for (float near : new float[] {Math.nextDown(x), x, Math.nextUp(x)}) {
      requirePower(near);
      requireLogarithm(near);
    }
  }

  private static RandomGenerator seeded() {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
  }

  private static void requirePower(float x) {
    same(FloatExponentials.power(x), (float) Approximations.exponential(x), "2^", x);
  }

  private static void requireLogarithm(float x) {
    same(FloatExponentials.logarithm(x), (float) Approximations.logarithm(x), "log2 ", x);
  }

  private static void same(float fast, float slow, String function, float x) {
    if (Float.floatToIntBits(fast) != Float.floatToIntBits(slow)) {
      assertThat(fast).as(function + Float.toHexString(x)).isEqualTo(slow);
    }
  }
}
