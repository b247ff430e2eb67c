package dev.syncopate.machine.unit.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.WarpInstruction.ShuffleMode;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Shuffles against the meaning of CUDA's {@code __shfl_*_sync}, and against the manual's
 * pseudo-code for any operands.
 */
class ShuffleTest {
  private static final long SEED = Long.getLong("syncopate.seed", 7);
  private static final long ALL = 0xffff_ffffL;

  private final long[] registers = new long[4 * 32];

  /** Registers 1 to 3 of every lane: the value 100 + lane, and b and c the same everywhere. */
  private long shuffle(ShuffleMode mode, int b, int c, long lanes) {
    Arrays.fill(registers, 0, 32, -1L);
    for (int lane = 0; lane < 32; lane++) {
      registers[32 + lane] = 100L + lane;
      registers[64 + lane] = b;
      registers[96 + lane] = c;
    }
    return Shuffle.apply(
        mode, registers, 0, registers, 32, registers, 64, registers, 96, lanes, lanes);
  }

  /** The c operand that CUDA makes for a segment width. */
  private static int segment(int width, boolean upward) {
    return (32 - width) << 8 | (upward ? 0 : 31);
  }

  @Test
  void segmentsOfEachWidthStayAmongThemselves() {
    for (int width = 1; width <= 32; width *= 2) {
      for (int delta = 0; delta < 32; delta++) {
        for (ShuffleMode mode : ShuffleMode.values()) {
          long inRange = shuffle(mode, delta, segment(width, mode == ShuffleMode.UP), ALL);
          for (int lane = 0; lane < 32; lane++) {
            int start = lane / width * width;
            int end = start + width;
            int source =
                switch (mode) {
                  case UP -> lane - delta;
                  case DOWN -> lane + delta;
                  case BFLY -> lane ^ delta;
                  case IDX -> start + delta % width;
                };
            // A butterfly may reach back into an earlier segment, not on into a later one.
            boolean reaches = source < end && (source >= start || mode == ShuffleMode.BFLY);
            assertThat(registers[lane])
                .as("%s %d width %d lane %d", mode, delta, width, lane)
                .isEqualTo(100 + (reaches ? source : lane));
            assertThat((inRange >>> lane & 1) != 0)
                .as("predicate of %s %d width %d lane %d", mode, delta, width, lane)
                .isEqualTo(reaches);
          }
        }
      }
    }
  }

  @Test
  void scanAddsWhatThePredicateAllows() {
    // The manual's inclusive scan: shfl.up by 1, 2, 4, 8, 16, added where the source is in range.
    long[] sums = new long[32];
    Arrays.fill(sums, 1);
    long[] moved = new long[32];
    for (int step = 1; step < 32; step *= 2) {
      long[] distance = new long[32];
      Arrays.fill(distance, step);
      long inRange =
          Shuffle.apply(ShuffleMode.UP, moved, 0, sums, 0, distance, 0, new long[32], 0, ALL, ALL);
      for (int lane = 0; lane < 32; lane++) {
        sums[lane] += (inRange >>> lane & 1) != 0 ? moved[lane] : 0;
      }
    }
    for (int lane = 0; lane < 32; lane++) {
      assertThat(sums[lane]).isEqualTo(lane + 1);
    }
  }

  @ParameterizedTest
  @EnumSource(ShuffleMode.class)
  void anyOperandsFollowTheManual(ShuffleMode mode) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int round = 0; round < 500; round++) {
      long lanes = round % 4 == 0 ? ALL : random.nextLong() & ALL;
      long[] values = random.longs(32).toArray();
      long[] b = random.longs(32).toArray();
      long[] c = random.longs(32).toArray();
      // The destination is the operand itself now and then.
      long[] d = round % 2 == 0 ? values.clone() : new long[32];
      long[] a = round % 2 == 0 ? d : values;
      long inRange = Shuffle.apply(mode, d, 0, a, 0, b, 0, c, 0, lanes, lanes);
      for (int lane = 0; lane < 32; lane++) {
        if ((lanes >>> lane & 1) == 0) {
          assertThat(d[lane]).isEqualTo(round % 2 == 0 ? values[lane] : 0);
          assertThat(inRange >>> lane & 1).isZero();
          continue;
        }
        int bval = (int) (b[lane] & 0x1f);
        int cval = (int) (c[lane] & 0x1f);
        int mask = (int) (c[lane] >> 8 & 0x1f);
        int maxLane = (lane & mask) | (cval & ~mask & 0x1f);
        int minLane = lane & mask;
        int j = 0;
        boolean pval = false;
        switch (mode) {
          case UP -> {
            j = lane - bval;
            pval = j >= maxLane;
          }
          case DOWN -> {
            j = lane + bval;
            pval = j <= maxLane;
          }
          case BFLY -> {
            j = lane ^ bval;
            pval = j <= maxLane;
          }
          case IDX -> {
            j = minLane | (bval & ~mask & 0x1f);
            pval = j <= maxLane;
          }
        }
        // Undefined by the manual where the source does not take part: hardware gives 0.
        boolean absent = pval && (lanes >>> j & 1) == 0;
        assertThat(d[lane])
            .as("%s lane %d, seed %d, round %d", mode, lane, SEED, round)
            .isEqualTo(absent ? 0 : values[pval ? j : lane] & 0xffff_ffffL);
        assertThat((inRange >>> lane & 1) != 0).isEqualTo(pval);
      }
    }
  }
}
