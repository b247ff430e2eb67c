package dev.syncopate.machine.sample;

import java.util.Arrays;

/** A list of lines with masks of their valid and dirty sectors. */
final class LineList implements RecentLines.LineConsumer {
  private long[] lines = new long[1024];
  private byte[] sectors = new byte[1024];
  private int size;

  @Override
  public void accept(long line, int validSectors, int dirtySectors) {
    if (size == lines.length) {
      lines = Arrays.copyOf(lines, 2 * size);
      sectors = Arrays.copyOf(sectors, 2 * size);
    }
    lines[size] = line;
    sectors[size++] = (byte) (validSectors | dirtySectors * RecentLines.DIRTY);
  }

  /** Gives them in the opposite order. */
  void forEachBackwards(RecentLines.LineConsumer consumer) {
    for (int i = size - 1; i >= 0; i--) {
      consumer.accept(lines[i], sectors[i] & 0xf, sectors[i] >> 4 & 0xf);
    }
  }

  /** Gives them in order. */
  void forEach(RecentLines.LineConsumer consumer) {
    for (int i = 0; i < size; i++) {
      consumer.accept(lines[i], sectors[i] & 0xf, sectors[i] >> 4 & 0xf);
    }
  }
}
