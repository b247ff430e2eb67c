package dev.syncopate.machine.tile;

import dev.syncopate.sim.perturb.PerturbConfig;
import dev.syncopate.sim.perturb.PerturbConfig.Stream;
import dev.syncopate.sim.perturb.Perturbation.DrawnOrder;
import dev.syncopate.sim.perturb.Perturbation.OrderKind;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Order in which the CTAs or clusters of each launch start: by their numbers, or under a perturbed
 * schedule any of the next few, for a program may count on no order.
 */
final class CtaOrder {
  private static final int AHEAD = 16;

  private final @Nullable Random random;

  /** The seed by which it is drawn; 0 for the machine's own order. */
  private final int seed;

  private final long[] drawn = new long[AHEAD];
  private int waiting;
  private long next;
  private long ctas;

  /** What starts of each launch that overlaps others, by its place. */
  private long[] numbers = {};

  /** Place of the launch whose CTAs start; negative before the first one. */
  private int current = -1;

  /** Next CTA of the machine's own order. */
  private long expected;

  private boolean used;

  CtaOrder(PerturbConfig perturb) {
    seed = perturb.orderSeed(OrderKind.CTAS, 0);
    random = seed == 0 ? null : perturb.withSeed(seed).random(Stream.CTAS, 0);
  }

  /**
   * Launches are to come that may overlap.
   *
   * @param counts by launch: its CTAs, or its clusters
   */
  void begin(long[] counts) {
    numbers = counts.clone();
    current = -1;
  }

  /**
   * The next one of a launch; -1 if there are no more. A launch asks only when all CTAs of those
   * before have started.
   */
  long next(int place) {
    if (place > current) {
      current = place;
      next = 0;
      ctas = numbers[place];
      expected = 0;
      waiting = 0;
    }
    return place == current ? next() : -1;
  }

  private long next() {
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
    used |= cta != expected++;
    return cta;
  }

  /** The order, if CTAs have started in another than the machine's own. */
  List<DrawnOrder> perturbations() {
    return used ? List.of(new DrawnOrder(OrderKind.CTAS, 0, seed)) : List.of();
  }
}
