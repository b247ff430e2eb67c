package dev.syncopate.study.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LegendTest {
  private static List<Legend.Place> places(String... names) {
    return Legend.places(List.of(names), 10, 100, 20, 5);
  }

  @Test
  void entriesThatFitStandInOneRow() {
    assertThat(places("ab", "abcd"))
        .containsExactly(new Legend.Place(10, 0), new Legend.Place(40, 0), new Legend.Place(80, 0));
  }

  @Test
  void anEntryThatWouldLeaveThePictureBeginsARow() {
    assertThat(places("abcd", "abcdefg", "ab"))
        .containsExactly(
            new Legend.Place(10, 0),
            new Legend.Place(10, 20),
            new Legend.Place(65, 20),
            new Legend.Place(95, 20));
  }

  @Test
  void anEntryWiderThanThePictureHasARowAlone() {
    assertThat(places("a very long name of a mechanism", "b"))
        .extracting(Legend.Place::down)
        .containsExactly(0.0, 20.0, 20.0);
  }
}
