package dev.syncopate.memory.dram;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DramTimingTest {
  @Test
  void timesAreRoundedUpToCoreCycles() {
    assertThat(DramTiming.cycles(13_750, 1000)).isEqualTo(14);
    assertThat(DramTiming.cycles(14_000, 1000)).isEqualTo(14);
    assertThat(DramTiming.cycles(13_750, 1200)).as("16.5 cycles").isEqualTo(17);
    assertThat(DramTiming.cycles(1, 1)).isEqualTo(1);
    assertThat(DramTiming.cycles(0, 1200)).isZero();
    assertThat(DramTiming.cycles(10_000_000, 100_000)).isEqualTo(1_000_000);
  }

  @Test
  void ticksAreExactInBothClocks() {
    DramTiming timing = DramTiming.of(DramConfigs.HBM2, 1200);
    // 1700 beats of 850 MHz last as long as 1200 cycles of 1200 MHz: a microsecond.
    assertThat(timing.cycleAfter(1700L * timing.ticksPerBeat())).isEqualTo(1200);
    assertThat(timing.cycleAfter(1700L * timing.ticksPerBeat() + 1)).isEqualTo(1201);
    // A gap of 2353 ps is four beats and 0.02 % more, rounded up to a tick.
    assertThat(timing.rtwTicks()).isEqualTo(4 * timing.ticksPerBeat() + 1);
  }
}
