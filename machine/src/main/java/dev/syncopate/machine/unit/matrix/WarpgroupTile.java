package dev.syncopate.machine.unit.matrix;

import dev.syncopate.ptx.ir.MatrixShape.Element;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Part of a tile in shared memory that a warp's product reads: rows of A, or columns of B.
 *
 * @param lines rows of A, or columns of B
 * @param depth elements of a line
 * @param across whether the tile's rows are along m or n, else along k
 * @param chunks offsets in the CTA's shared memory: along k two for each line; else for each k
 *     those of all lines
 */
record WarpgroupTile(
    int lines, int depth, Element type, boolean across, boolean negates, int[] chunks) {
  private static final int CHUNK = MatrixDescriptor.CHUNK;
  private static final int CHUNKS_OF_LINE = 2;

  /**
   * @param first line, a multiple of eight
   */
  static WarpgroupTile of(
      MatrixDescriptor descriptor,
      int first,
      int lines,
      int depth,
      Element type,
      boolean across,
      boolean negates) {
    int perChunk = CHUNK * Byte.SIZE / type.bits();
    int[] chunks;
    if (across) {
      int along = lines / perChunk;
      chunks = new int[depth * along];
      for (int k = 0; k < depth; k++) {
        for (int chunk = 0; chunk < along; chunk++) {
          chunks[k * along + chunk] = descriptor.acrossDepth(k, first / perChunk + chunk);
        }
      }
    } else {
      chunks = new int[lines * CHUNKS_OF_LINE];
      for (int line = 0; line < lines; line++) {
        for (int chunk = 0; chunk < CHUNKS_OF_LINE; chunk++) {
          chunks[line * CHUNKS_OF_LINE + chunk] = descriptor.alongDepth(first + line, chunk);
        }
      }
    }
    return new WarpgroupTile(lines, depth, type, across, negates, chunks);
  }

  /** Shared memory that is read. */
  interface Memory {
    /** The little-endian value of eight bytes. */
    long word(int offset);
  }

  /** The elements, line by line. */
  double[] read(Memory memory) {
    int perWord = Long.SIZE / type.bits();
    double[] elements = new double[lines * depth];
    for (int chunk = 0; chunk < chunks.length; chunk++) {
      for (int half = 0; half < 2; half++) {
        long word = memory.word(chunks[chunk] + half * Long.BYTES);
        for (int i = 0; i < perWord; i++) {
          double value = MatrixFragments.value(word, i, type);
          int element = half * perWord + i;
          elements[index(chunk, element, 2 * perWord)] = negates ? -value : value;
        }
      }
    }
    return elements;
  }

  private int index(int chunk, int element, int perChunk) {
    if (across) {
      int along = lines / perChunk;
      return (chunk % along * perChunk + element) * depth + chunk / along;
    }
    return chunk / CHUNKS_OF_LINE * depth + chunk % CHUNKS_OF_LINE * perChunk + element;
  }

  /**
   * The bytes of two tiles, by ascending offset: pairs of an offset and a number of bytes.
   *
   * @param tileOfA may be missing
   */
  static int[] stretches(@Nullable WarpgroupTile tileOfA, WarpgroupTile tileOfB) {
    int[] sorted =
        IntStream.concat(
                tileOfA == null ? IntStream.empty() : IntStream.of(tileOfA.chunks),
                IntStream.of(tileOfB.chunks))
            .distinct()
            .sorted()
            .toArray();
    IntStream.Builder pairs = IntStream.builder();
    int first = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[i - 1] + CHUNK) {
        pairs.add(sorted[first]).add((i - first) * CHUNK);
        first = i;
      }
    }
    return pairs.build().toArray();
  }
}
