package dev.syncopate.machine.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.sim.stats.StudentQuantile;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

/** Which launches of a stratum are timed, and the error of its estimate. */
class LaunchStratumTest {
  private static final TreeMap<String, Long> NONE = new TreeMap<>();

  private static LaunchStratum stratum(int every, long seed) {
    return new LaunchStratum(new SamplingRate(every, 0), new SplittableRandom(seed), 1000, 10);
  }

  /** Runs so many launches; returns how many were timed. */
  private static int run(
      LaunchStratum stratum, int launches, IntToLongFunction x, IntToLongFunction cycles) {
    int timed = 0;
    for (int i = 0; i < launches; i++) {
      if (stratum.choosesNext()) {
        stratum.timed(x.applyAsLong(i), cycles.applyAsLong(i), NONE);
        timed++;
      } else {
        stratum.untimed(x.applyAsLong(i));
      }
    }
    return timed;
  }

  @Test
  void oneOfEachBlockIsTimedAfterTheFirstTwo() {
    LaunchStratum stratum = stratum(10, 1);
    assertThat(run(stratum, 102, i -> 1000, i -> 500)).isEqualTo(2 + 10);
    CycleEstimate estimate = stratum.estimate();
    assertThat(estimate.launches()).isEqualTo(102);
    assertThat(estimate.cycles()).isEqualTo(102 * 500);
    assertThat(estimate.halfWidth()).isZero();
  }

  @Test
  void constantCyclesNeedAsManyTimedLaunchesAsTheLogarithm() {
    assertThat(run(stratum(0, 1), 1024, i -> 1000, i -> 500)).isBetween(2 + 5, 2 + 6);
  }

  /** A stratum of which one launch in four is timed, and each third launch of the device is. */
  @Test
  void aLaunchBeforeATimedOneIsKnown() {
    LaunchStratum stratum = stratum(4, 1);
    int afterTimed = 0;
    for (int i = 0; i < 40; i++) {
      int number = 3 * i;
      boolean precedes = i > 0 && stratum.isTimedSoonAfter(number - 1, false);
      boolean precedesNext = i > 0 && stratum.isTimedSoonAfter(number, true);
      stratum.begins(number);
      boolean timed = stratum.choosesNext();
      if (i > 0) {
        assertThat(precedes).as("of another family, before launch %d", i).isEqualTo(timed);
      }
      if (timed) {
        assertThat(precedesNext).as("timed itself").isFalse();
        stratum.timed(1000, 100, NONE);
      } else {
        stratum.untimed(1000);
        assertThat(precedesNext)
            .as("launch %d, before the one of the family", i)
            .isEqualTo(stratum.choosesNext());
        afterTimed++;
      }
    }
    assertThat(afterTimed).isEqualTo(40 - 2 - 10);
  }

  @Test
  void aStratumThatIsNotLaunchedAnyMoreIsNotExpected() {
    LaunchStratum stratum = stratum(4, 1);
    for (int number : new int[] {0, 5}) {
      stratum.begins(number);
      assertThat(stratum.choosesNext()).isTrue();
      if (number == 0) {
        stratum.timed(1000, 100, NONE);
      }
    }
    assertThat(stratum.isTimedSoonAfter(10, false)).as("due").isTrue();
    assertThat(stratum.isTimedSoonAfter(15, false)).as("late").isTrue();
    assertThat(stratum.isTimedSoonAfter(16, false)).as("given up").isFalse();
  }

  @Test
  void varyingCyclesNeedMore() {
    SplittableRandom random = new SplittableRandom(3);
    int timed = run(stratum(0, 1), 1024, i -> 1000, i -> 300 + random.nextInt(400));
    assertThat(timed).isBetween(50, 200); // of a deviation of 23 %, (2 * 23 / 5)² = 85 launches
  }

  @Test
  void withEqualWeightsTheErrorIsThatOfASimpleRandomSample() {
    LaunchStratum stratum = stratum(4, 1);
    long[] cycles = {90, 110}; // of the first two launches, of two more nothing is known
    for (long value : cycles) {
      assertThat(stratum.choosesNext()).isTrue();
      stratum.timed(1000, value, NONE);
    }
    boolean _ = stratum.choosesNext();
    stratum.untimed(1000);
    stratum.untimed(1000);
    CycleEstimate estimate = stratum.estimate();
    assertThat(estimate.cycles()).isEqualTo(400);
    double squared = 200; // (10² + 10²) / (2 - 1)
    assertThat(estimate.variance()).isCloseTo(16 * (1 - 2 / 4.0) * squared / 2, within(1e-9));
    assertThat(estimate.halfWidth()).isCloseTo(12.706 * Math.sqrt(800), within(1e-6));
  }

  @Test
  void theIntervalCoversTheTruthAboutAsOftenAsItSays() {
    int covered = 0;
    int trials = 400;
    for (int trial = 0; trial < trials; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      long[] x = random.longs(200, 900, 1200).toArray();
      long[] y = new long[x.length];
      long truth = 0;
      for (int i = 0; i < x.length; i++) {
        y[i] = 200 + x[i] / 2 + random.nextInt(100);
        truth += y[i];
      }
      LaunchStratum stratum = stratum(10, trial);
      int _ = run(stratum, x.length, i -> x[i], i -> y[i]);
      CycleEstimate estimate = stratum.estimate();
      covered += Math.abs(estimate.cycles() - truth) <= estimate.halfWidth() ? 1 : 0;
    }
    assertThat(covered).isBetween(trials * 88 / 100, trials * 99 / 100);
  }

  @Test
  void aSlopeIsEstimatedFromFiveTimedLaunchesOn() {
    LaunchStratum stratum = stratum(1, 1);
    int _ = run(stratum, 4, i -> 1000 + 50 * i, i -> 500 + 25 * i);
    assertThat(stratum.predict(1200)).isEqualTo(537.5); // the mean
    int _ = run(stratum, 1, i -> 1200, i -> 600);
    assertThat(stratum.predict(1200)).isCloseTo(600, within(1e-9));
  }

  /** Four launches with the same instructions and one with one more say nothing about the slope. */
  @Test
  void theErrorOfASlopeIsLimitedByItsRange() {
    LaunchStratum stratum = stratum(1, 1);
    int _ = run(stratum, 5, i -> i == 4 ? 1001 : 1000, i -> 490 + 5 * i);
    for (int i = 0; i < 100; i++) {
      stratum.untimed(1200);
    }
    CycleEstimate estimate = stratum.estimate();
    double steepest = 0.5; // cycles in proportion to instructions
    double ofSlope = 200 * steepest / 2;
    assertThat(Math.sqrt(estimate.variance()) / 100).isBetween(0.99 * ofSlope, 1.1 * ofSlope);
  }

  @Test
  void aSlopeIsNeverNegative() {
    LaunchStratum stratum = stratum(1, 1);
    int _ = run(stratum, 6, i -> 1000 + 40 * i, i -> 600 - 40 * i);
    assertThat(stratum.predict(1000)).isEqualTo(500);
  }

  @Test
  void countersThatWereCountedAreKeptAndTheOthersAreTheMean() {
    LaunchStratum stratum = stratum(4, 1);
    for (long hits : new long[] {10, 30}) {
      boolean _ = stratum.choosesNext();
      stratum.timed(1000, 100, new TreeMap<>(Map.of("l1.hits", hits, "instructions.warp", 7L)));
    }
    assertThat(stratum.counters(1000, new TreeMap<>(Map.of("instructions.warp", 9L))))
        .isEqualTo(Map.of("l1.hits", 20L, "instructions.warp", 9L));
  }

  @Test
  void launchesWithAQuarterMoreInstructionsBelongElsewhere() {
    LaunchStratum stratum = stratum(0, 1);
    assertThat(stratum.includes(1250)).isTrue();
    assertThat(stratum.includes(800)).isTrue();
    assertThat(stratum.includes(1251)).isFalse();
    assertThat(stratum.includes(799)).isFalse();
  }

  @Test
  void theQuantileIsStudents() {
    assertThat(StudentQuantile.of(1)).isEqualTo(12.706);
    assertThat(StudentQuantile.of(20)).isEqualTo(2.086);
    assertThat(StudentQuantile.of(30)).isCloseTo(2.042, within(0.001));
    assertThat(StudentQuantile.of(1_000_000)).isCloseTo(1.96, within(0.001));
    assertThatThrownBy(() -> StudentQuantile.of(0)).hasMessage("0 degrees of freedom");
  }
}
