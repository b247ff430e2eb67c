package dev.syncopate.machine.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.machine.functional.CtaWork;
import dev.syncopate.machine.gpu.KernelRun;
import dev.syncopate.machine.gpu.LaunchOutcome;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.sim.stats.StudentQuantile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Estimates of whole launches of 160 CTAs from 16 that ran on 4 slots, in strata of 2. */
class PartialLaunchTest {
  private static final int SLOTS = 4;
  private static final CtaSubset SUBSET = CtaSubset.waves(4, 160, 2, 2);

  private static PartialLaunch estimate(long[] residence, LongUnaryOperator work) {
    CtaWork counted = new CtaWork(SUBSET);
    for (long cta = 0; cta < SUBSET.grid(); cta++) {
      counted.add(cta, work.applyAsLong(cta));
    }
    return PartialLaunch.of(run(residence), SUBSET, counted, SLOTS);
  }

  private static KernelRun run(long[] residence) {
    return new KernelRun(
        LaunchOutcome.DONE, 1000, new TreeMap<>(), residence, "", null, List.of(), 0);
  }

  @Test
  void equalCtasTakeAWaveEach() {
    long[] residence = new long[16];
    Arrays.fill(residence, 200);
    PartialLaunch estimate = estimate(residence, _ -> 7);
    assertThat(estimate.cycles()).isCloseTo(1000 + 144 / 4 * 200.0, within(1e-6));
    assertThat(estimate.error()).isZero();
    assertThat(estimate.scale()).isEqualTo(10);
    assertThat(estimate.ran()).isEqualTo(16);
  }

  @Test
  void ctasAreScaledByTheirWork() {
    long[] residence = new long[16];
    long totalWork = 0;
    long ran = 0;
    for (int i = 0; i < 16; i++) {
      residence[i] = 10 * (1 + SUBSET.at(i));
      ran += 1 + SUBSET.at(i);
    }
    for (int cta = 0; cta < 160; cta++) {
      totalWork += 1 + cta;
    }
    PartialLaunch estimate = estimate(residence, cta -> 1 + cta);
    assertThat(estimate.cycles()).isCloseTo(1000 + 10.0 * (totalWork - ran) / SLOTS, within(1e-6));
    assertThat(estimate.error()).isCloseTo(0, within(1e-6));
  }

  @Test
  void theFirstStratumAndTheLastWaveDoNotCount() {
    long[] residence = new long[16];
    Arrays.fill(residence, 200);
    Arrays.fill(residence, 0, 2, 900);
    Arrays.fill(residence, 12, 16, 10);
    PartialLaunch estimate = estimate(residence, _ -> 7);
    assertThat(estimate.cycles()).isCloseTo(1000 + 144 / 4 * 200.0, within(1e-6));
    assertThat(estimate.error()).isZero();
  }

  /** Five strata count: their times differ by 0, 20, -20, 20 and -20 from 400. */
  @Test
  void theErrorIsThatOfStrata() {
    long[] residence = new long[16];
    Arrays.fill(residence, 200);
    for (int i = 4; i < 12; i++) {
      residence[i] += i / 2 % 2 == 0 ? 10 : -10;
    }
    PartialLaunch estimate = estimate(residence, _ -> 1);
    double deviation = Math.sqrt(4 * 400 * 5 / 4.0) / 10; // of the time of a CTA
    assertThat(estimate.error())
        .isCloseTo(StudentQuantile.of(4) * deviation * 144 / SLOTS, within(1e-6));
  }

  @Test
  void theIntervalCoversTheTruthAboutAsOftenAsItSays() {
    int covered = 0;
    int trials = 400;
    for (int trial = 0; trial < trials; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      long[] times = random.longs(160, 100, 300).toArray();
      long[] residence = new long[16];
      double otherTime = Arrays.stream(times).sum();
      for (int i = 0; i < 16; i++) {
        residence[i] = times[(int) SUBSET.at(i)];
        otherTime -= residence[i];
      }
      PartialLaunch estimate = estimate(residence, _ -> 1);
      double truth = 1000 + otherTime / SLOTS;
      covered += Math.abs(estimate.cycles() - truth) <= estimate.error() ? 1 : 0;
    }
    assertThat(covered).isBetween(trials * 88 / 100, trials);
  }

  @Test
  void countersThatAreNotKnownAreScaled() {
    long[] residence = new long[16];
    Arrays.fill(residence, 200);
    assertThat(
            estimate(residence, _ -> 7)
                .counters(
                    new TreeMap<>(Map.of("dram.reads", 11L, "ctas", 16L)),
                    new TreeMap<>(Map.of("ctas", 160L))))
        .isEqualTo(Map.of("dram.reads", 110L, "ctas", 160L));
  }

  @Test
  void tooFewWavesTellNoError() {
    CtaSubset two = CtaSubset.waves(2, 160, 2, 2);
    assertThatThrownBy(() -> PartialLaunch.of(run(new long[8]), two, new CtaWork(two), SLOTS))
        .hasMessage("8 CTAs ran, which fill 4 slots too few times");
  }
}
