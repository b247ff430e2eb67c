package dev.syncopate.machine.tile;

import dev.syncopate.sim.perturb.PerturbConfig;
import dev.syncopate.sim.perturb.PerturbConfig.Stream;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Order in which CTAs start: by their numbers, or under a perturbed schedule any of the next few,
 * for a program may count on no order.
 */
final class CtaOrder {
  private static final int AHEAD = 16;

  private final @Nullable Random random;
  private final long[] drawn = new long[AHEAD];
  private int waiting;
  private long next;
  private long ctas;

  CtaOrder(PerturbConfig perturb) {
    random = perturb.reorders() ? perturb.random(Stream.CTAS, 0) : null;
  }

  /** So many are to come. */
  void begin(long number) {
    next = 0;
    ctas = number;
    waiting = 0;
  }

  /** The next one; -1 if there are no more. */
  long next() {
    if (random == null) {
      return next < ctas ? next++ : -1;
    }
    while (waiting < AHEAD && next < ctas) {
      drawn[waiting++] = next++;
    }
    if (waiting == 0) {
      return -1;
    }
    int index = random.nextInt(waiting);
    long cta = drawn[index];
    drawn[index] = drawn[--waiting];
    return cta;
  }
}
