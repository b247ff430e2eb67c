package dev.syncopate.study.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.study.figure.BoxPlotFigure.Box;
import java.util.List;
import org.junit.jupiter.api.Test;

class MeansTest {
  @Test
  void meansLeaveOutWhatWasNotMeasured() {
    List<Double> values = List.of(2.0, Double.NaN, 8.0);
    assertThat(Means.geometric(values)).isEqualTo(4, within(1e-12));
    assertThat(Means.arithmetic(values)).isEqualTo(5);
    assertThat(Means.geometric(List.of(Double.NaN))).isNaN();
  }

  @Test
  void quartilesBetweenSamplesAreInterpolated() {
    Box box = Box.of("g", "s", new long[] {40, 10, 30, 20}, 10);
    assertThat(box).isEqualTo(new Box("g", "s", 1, 1.75, 2.5, 3.25, 4, 4));
    assertThat(Box.of("g", "s", new long[] {7}, 1)).isEqualTo(new Box("g", "s", 7, 7, 7, 7, 7, 1));
  }
}
