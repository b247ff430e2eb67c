package dev.syncopate.workload.classic;

/**
 * The reference of a wavelet transform: whole lines, one after the other, with a neighbour beyond
 * the end replaced by the one on the other side.
 */
abstract class Lifting {
  private final int pitch;

  /**
   * @param pitch rows and columns of the picture
   */
  Lifting(int pitch) {
    this.pitch = pitch;
  }

  /** Steps of lifting, which change odd and even elements in turn. */
  abstract int steps();

  /** One step on one element. */
  abstract void lift(int step, int index, int left, int right);

  /** What follows the steps. */
  abstract void scale(int index, boolean high);

  /** Puts a line's elements, {@code stride} apart, into the order even, odd. */
  abstract void part(int first, int count, int stride);

  /** All levels, in place. */
  final void transform(int levels) {
    int extent = pitch;
    for (int level = 0; level < levels; level++) {
      for (int row = 0; row < extent; row++) {
        line(row * pitch, extent, 1);
      }
      for (int column = 0; column < extent; column++) {
        line(column, extent, pitch);
      }
      extent = Math.ceilDiv(extent, 2);
    }
  }

  private void line(int first, int count, int stride) {
    for (int step = 0; step < steps(); step++) {
      for (int i = (step + 1) % 2; i < count; i += 2) {
        int left = i > 0 ? i - 1 : 1;
        int right = i < count - 1 ? i + 1 : count - 2;
        lift(step, first + i * stride, first + left * stride, first + right * stride);
      }
    }
    for (int i = 0; i < count; i++) {
      scale(first + i * stride, i % 2 == 1);
    }
    part(first, count, stride);
  }

  /** Where an element of a line goes. */
  static int place(int i, int count) {
    return i / 2 + (i % 2 == 1 ? Math.ceilDiv(count, 2) : 0);
  }
}
