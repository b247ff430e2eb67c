package dev.syncopate.machine.sample;

import java.util.Arrays;

/**
 * Uses of lines by a CTA. Its warps use their lines in turn, since in cycles they run at the same
 * time: loads of all warps before the stores that wait for them.
 */
final class CtaUses {
  /** Mask of a use's sectors. */
  private static final int SECTORS = 0xf;

  private static final int WRITES = 0x10;

  final long cta;

  /** Whether it is one of those that will run in cycles. */
  boolean chosen;

  /** In the order in which they were recorded: lines, sectors, and numbers within their warps. */
  private long[] lines = new long[64];

  private byte[] uses = new byte[64];
  private int[] turns = new int[64];
  private int size;

  /** How many uses each warp has. */
  private int[] usesOfWarp = new int[8];

  /** Elements by turns; empty until all uses have been recorded. */
  private int[] order = {};

  private int next;

  /**
   * @param cta its number in the grid
   */
  CtaUses(long cta) {
    this.cta = cta;
  }

  /**
   * @param warp its number in the CTA
   */
  void add(int warp, long line, int sectors, boolean writes) {
    if (size == lines.length) {
      lines = Arrays.copyOf(lines, 2 * size);
      uses = Arrays.copyOf(uses, 2 * size);
      turns = Arrays.copyOf(turns, 2 * size);
    }
    if (warp >= usesOfWarp.length) {
      usesOfWarp = Arrays.copyOf(usesOfWarp, Math.max(warp + 1, 2 * usesOfWarp.length));
    }
    lines[size] = line;
    uses[size] = (byte) (sectors | (writes ? WRITES : 0));
    turns[size++] = usesOfWarp[warp]++;
  }

  /** All uses have been recorded: orders them by turns. */
  void takeTurns() {
    int last = Arrays.stream(usesOfWarp).max().orElse(0);
    int[] starts = new int[last + 1];
    for (int use = 0; use < size; use++) {
      starts[turns[use] + 1]++;
    }
    for (int turn = 0; turn < last; turn++) {
      starts[turn + 1] += starts[turn];
    }
    order = new int[size];
    for (int use = 0; use < size; use++) {
      order[starts[turns[use]]++] = use;
    }
  }

  /** Whether {@link #line} and the others say something; {@link #advance} goes on to the next. */
  boolean hasNext() {
    return next < order.length;
  }

  long line() {
    return lines[order[next]];
  }

  int sectors() {
    return uses[order[next]] & SECTORS;
  }

  boolean writes() {
    return (uses[order[next]] & WRITES) != 0;
  }

  void advance() {
    next++;
  }
}
