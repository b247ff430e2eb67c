package dev.syncopate.machine.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** In which order a CTA's warps use their lines. */
class CtaUsesTest {
  private static List<String> order(CtaUses uses) {
    List<String> order = new ArrayList<>();
    uses.takeTurns();
    while (uses.hasNext()) {
      order.add(uses.line() + ":" + uses.sectors() + (uses.writes() ? "w" : "r"));
      uses.advance();
    }
    return order;
  }

  @Test
  void loadsOfAllWarpsComeBeforeTheStoresBehindThem() {
    CtaUses uses = new CtaUses(0);
    for (int warp = 0; warp < 12; warp++) {
      uses.add(warp, 100 + warp, 0b1111, false);
      uses.add(warp, 200 + warp, 0b0001, true);
    }
    List<String> order = order(uses);
    assertThat(order).hasSize(24).startsWith("100:15r", "101:15r").endsWith("210:1w", "211:1w");
    assertThat(order.subList(0, 12)).allMatch(use -> use.endsWith("r"));
  }

  @Test
  void aWarpWithMoreUsesGoesOnAlone() {
    CtaUses uses = new CtaUses(0);
    uses.add(1, 7, 1, false);
    for (int line = 0; line < 100; line++) {
      uses.add(0, line, 1, false);
    }
    assertThat(order(uses)).hasSize(101).startsWith("7:1r", "0:1r", "1:1r").endsWith("99:1r");
  }

  @Test
  void aCtaWithoutUsesIsDone() {
    assertThat(order(new CtaUses(0))).isEmpty();
  }
}
