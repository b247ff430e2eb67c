package dev.syncopate.check.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Unwritten bytes, compared with a set of bits that is plainly right. */
class UnwrittenBytesTest {
  private static final long BASE = 1L << 32;
  private static final int SPAN = 6 << 22; // several folders of pages

  @Test
  void rangesOfAnySizeAndPlaceAreAsInASetOfBits() {
    for (int seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      UnwrittenBytes bytes = new UnwrittenBytes();
      BitSet plain = new BitSet(SPAN);
      for (int i = 0; i < 60; i++) {
        int start = random.nextInt(SPAN);
        int count = 1 + random.nextInt(Math.min(SPAN - start, 1 << random.nextInt(25)));
        boolean unwritten = random.nextBoolean();
        plain.set(start, start + count, unwritten);
        if (unwritten) {
          bytes.add(BASE + start, count);
        } else {
          bytes.remove(BASE + start, count);
        }
        for (int look = 0; look < 40; look++) {
          int position = look == 0 ? Math.max(0, start - 5) : random.nextInt(SPAN - 64);
          long expected = 0;
          for (int b = 0; b < 32; b++) {
            expected |= plain.get(position + b) ? 1L << b : 0;
          }
          assertThat(bytes.of(BASE + position, 32))
              .as("seed %d, byte %d", seed, position)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void whatNobodyHasSaidIsUnwrittenIsWritten() {
    assertThat(new UnwrittenBytes().of(BASE + 4090, 16)).isZero();
  }
}
