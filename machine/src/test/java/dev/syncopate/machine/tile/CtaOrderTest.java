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
    order.begin(BY_NUMBER.size());
    List<Long> drawnCtas = new ArrayList<>();
    for (long cta = order.next(); cta >= 0; cta = order.next()) {
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
}
