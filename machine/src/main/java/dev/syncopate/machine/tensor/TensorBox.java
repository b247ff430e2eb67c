package dev.syncopate.machine.tensor;

import dev.syncopate.memory.local.LittleEndian;
import java.util.Arrays;

/**
 * A box of a tensor, row by row: where the bytes of each row are in global memory, which of them
 * are inside the tensor, and where a byte of the box lies in shared memory.
 */
public final class TensorBox {
  private static final int CHUNK_SHIFT = 4;

  /** By how many bits an address is shifted to find what its chunk's number is combined with. */
  private static final int SWIZZLE_SHIFT = 3;

  private final TensorDescriptor map;
  private final int[] coordinates;
  private final int rowBytes;
  private final int rows;

  /** Bits of an address that a swizzle changes. */
  private final int swizzled;

  /**
   * @param coordinates where it begins: an element for each dimension, which may be outside
   */
  public TensorBox(TensorDescriptor map, int[] coordinates) {
    this.map = map;
    this.coordinates = coordinates.clone();
    this.rowBytes = map.rowBytes();
    this.rows = (int) (map.boxBytes() / rowBytes);
    this.swizzled = map.swizzle() == 0 ? 0 : map.swizzle() - (1 << CHUNK_SHIFT);
  }

  public TensorDescriptor map() {
    return map;
  }

  /** Bytes in shared memory, those for elements outside the tensor among them. */
  public int bytes() {
    return rows * rowBytes;
  }

  public int rows() {
    return rows;
  }

  public int rowBytes() {
    return rowBytes;
  }

  /** The address of a row's first byte, which may be outside the tensor. */
  public long address(int row) {
    long address = map.address() + (long) coordinates[0] * map.type().bytes();
    int rest = row;
    for (int i = 1; i < map.rank(); i++) {
      int count = map.count(i);
      long element = coordinates[i] + (long) (rest % count) * map.steps()[i];
      address += element * map.strides()[i - 1];
      rest /= count;
    }
    return address;
  }

  /** The first byte of a row that is inside the tensor; {@link #end} where none is. */
  public int begin(int row) {
    return isOutside(row) ? rowBytes : Math.clamp(-innermost(), 0, rowBytes);
  }

  /** The byte behind the last of a row that is inside the tensor. */
  public int end(int row) {
    return isOutside(row)
        ? rowBytes
        : Math.clamp(map.sizes()[0] * map.type().bytes() - innermost(), begin(row), rowBytes);
  }

  private long innermost() {
    return (long) coordinates[0] * map.type().bytes();
  }

  private boolean isOutside(int row) {
    int rest = row;
    for (int i = 1; i < map.rank(); i++) {
      int count = map.count(i);
      long element = coordinates[i] + (long) (rest % count) * map.steps()[i];
      if (element < 0 || element >= map.sizes()[i]) {
        return true;
      }
      rest /= count;
    }
    return false;
  }

  /**
   * Where in shared memory a byte of the box lies.
   *
   * @param start where the box begins there
   * @param offset of the byte in the box
   */
  public int place(int start, int offset) {
    int address = start + offset;
    return address ^ (address >>> SWIZZLE_SHIFT & swizzled);
  }

  /** Whether bytes that follow each other in the box do so in shared memory, chunk after chunk. */
  public boolean isSwizzled() {
    return swizzled != 0;
  }

  /** Bytes for elements outside the tensor. */
  public byte[] fill(int count) {
    byte[] bytes = new byte[count];
    if (map.fillsNan()) {
      int size = map.type().bytes();
      for (int i = 0; i < count; i += size) {
        LittleEndian.put(bytes, i, size, map.type().nan());
      }
    }
    return bytes;
  }

  @Override
  public String toString() {
    return "box at " + Arrays.toString(coordinates);
  }
}
