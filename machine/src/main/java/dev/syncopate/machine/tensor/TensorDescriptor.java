package dev.syncopate.machine.tensor;

import dev.syncopate.ptx.ir.TensorMapLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A tensor in global memory, the box of it that a copy moves, and how the box lies in shared memory
 * (CUDA driver API, {@code cuTensorMapEncodeTiled}). Arrays have an entry for each dimension, the
 * innermost first, and belong to the map.
 *
 * @param type of its elements
 * @param address of its first element
 * @param sizes in elements
 * @param strides of the dimensions behind the innermost one, in bytes
 * @param box sides of the box, in elements of the tensor
 * @param steps only each so-manieth element is part of the box; of the innermost dimension each is
 * @param swizzle bytes in which chunks of 16 change places; 0 for none
 * @param fillsNan whether elements outside the tensor are read as not-a-numbers, and not as zeros
 * @param promotion number of the driver's for the bytes that an L2 fetches at a time; no effect
 */
public record TensorDescriptor(
    TensorType type,
    long address,
    long[] sizes,
    long[] strides,
    int[] box,
    int[] steps,
    int swizzle,
    boolean fillsNan,
    int promotion) {
  private static final int CHUNK = 16;
  private static final int MOST_BOX = 256;
  private static final int MOST_STEP = 8;
  private static final long MOST_SIZE = 1L << 32;
  private static final long MOST_STRIDE = 1L << 40;

  /** Swizzles by their number, both the driver's and that of {@code tensormap.replace}. */
  private static final int[] SWIZZLES = {0, 32, 64, 128};

  /** Dimensions. */
  public int rank() {
    return sizes.length;
  }

  /** Bytes of a row of the box. */
  public int rowBytes() {
    return box[0] * type.bytes();
  }

  /** Elements that the box has in a dimension. */
  int count(int dimension) {
    return dimension == 0 ? box[0] : Math.ceilDiv(box[dimension], steps[dimension]);
  }

  /** Bytes of the box in shared memory. */
  public long boxBytes() {
    long bytes = rowBytes();
    for (int i = 1; i < rank(); i++) {
      bytes *= count(i);
    }
    return bytes;
  }

  /** The swizzle of a number. */
  public static int swizzle(long number) throws TensorMapException {
    if (number < 0 || number >= SWIZZLES.length) {
      throw TensorMapException.unsupported(
          "swizzle %d is not supported: there are none (0), 32 (1), 64 (2) and 128 bytes (3)"
              .formatted(number));
    }
    return SWIZZLES[(int) number];
  }

  /**
   * This map, if it keeps the rules.
   *
   * @throws TensorMapException if not
   */
  public TensorDescriptor checked() throws TensorMapException {
    if ((address & (CHUNK - 1)) != 0) {
      throw wrong("the tensor's address 0x%x is no multiple of 16".formatted(address));
    }
    for (int i = 0; i < rank(); i++) {
      if (sizes[i] < 1 || sizes[i] > MOST_SIZE) {
        throw wrong("dimension %d has %d elements, and not 1 to 2^32".formatted(i, sizes[i]));
      }
      if (box[i] < 1 || box[i] > MOST_BOX) {
        throw wrong(
            "the box has %d elements in dimension %d, and not 1 to 256".formatted(box[i], i));
      }
      if (i > 0 && (steps[i] < 1 || steps[i] > MOST_STEP)) {
        throw wrong("the step in dimension %d is %d, and not 1 to 8".formatted(i, steps[i]));
      }
    }
    for (int i = 0; i < strides.length; i++) {
      if ((strides[i] & (CHUNK - 1)) != 0 || strides[i] < 0 || strides[i] >= MOST_STRIDE) {
        throw wrong(
            "the stride of dimension %d is %d bytes, and not a multiple of 16 below 2^40"
                .formatted(i + 1, strides[i]));
      }
    }
    int row = rowBytes();
    if (row % CHUNK != 0) {
      throw wrong("a row of the box has %d bytes, no multiple of 16".formatted(row));
    }
    if (swizzle != 0 && row > swizzle) {
      throw wrong(
          "a row of the box has %d bytes, more than the swizzle of %d".formatted(row, swizzle));
    }
    if (swizzle != 0 && row < swizzle) {
      throw TensorMapException.unsupported(
          "a row of %d bytes with a swizzle of %d is not supported: public descriptions do not say where its bytes go"
              .formatted(row, swizzle));
    }
    if (fillsNan && !type.isFloat()) {
      throw wrong("elements of type %s cannot be filled with not-a-numbers".formatted(type.name()));
    }
    return this;
  }

  private static TensorMapException wrong(String text) {
    return TensorMapException.wrong(text);
  }

  /** The object that is passed to kernels ({@link TensorMapLayout}). */
  public byte[] encode() {
    ByteBuffer object = ByteBuffer.allocate(TensorMapLayout.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    object.putLong(TensorMapLayout.ADDRESS, address);
    for (int i = 0; i < strides.length; i++) {
      object.putLong(TensorMapLayout.STRIDES + Long.BYTES * i, strides[i]);
    }
    for (int i = 0; i < rank(); i++) {
      object.putInt(TensorMapLayout.SIZES + Integer.BYTES * i, (int) sizes[i]);
      object.putInt(TensorMapLayout.BOX + Integer.BYTES * i, box[i]);
      object.putInt(TensorMapLayout.STEPS + Integer.BYTES * i, steps[i]);
    }
    object.putInt(TensorMapLayout.RANK, rank() - 1);
    object.putInt(TensorMapLayout.TYPE, type.number);
    object.putInt(TensorMapLayout.SWIZZLE, Arrays.binarySearch(SWIZZLES, swizzle));
    object.putInt(TensorMapLayout.FILL, fillsNan ? 1 : 0);
    object.putInt(TensorMapLayout.END, TensorMapLayout.MARK | promotion);
    return object.array();
  }

  /**
   * The map that an object holds. It may have begun as one that {@link #encode} has made, or as
   * zeros: kernels make maps by {@code tensormap.replace} of every field.
   *
   * @param bytes of the object
   * @throws TensorMapException if it holds none, or one that breaks the rules
   */
  public static TensorDescriptor decode(byte[] bytes) throws TensorMapException {
    ByteBuffer object = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int end = object.getInt(TensorMapLayout.END);
    boolean beganAsZeros = end == 0 && object.getLong(TensorMapLayout.ADDRESS) != 0;
    if (!beganAsZeros && (end & 0xffff_ff00) != TensorMapLayout.MARK) {
      throw wrong(
          "there is none: cuTensorMapEncodeTiled makes one, or tensormap.replace of all fields of zeros");
    }
    int rank = object.getInt(TensorMapLayout.RANK) + 1;
    if (rank < 1 || rank > TensorMapLayout.MOST_DIMENSIONS) {
      throw wrong("its rank is %d, and not 1 to 5".formatted(rank));
    }
    int number = object.getInt(TensorMapLayout.TYPE);
    TensorType type = TensorType.of(number);
    if (type == null) {
      throw TensorMapException.unsupported(
          "element type %d is not supported: elements have whole bytes".formatted(number));
    }
    if (object.getInt(TensorMapLayout.INTERLEAVE) != 0) {
      throw TensorMapException.unsupported("interleaved layouts are not supported");
    }
    if (object.getInt(TensorMapLayout.ATOMICITY) != 0) {
      throw TensorMapException.unsupported("swizzles of other chunks than 16 are not supported");
    }
    long[] sizes = new long[rank];
    long[] strides = new long[rank - 1];
    int[] box = new int[rank];
    int[] steps = new int[rank];
    for (int i = 0; i < rank; i++) {
      long size = Integer.toUnsignedLong(object.getInt(TensorMapLayout.SIZES + Integer.BYTES * i));
      sizes[i] = size == 0 ? MOST_SIZE : size;
      box[i] = object.getInt(TensorMapLayout.BOX + Integer.BYTES * i);
      int step = object.getInt(TensorMapLayout.STEPS + Integer.BYTES * i);
      steps[i] = step == 0 ? 1 : step;
      if (i > 0) {
        strides[i - 1] = object.getLong(TensorMapLayout.STRIDES + Long.BYTES * (i - 1));
      }
    }
    return new TensorDescriptor(
            type,
            object.getLong(TensorMapLayout.ADDRESS),
            sizes,
            strides,
            box,
            steps,
            swizzle(object.getInt(TensorMapLayout.SWIZZLE)),
            object.getInt(TensorMapLayout.FILL) == 1,
            end & 0xff)
        .checked();
  }
}
