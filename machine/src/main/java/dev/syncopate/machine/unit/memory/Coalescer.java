package dev.syncopate.machine.unit.memory;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.sim.bits.Bits;

/**
 * Divides the addresses of a warp into cache lines, in the order of their first lanes and in one
 * pass: the line of the lane before is tried first, then a small hash table.
 */
final class Coalescer {
  private static final int BUCKETS = 256;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final int lineBytes;
  private final int lineShift;
  private final long[] line;
  private final long[] lanes;
  private final long[] low;
  private final long[] high;

  /** Entry of the lines found so far; valid where the stamp is the present one. */
  private final int[] bucket = new int[BUCKETS];

  private final int[] stamp = new int[BUCKETS];
  private int present;

  Coalescer(int lineBytes, int width) {
    this.lineBytes = lineBytes;
    this.lineShift = Integer.numberOfTrailingZeros(lineBytes);
    this.line = new long[width];
    this.lanes = new long[width];
    this.low = new long[width];
    this.high = new long[width];
  }

  /**
   * The lines of an access.
   *
   * @param bytes each lane touches, naturally aligned
   */
  LineAccess[] lines(WarpAccess access, int bytes) {
    if (Long.bitCount(access.lanes) == 1) {
      return new LineAccess[] {line(access, bytes)};
    }
    int count = 0;
    int index = -1;
    long current = -1;
    long ones = (1L << bytes) - 1;
    present++;
    int lane = Bits.lowest(access.lanes);
    for (long rest = access.lanes >>> lane; rest != 0; rest >>>= 1, lane++) { // mostly in a row
      if ((rest & 1) == 0) {
        continue;
      }
      long address = access.address[lane];
      long number = address >>> lineShift;
      if (number != current) {
        index = find(number, count);
        if (index == count) {
          line[count] = number;
          lanes[count] = 0;
          low[count] = 0;
          high[count] = 0;
          count++;
        }
        current = number;
      }
      lanes[index] |= 1L << lane;
      int offset = (int) address & (lineBytes - 1);
      if (offset < 64) {
        low[index] |= ones << offset;
      } else {
        high[index] |= ones << offset;
      }
    }
    LineAccess[] lines = new LineAccess[count];
    for (int i = 0; i < count; i++) {
      lines[i] = new LineAccess(access, line[i] << lineShift, lanes[i], low[i], high[i]);
    }
    return lines;
  }

  /** The line of an access of one lane. */
  private LineAccess line(WarpAccess access, int bytes) {
    long address = access.address[Bits.lowest(access.lanes)];
    int offset = (int) address & (lineBytes - 1);
    long ones = ((1L << bytes) - 1) << offset; // by offset - 64 where that is not negative
    return new LineAccess(
        access, address - offset, access.lanes, offset < 64 ? ones : 0, offset < 64 ? 0 : ones);
  }

  /** The entry of a line; {@code count}, now in the table, when it is new. */
  private int find(long number, int count) {
    int slot = (int) ((number * GOLDEN) >>> 56);
    while (stamp[slot] == present) {
      if (line[bucket[slot]] == number) {
        return bucket[slot];
      }
      slot = (slot + 1) & (BUCKETS - 1);
    }
    stamp[slot] = present;
    bucket[slot] = count;
    return count;
  }
}
