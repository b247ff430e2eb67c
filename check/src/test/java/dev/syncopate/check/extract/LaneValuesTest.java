package dev.syncopate.check.extract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** Values of lanes are what they were, however they are kept. */
class LaneValuesTest {
  @Test
  void everyLaneKeepsItsValue() {
    long seed = 20_261_123;
    Random random = new Random(seed);
    for (int i = 0; i < 3000; i++) {
      long laneBit = 1L << random.nextInt(64);
      long lanes = i % 5 == 0 ? laneBit : random.nextLong() | laneBit;
      long[] values = new long[70];
      long first = random.nextLong();
      long stride = random.nextInt(3) == 0 ? 0 : random.nextInt(1000) - 500;
      boolean regular = random.nextBoolean();
      for (int lane = 0; lane < 64; lane++) {
        values[6 + lane] = regular ? first + stride * lane : random.nextInt(4);
      }
      LaneValues laneValues = LaneValues.of(lanes, values, 6, 10);
      for (int lane = 0; lane < 64; lane++) {
        if ((lanes >>> lane & 1) != 0) {
          assertThat(laneValues.of(lane))
              .as("seed %d, %d, lane %d", seed, i, lane)
              .isEqualTo(values[6 + lane] - 10);
        }
      }
    }
  }

  @Test
  void onlyTheSameValuesOfTheSameLanesAreTheSame() {
    long[] values = {1, 2, 3, 9};
    LaneValues laneValues = LaneValues.of(0b0111, values, 0, 0);
    assertThat(laneValues.same(LaneValues.of(0b0111, new long[] {1, 2, 3}, 0, 0))).isTrue();
    assertThat(laneValues.same(LaneValues.of(0b0011, values, 0, 0))).isFalse();
    assertThat(laneValues.same(LaneValues.of(0b0111, new long[] {1, 2, 4}, 0, 0))).isFalse();
  }
}
