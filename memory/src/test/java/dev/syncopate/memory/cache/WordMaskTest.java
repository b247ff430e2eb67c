package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WordMaskTest {
  private static boolean bit(long low, long high, int bit) {
    return ((bit < 64 ? low : high) >>> bit & 1) != 0;
  }

  /** Seven bits of eight are set. */
  private static long full(SplittableRandom random) {
    long bits = 0;
    for (int i = 0; i < 3; i++) {
      bits |= random.nextLong();
    }
    return bits;
  }

  @Test
  void wordsAreOfFourBytes() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 2000; round++) {
      long low = full(random);
      long high = ~full(random);
      int touched = WordMask.touched(low, high);
      int covered = WordMask.covered(low, high);
      for (int word = 0; word < 32; word++) {
        int bytes = 0;
        for (int i = 0; i < WordMask.BYTES; i++) {
          bytes += bit(low, high, WordMask.BYTES * word + i) ? 1 : 0;
        }
        assertThat(touched >>> word & 1).as("word %d", word).isEqualTo(bytes > 0 ? 1 : 0);
        assertThat(covered >>> word & 1).as("word %d", word).isEqualTo(bytes == 4 ? 1 : 0);
      }
    }
  }

  @Test
  void bytesOfWordsAreAllOfThem() {
    SplittableRandom random = new SplittableRandom(2);
    for (int round = 0; round < 2000; round++) {
      int words = random.nextInt();
      for (int i = 0; i < 128; i++) {
        assertThat(bit(WordMask.low(words), WordMask.high(words), i))
            .isEqualTo((words >>> (i / WordMask.BYTES) & 1) != 0);
      }
    }
  }
}
