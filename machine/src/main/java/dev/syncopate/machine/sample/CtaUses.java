package dev.syncopate.machine.sample;

import java.util.Arrays;

/** Uses of lines by a CTA, in order. */
final class CtaUses {
  /** Mask of a use's sectors. */
  private static final int SECTORS = 0xf;

  private static final int WRITES = 0x10;

  final long cta;
  private long[] lines = new long[64];
  private byte[] uses = new byte[64];
  private int size;
  private int next;

  /**
   * @param cta its number in the grid
   */
  CtaUses(long cta) {
    this.cta = cta;
  }

  void add(long line, int sectors, boolean writes) {
    if (size == lines.length) {
      lines = Arrays.copyOf(lines, 2 * size);
      uses = Arrays.copyOf(uses, 2 * size);
    }
    lines[size] = line;
    uses[size++] = (byte) (sectors | (writes ? WRITES : 0));
  }

  /** Whether {@link #line} and the others say something; {@link #advance} goes on to the next. */
  boolean hasNext() {
    return next < size;
  }

  long line() {
    return lines[next];
  }

  int sectors() {
    return uses[next] & SECTORS;
  }

  boolean writes() {
    return (uses[next] & WRITES) != 0;
  }

  void advance() {
    next++;
  }
}
