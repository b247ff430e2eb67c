package dev.syncopate.memory.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LineBytesTest {
  private static boolean bit(long low, long high, int index) {
    return ((index < 64 ? low : high) >>> index & 1) != 0;
  }

  @Test
  void rangesHaveTheBitsOfTheirBytes() {
    for (int start = 0; start < 128; start++) {
      for (int bytes = 1; start + bytes <= 128; bytes++) {
        long low = LineBytes.rangeLow(start, bytes);
        long high = LineBytes.rangeHigh(start, bytes);
        for (int i = 0; i < 128; i++) {
          assertThat(bit(low, high, i))
              .as("bit %d of %d+%d", i, start, bytes)
              .isEqualTo(i >= start && i < start + bytes);
        }
        assertThat(LineBytes.first(low, high)).isEqualTo(start);
        assertThat(LineBytes.end(low, high)).isEqualTo(start + bytes);
      }
    }
  }

  @Test
  void sectorsCoverWhatIsTouchedAndNoMore() {
    SplittableRandom random = new SplittableRandom(3);
    for (int sector : new int[] {32, 64, 128}) {
      for (int i = 0; i < 1000; i++) {
        long low = 1L << random.nextInt(64) & -(long) random.nextInt(2);
        long high = 1L << random.nextInt(64) & -(long) random.nextInt(2);
        long allLow = LineBytes.sectorsLow(low, high, sector);
        long allHigh = LineBytes.sectorsHigh(low, high, sector);
        for (int b = 0; b < 128; b++) {
          boolean touched = false;
          for (int neighbour = b / sector * sector;
              neighbour < b / sector * sector + sector;
              neighbour++) {
            touched |= bit(low, high, neighbour);
          }
          assertThat(bit(allLow, allHigh, b)).isEqualTo(touched);
        }
      }
    }
  }

  /** Masks of runs of random length, so that whole groups of eight and whole halves occur. */
  @Test
  void copiesChosenBytesAndTellsOfChanges() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 3000; i++) {
      byte[] source = new byte[140];
      byte[] target = new byte[150];
      random.nextBytes(source);
      random.nextBytes(target);
      if (random.nextBoolean()) {
        System.arraycopy(source, 5, target, 9, 128);
        target[9 + random.nextInt(128)]++;
      }
      long low = mask(random);
      long high = random.nextBoolean() ? 0 : mask(random);
      byte[] expected = target.clone();
      boolean differs = false;
      for (int b = 0; b < 128; b++) {
        if (bit(low, high, b)) {
          differs |= expected[9 + b] != source[5 + b];
          expected[9 + b] = source[5 + b];
        }
      }
      byte[] copied = target.clone();
      LineBytes.copy(source, 5, copied, 9, low, high);
      assertThat(copied).isEqualTo(expected);
      assertThat(LineBytes.write(source, 5, target, 9, low, high)).isEqualTo(differs);
      assertThat(target).isEqualTo(expected);
    }
  }

  private static long mask(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> -1;
      case 1 -> 0xffL << (8 * random.nextInt(8));
      case 2 -> random.nextLong();
      default -> LineBytes.rangeLow(random.nextInt(32), 1 + random.nextInt(32));
    };
  }
}
