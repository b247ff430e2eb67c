package dev.syncopate.sim.bits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compared with the library's own functions. */
class BitsTest {
  @Test
  void theLowestBitIsFoundWhateverIsAboveIt() {
    SplittableRandom random = new SplittableRandom(1);
    for (int bit = 0; bit < Long.SIZE; bit++) {
      for (long above : new long[] {0, -1, random.nextLong(), random.nextLong()}) {
        long word = 1L << bit | above << bit;
        assertThat(Bits.lowest(word))
            .as("of 0x%x", word)
            .isEqualTo(Long.numberOfTrailingZeros(word));
      }
    }
  }
}
