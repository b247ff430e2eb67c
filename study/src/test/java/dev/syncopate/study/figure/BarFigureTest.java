package dev.syncopate.study.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a chart's highest bars are clipped. */
class BarFigureTest {
  private static BarFigure bars(List<BarFigure.Stated> stated, double... values) {
    return new BarFigure(
        "id",
        "title",
        "note",
        "speed-up",
        "×",
        List.of("one"),
        Arrays.stream(values)
            .mapToObj(value -> new BarFigure.Group("at " + value, List.of(value)))
            .toList(),
        List.of(),
        stated);
  }

  @Test
  void aBarThatSquashesTheOthersIsClippedAtThreeTimesTheThirdQuartile() {
    assertThat(bars(List.of(), 1, 1, 1, 2, 50).clip()).isEqualTo(6);
  }

  @Test
  void barsOfOneOrderOfMagnitudeAreNot() {
    assertThat(bars(List.of(), 1, 1, 2, 2, 5).clip()).isNaN();
    assertThat(bars(List.of()).clip()).isNaN();
    assertThat(bars(List.of(), Double.NaN).clip()).isNaN();
  }

  @Test
  void barsOfWhichMoreThanAFifthAreHighAreNot() {
    assertThat(bars(List.of(), 1, 1, 1, 1, 1, 1, 50, 60).clip()).isNaN();
  }

  @Test
  void whatThePaperStatesIsNeverClipped() {
    List<BarFigure.Stated> stated = List.of(new BarFigure.Stated("at 50.0", "one", 40, "40"));
    assertThat(bars(stated, 1, 1, 1, 2, 50).clip()).isEqualTo(40);
  }
}
