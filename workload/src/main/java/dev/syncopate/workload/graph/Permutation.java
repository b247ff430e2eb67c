package dev.syncopate.workload.graph;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

/** Random orders, by the shuffle of Fisher and Yates. */
public final class Permutation {
  private Permutation() {}

  /** The numbers from 0 to below {@code count} in random order, the same for the same seed. */
  public static int[] random(int count, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    int[] order = IntStream.range(0, count).toArray();
    for (int i = count - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int displaced = order[j];
      order[j] = order[i];
      order[i] = displaced;
    }
    return order;
  }
}
