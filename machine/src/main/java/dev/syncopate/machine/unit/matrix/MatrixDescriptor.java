package dev.syncopate.machine.unit.matrix;

/**
 * Matrix descriptor of {@code wgmma}: where a tile lies in shared memory (PTX ISA, "Matrix
 * Descriptor Format" and "Strides" of asynchronous warpgroup level matrix instructions). A tile
 * consists of chunks of 16 bytes. Eight chunks, one behind the other or in rows of the swizzle's
 * width, are a core matrix.
 *
 * <pre>
 *   63 62 | 61 … 52 | 51 … 49     | 48 46 | 45 … 32     | 31 30 | 29 … 16      | 15 14 | 13 … 0
 *  swizzle|         | base offset |       | stride / 16 |       | leading / 16 |       | start / 16
 * </pre>
 *
 * <p>Of a tile whose rows are along k, the stride is the distance of groups of eight rows, and the
 * leading distance that of the two chunks of a row, without a swizzle. Of a tile whose rows are
 * along m or n, both are distances of chunks along the row and of groups of eight rows: with a
 * swizzle the leading one is along the row, in widths of the swizzle, without one the stride, in
 * chunks.
 */
record MatrixDescriptor(int start, int leading, int stride, int baseOffset, int swizzleBytes) {
  /** Bytes of a chunk. */
  static final int CHUNK = 16;

  private static final int GROUP = 8;
  private static final int FIELD = 0x3fff;

  /** Of a swizzle: the address's bits that change are these bits, moved down by three. */
  private static final int SWIZZLE_SHIFT = 3;

  static MatrixDescriptor of(long bits) {
    int mode = (int) (bits >>> 62);
    return new MatrixDescriptor(
        field(bits, 0),
        field(bits, 16),
        field(bits, 32),
        (int) (bits >>> 49) & 7,
        mode == 0 ? CHUNK : (2 * GROUP * CHUNK) >> mode);
  }

  private static int field(long bits, int shift) {
    return ((int) (bits >>> shift) & FIELD) * CHUNK;
  }

  /**
   * Offset of a chunk of a tile whose rows are along k.
   *
   * @param row of A; column of B
   * @param chunk 0 or 1, along k
   */
  int alongDepth(int row, int chunk) {
    int next = swizzleBytes == CHUNK ? leading : CHUNK;
    return swizzled(start + row % GROUP * swizzleBytes + row / GROUP * stride + chunk * next);
  }

  /**
   * Offset of a chunk of a tile whose rows are along m or n.
   *
   * @param depth row, along k
   * @param chunk along m or n
   */
  int acrossDepth(int depth, int chunk) {
    int chunks = swizzleBytes / CHUNK;
    int along = swizzleBytes == CHUNK ? stride : leading;
    int groups = swizzleBytes == CHUNK ? leading : stride;
    return swizzled(
        start
            + chunk % chunks * CHUNK
            + chunk / chunks * along
            + depth % GROUP * swizzleBytes
            + depth / GROUP * groups);
  }

  private int swizzled(int offset) {
    return offset ^ (offset >> SWIZZLE_SHIFT & (swizzleBytes - CHUNK));
  }
}
