package dev.syncopate.app.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Ratios of two versions' times, and their spread. */
class RatioSampleTest {
  private static RatioSample sample(double... times) {
    RatioSample sample = new RatioSample("work");
    for (int i = 0; i < times.length; i += 2) {
      sample.add(times[i], times[i + 1]);
    }
    return sample;
  }

  @Test
  void theRatioIsTheGeometricMeanOfTheRounds() {
    RatioSample sample = sample(2, 1, 1, 2);
    assertThat(sample.ratio()).isCloseTo(1, within(1e-12));
    assertThat(sample(4, 2, 9, 1).ratio()).isCloseTo(Math.sqrt(18), within(1e-12));
  }

  @Test
  void exchangingTheVersionsGivesTheReciprocals() {
    RatioSample sample = sample(2, 1, 3, 2, 5, 2);
    RatioSample exchanged = sample(1, 2, 2, 3, 2, 5);
    assertThat(sample.ratio() * exchanged.ratio()).isCloseTo(1, within(1e-12));
    assertThat(sample.low() * exchanged.high()).isCloseTo(1, within(1e-12));
  }

  @Test
  void theIntervalIsStudents() {
    double e = Math.E;
    RatioSample sample = sample(1, 1, e, 1, e * e, 1); // logarithms 0, 1, 2: deviation 1
    double half = 4.303 / Math.sqrt(3);
    assertThat(Math.log(sample.low())).isCloseTo(1 - half, within(1e-9));
    assertThat(Math.log(sample.high())).isCloseTo(1 + half, within(1e-9));
    assertThat(sample.differs()).isFalse();
  }

  @Test
  void slowRoundsOfTheComputerCancelOut() {
    RatioSample sample = sample(1.1, 1.0, 3.3, 3.0, 2.2, 2.0);
    assertThat(sample.ratio()).isCloseTo(1.1, within(1e-9));
    assertThat(sample.low()).isCloseTo(1.1, within(1e-9));
    assertThat(sample.differs()).isTrue();
    assertThat(sample.ours()).isEqualTo(2.2);
    assertThat(sample.theirs()).isEqualTo(2.0);
  }

  @Test
  void equalVersionsDifferInOneOfTwentyComparisons() {
    int differing = 0;
    int trials = 1000;
    for (int trial = 0; trial < trials; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      RatioSample sample = new RatioSample("work");
      for (int round = 0; round < 5; round++) {
        double computer = 1 + random.nextDouble(); // for both
        sample.add(
            computer * Math.exp(0.05 * random.nextGaussian()),
            computer * Math.exp(0.05 * random.nextGaussian()));
      }
      differing += sample.differs() ? 1 : 0;
    }
    assertThat(differing).isBetween(trials * 3 / 100, trials * 7 / 100);
  }

  @Test
  void oneRoundHasNoInterval() {
    RatioSample sample = sample(3, 1);
    assertThat(sample.low()).isZero();
    assertThat(sample.high()).isInfinite();
    assertThat(sample.differs()).isFalse();
  }

  @Test
  void timesArePositive() {
    assertThatThrownBy(() -> sample(1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("work: times are positive, not 1.0 and 0.0");
  }

  @Test
  void theTableIsMarkdown() {
    RatioSample slow = new RatioSample("run x");
    slow.add(1.1, 1.0);
    slow.add(1.1, 1.0);
    RatioSample single = new RatioSample("Bench.y size=2");
    single.add(2e-8, 4e-8);
    assertThat(RatioSample.table(List.of(slow, single), "0a1b2c3d"))
        .isEqualTo(
            """
            |                | rounds |    this | 0a1b2c3d | ratio | 95% interval   |        |
            | ---            |   ---: |    ---: |     ---: |  ---: | ---            | ---    |
            | run x          |      2 |  1.10 s |   1.00 s | 1.100 | 1.100 to 1.100 | slower |
            | Bench.y size=2 |      1 | 20.0 ns |  40.0 ns | 0.500 | -              |        |
            """);
  }
}
