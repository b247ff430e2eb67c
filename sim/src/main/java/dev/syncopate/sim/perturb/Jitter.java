package dev.syncopate.sim.perturb;

import java.util.Random;

/** Delays, most of them none, the others of any magnitude. */
public final class Jitter {
  /** Magnitudes that occur: the longest delays and those down to a hundredth of them. */
  private static final int SPAN = 7;

  private final Random random;
  private final int oneIn;
  private final int magnitudes;
  private final int maximum;

  /**
   * @param oneIn of how many draws one is a delay
   * @param magnitudes delays are below {@code 1 << magnitudes}; those of each magnitude as likely
   *     as those of another; 0 for no delays
   * @param maximum and not above this
   */
  Jitter(Random random, int oneIn, int magnitudes, int maximum) {
    this.random = random;
    this.oneIn = oneIn;
    this.magnitudes = magnitudes;
    this.maximum = maximum;
  }

  /** Cycles, 0 for no delay. */
  public int next() {
    if (magnitudes == 0 || random.nextInt(oneIn) != 0) {
      return 0;
    }
    int lowest = Math.max(0, magnitudes - SPAN);
    int magnitude = 1 << (lowest + random.nextInt(magnitudes - lowest));
    return Math.min(maximum, magnitude + random.nextInt(magnitude));
  }

  /** Cycles up to a longest delay, at least an eighth of it. */
  int upTo(int longest) {
    int minimum = longest >> (1 + random.nextInt(3));
    return minimum + random.nextInt(minimum + 1);
  }

  /** One of so many, each as likely. */
  public int pick(int count) {
    return random.nextInt(count);
  }
}
