package dev.syncopate.workload.input;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Random choices from {@code L64X128MixRandom}. Bounds are applied by multiplication, not by the
 * library's algorithms, so that a graph outlives changes of those.
 */
final class RandomDraw {
  private final RandomGenerator random;

  RandomDraw(long seed) {
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** Uniform in [0, bound). */
  int below(int bound) {
    return (int) (((random.nextLong() >>> 32) * bound) >>> 32);
  }

  /** Uniform in [0, 1), a multiple of 2^-53. */
  double unit() {
    return (random.nextLong() >>> 11) * 0x1p-53;
  }

  boolean chance(double probability) {
    return unit() < probability;
  }

  /** The numbers 0 to {@code count} - 1 in random order. */
  int[] permutation(int count) {
    int[] order = new int[count];
    for (int i = 0; i < count; i++) {
      int j = below(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }
}
