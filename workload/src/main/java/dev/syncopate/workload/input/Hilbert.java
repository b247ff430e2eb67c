package dev.syncopate.workload.input;

/**
 * The Hilbert curve through a square of 2^16 by 2^16 points: what is near on it is near in the
 * plane.
 */
final class Hilbert {
  private static final int SIDE = 1 << 16;

  private Hilbert() {}

  /**
   * The point at {@code index}.
   *
   * @return x in the upper, y in the lower 32 bits
   */
  static long point(long index) {
    int x = 0;
    int y = 0;
    long rest = index;
    for (int s = 1; s < SIDE; s *= 2) {
      int right = (int) (rest >> 1) & 1;
      int upBit = (int) (rest ^ right) & 1;
      if (upBit == 0) {
        if (right == 1) {
          x = s - 1 - x;
          y = s - 1 - y;
        }
        int swap = x;
        x = y;
        y = swap;
      }
      x += s * right;
      y += s * upBit;
      rest >>= 2;
    }
    return ((long) x << 32) + y;
  }

  /** The index of a point. */
  static long index(int px, int py) {
    int x = px;
    int y = py;
    long index = 0;
    for (int s = SIDE / 2; s > 0; s /= 2) {
      int right = (x & s) > 0 ? 1 : 0;
      int upBit = (y & s) > 0 ? 1 : 0;
      index += (long) s * s * ((3 * right) ^ upBit);
      if (upBit == 0) {
        if (right == 1) {
          x = SIDE - 1 - x;
          y = SIDE - 1 - y;
        }
        int swap = x;
        x = y;
        y = swap;
      }
    }
    return index;
  }
}
