package dev.syncopate.model.explore.table;

import java.util.Arrays;

/** Numbers in a row that grows without being copied. For one thread. */
public final class IntLog {
  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /** Numbers that there is room for at first. */
  private static final int FIRST = 1 << 6;

  private int[][] chunks = {new int[FIRST]};
  private int size;

  public void add(int number) {
    int chunk = size >>> CHUNK_BITS;
    int index = size & CHUNK - 1;
    if (chunk == chunks.length || index == chunks[chunk].length) {
      grow(chunk, index);
    }
    chunks[chunk][index] = number;
    size++;
  }

  /** Adds all numbers of another one. */
  public void addAll(IntLog source) {
    for (int i = 0; i < source.size; i++) {
      add(source.get(i));
    }
  }

  private void grow(int chunk, int index) {
    if (index > 0) { // the first chunk
      chunks[0] = Arrays.copyOf(chunks[0], 4 * index);
      return;
    }
    chunks = Arrays.copyOf(chunks, chunk + 1);
    chunks[chunk] = new int[CHUNK];
  }

  public int get(int index) {
    return chunks[index >>> CHUNK_BITS][index & CHUNK - 1];
  }

  /** Changes one. */
  public void set(int index, int number) {
    chunks[index >>> CHUNK_BITS][index & CHUNK - 1] = number;
  }

  /** Takes all out. */
  public void clear() {
    size = 0;
  }

  /** How many there are. */
  public int size() {
    return size;
  }
}
