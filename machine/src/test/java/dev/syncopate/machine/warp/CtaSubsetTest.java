package dev.syncopate.machine.warp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which CTAs a sample takes. */
class CtaSubsetTest {
  @Test
  void allIsAll() {
    assertThat(ctas(CtaSubset.all(7))).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(CtaSubset.all(7).isPart()).isFalse();
  }

  @Test
  void aPositionIsFoundByTheCta() {
    for (CtaSubset subset :
        new CtaSubset[] {
          CtaSubset.all(9), new CtaSubset(100, 3, 2, 10), new CtaSubset(77, 2, 3, 5)
        }) {
      for (long i = 0; i < subset.count(); i++) {
        assertThat(subset.position(subset.at(i))).isEqualTo(i);
      }
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> new CtaSubset(100, 2, 6, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 strata of 6 rows of 10 CTAs do not fit a grid of 100");
  }

  private static long[] ctas(CtaSubset subset) {
    return LongStream.range(0, subset.count()).map(subset::at).toArray();
  }
}
