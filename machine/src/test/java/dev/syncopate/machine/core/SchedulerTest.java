package dev.syncopate.machine.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SchedulerTest {
  @Test
  void theOldestCtaGoesFirstWhateverItsSlot() {
    OldestFirst scheduler = new OldestFirst(4);
    scheduler.arrived(0b1100);
    scheduler.arrived(0b0011);
    assertThat(scheduler.pick(0b1111, 0)).isEqualTo(2);
    assertThat(scheduler.pick(0b0011, 0)).isEqualTo(0);
    scheduler.departed(0b1100);
    scheduler.arrived(0b1100);
    assertThat(scheduler.pick(0b1111, 0)).as("the CTA that came back is the youngest").isEqualTo(0);
  }

  @Test
  void eachWarpGetsItsTurn() {
    RoundRobin scheduler = new RoundRobin(2);
    assertThat(scheduler.pick(0b1011, 0)).isEqualTo(0);
    assertThat(scheduler.pick(0b1011, 0)).isEqualTo(1);
    assertThat(scheduler.pick(0b1011, 0)).isEqualTo(3);
    assertThat(scheduler.pick(0b1011, 0)).isEqualTo(0);
    assertThat(scheduler.pick(1L << 63 | 1, 1)).isEqualTo(0);
    assertThat(scheduler.pick(1L << 63 | 1, 1)).isEqualTo(63);
    assertThat(scheduler.pick(1L << 63 | 1, 1)).isEqualTo(0);
  }
}
