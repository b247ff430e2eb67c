package dev.syncopate.study.chart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Axes end at or above the highest value, at ticks that people would choose. */
class AxisScaleTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0; 0 1",
        "1; 0.0 0.2 0.4 0.6 0.8 1.0",
        "1.01; 0.0 0.2 0.4 0.6 0.8 1.0 1.2",
        "7; 0 1 2 3 4 5 6 7",
        "7.1; 0 2 4 6 8",
        "29; 0 5 10 15 20 25 30",
        "0.03; 0.000 0.005 0.010 0.015 0.020 0.025 0.030",
        "99999; 0 20,000 40,000 60,000 80,000 100,000",
      })
  void ticksAreRoundNumbers(double highest, String labels) {
    AxisScale scale = AxisScale.upTo(highest);
    assertThat(String.join(" ", scale.labels())).isEqualTo(labels);
    assertThat(scale.top()).isGreaterThanOrEqualTo(highest - 1e-12);
  }
}
