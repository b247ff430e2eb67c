package dev.syncopate.machine.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LaneRangesTest {
  @Test
  void lanesAreGivenAsRanges() {
    assertThat(LaneRanges.describe(0b1000)).isEqualTo("lane 3");
    assertThat(LaneRanges.describe(0xffffL)).isEqualTo("lanes 0-15");
    assertThat(LaneRanges.describe(0b1011_0001L)).isEqualTo("lanes 0,4-5,7");
    assertThat(LaneRanges.describe(-1L)).isEqualTo("lanes 0-63");
    assertThat(LaneRanges.describe(1L << 63)).isEqualTo("lane 63");
  }

  @Test
  void oneLaneWaitsAndSeveralWait() {
    assertThat(LaneRanges.doing(2, "waits", "wait")).isEqualTo("lane 1 waits");
    assertThat(LaneRanges.doing(6, "waits", "wait")).isEqualTo("lanes 1-2 wait");
  }
}
