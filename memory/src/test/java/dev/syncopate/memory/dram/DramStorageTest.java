package dev.syncopate.memory.dram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DramStorageTest {
  private final DramStorage storage = new DramStorage();

  @Test
  void untouchedMemoryIsZeroAndCostsNothing() {
    byte[] target = {1, 2, 3, 4};
    storage.read(1L << 40, target, 1, 2);
    assertThat(target).containsExactly(1, 0, 0, 4);
    assertThat(storage.residentBytes()).isZero();
  }

  @Test
  void whatIsWrittenIsReadAcrossPages() {
    byte[] source = new byte[200_000];
    new Random(3).nextBytes(source);
    storage.write(65_536 - 100, source, 0, source.length);
    byte[] target = new byte[source.length];
    storage.read(65_536 - 100, target, 0, target.length);
    assertThat(target).isEqualTo(source);
    byte[] around = new byte[2];
    storage.read(65_536 - 101, around, 0, 2);
    assertThat(around).containsExactly(0, source[0]);
    assertThat(storage.residentBytes()).as("pages 0 to 4").isEqualTo(5 * 65_536);
  }

  @Test
  void onlyTheMaskedBytesOfALineAreWritten() {
    long seed = 11;
    Random random = new Random(seed);
    byte[] expected = new byte[1 << 12];
    byte[] line = new byte[140];
    for (int step = 0; step < 5000; step++) {
      int lineBytes = 32 << random.nextInt(3);
      int offset = random.nextInt(expected.length / lineBytes) * lineBytes;
      int lineOffset = random.nextInt(12);
      long low = mask(random);
      long high = mask(random);
      random.nextBytes(line);
      storage.write(offset, line, lineOffset, low, high, lineBytes);
      for (int i = 0; i < lineBytes; i++) {
        if (((i < 64 ? low : high) >>> (i % 64) & 1) != 0) {
          expected[offset + i] = line[lineOffset + i];
        }
      }
    }
    byte[] target = new byte[expected.length];
    storage.read(0, target, 0, target.length);
    assertThat(target).as("seed %s", seed).isEqualTo(expected);
  }

  private static long mask(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> -1;
      case 1 -> 0;
      case 2 -> random.nextLong() | 0xff0000ff00L;
      default -> random.nextLong();
    };
  }

  @Test
  void aNegativeOffsetIsRefused() {
    assertThatThrownBy(() -> storage.read(-1, new byte[1], 0, 1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("offset -1 is negative");
  }
}
