package dev.syncopate.workload.host;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Random input from {@code L64X128MixRandom} with an explicit seed: the same on every run and
 * machine.
 */
public final class RandomInputs {
  private RandomInputs() {}

  /** A fresh stream. */
  public static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** Whole numbers over the full 32 bits. */
  public static int[] integers(RandomGenerator random, int count) {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = (int) (random.nextLong() >>> 32);
    }
    return values;
  }

  /** Multiples of 2^-23 in [-1, 1). */
  public static float[] floats(RandomGenerator random, int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (random.nextLong() >> 40) * 0x1p-23f;
    }
    return values;
  }
}
