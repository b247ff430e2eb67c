package dev.syncopate.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({"0, 0:00", "7, 0:07", "750, 12:30", "3599, 59:59", "3900, 1:05:00"})
  void clock(long seconds, String text) {
    assertThat(DurationText.clock(seconds)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "950.4, 950",
    "999.4, 999",
    "999.6, 1.00k",
    "12345, 12.3k",
    "123456, 123k",
    "999600, 1.00M",
    "1200000, 1.20M",
    "2.5e15, 2500T",
    "Infinity, -",
    "NaN, -",
  })
  void rate(double perSecond, String text) {
    assertThat(DurationText.rate(perSecond)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0.00161, 1.6 ms",
    "0.0999, 99.9 ms",
    "0.0999999, 0.10 s",
    "0.4242, 0.42 s",
    "9.994, 9.99 s",
    "9.996, 10.0 s",
    "12.34, 12.3 s",
    "240.2, 240 s"
  })
  void seconds(double seconds, String text) {
    assertThat(DurationText.seconds(seconds)).isEqualTo(text);
  }
}
