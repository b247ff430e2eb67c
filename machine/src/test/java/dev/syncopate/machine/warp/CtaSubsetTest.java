package dev.syncopate.machine.warp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which CTAs a sample takes. */
class CtaSubsetTest {
  @Test
  void strataLieInTheMiddlesOfEqualParts() {
    CtaSubset subset = new CtaSubset(100, 2, 2, 10);
    assertThat(ctas(subset))
        .containsExactly(
            LongStream.concat(LongStream.range(10, 30), LongStream.range(60, 80)).toArray());
    assertThat(subset.isPart()).isTrue();
  }

  @Test
  void noneComesTwiceAndNoneIsOutside() {
    for (long grid = 1; grid <= 24; grid++) {
      for (long step = 1; step <= grid; step++) {
        for (long strata = 1; strata <= grid / step; strata++) {
          for (long rows = 1; rows <= grid / step / strata; rows++) {
            long[] ctas = ctas(new CtaSubset(grid, strata, rows, step));
            assertThat(ctas)
                .isSorted()
                .doesNotHaveDuplicates()
                .hasSize((int) (strata * rows * step));
            assertThat(ctas[0]).isNotNegative();
            assertThat(ctas[ctas.length - 1]).isLessThan(grid);
          }
        }
      }
    }
  }

  @Test
  void allIsAll() {
    assertThat(ctas(CtaSubset.all(7))).containsExactly(0, 1, 2, 3, 4, 5, 6);
    assertThat(CtaSubset.all(7).isPart()).isFalse();
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
