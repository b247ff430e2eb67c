package dev.syncopate.workload.runtime;

/**
 * Three extents of a grid or a block.
 *
 * @param x fastest varying, at least 1
 * @param y at least 1
 * @param z at least 1
 */
public record Dim3(int x, int y, int z) {
  /** A line of x. */
  public static Dim3 of(int x) {
    return new Dim3(x, 1, 1);
  }

  /** A rectangle of x by y. */
  public static Dim3 of(int x, int y) {
    return new Dim3(x, y, 1);
  }

  /** The product. */
  public long count() {
    return (long) x * y * z;
  }

  @Override
  public String toString() {
    return x + "," + y + "," + z;
  }
}
