package dev.syncopate.machine.tile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.sim.perturb.PerturbConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** In which order CTAs start. */
class CtaOrderTest {
  private static final List<Long> BY_NUMBER = LongStream.range(0, 50).boxed().toList();

  private static List<Long> drawn(CtaOrder order) {
    order.begin(new long[] {BY_NUMBER.size()});
    return drawn(order, 0);
  }

  private static List<Long> drawn(CtaOrder order, int place) {
    List<Long> drawnCtas = new ArrayList<>();
    for (long cta = order.next(place); cta >= 0; cta = order.next(place)) {
      drawnCtas.add(cta);
    }
    return drawnCtas;
  }

  private static CtaOrder of(int seed) {
    return new CtaOrder(new PerturbConfig(seed, 1024, 4096));
  }

  @Test
  void withoutASeedItIsThatOfTheirNumbers() {
    assertThat(drawn(of(0))).isEqualTo(BY_NUMBER);
  }

  @Test
  void aSeedDrawsEachOnceInAnotherOrderAndTheSameAgain() {
    List<Long> once = drawn(of(3));
    assertThat(once).containsExactlyInAnyOrderElementsOf(BY_NUMBER).isNotEqualTo(BY_NUMBER);
    assertThat(drawn(of(3))).isEqualTo(once);
    assertThat(drawn(of(4))).isNotEqualTo(once);
  }

  @Test
  void launchesOfADeviceAreDrawnApart() {
    CtaOrder order = of(3);
    assertThat(drawn(order)).isNotEqualTo(drawn(order));
  }

  /** A unit of an earlier launch may ask once more when a later one has begun: it gets none. */
  @Test
  void launchesThatOverlapHaveTheirOwnCtas() {
    CtaOrder order = of(0);
    order.begin(new long[] {2, 3});
    assertThat(drawn(order, 0)).containsExactly(0L, 1L);
    assertThat(order.next(1)).isZero();
    assertThat(order.next(0)).isNegative();
    assertThat(drawn(order, 1)).containsExactly(1L, 2L);
  }
}
