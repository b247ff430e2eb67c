package dev.syncopate.workload.runtime;

import dev.syncopate.machine.tensor.TensorMapException;
import dev.syncopate.machine.tensor.TensorType;
import java.util.Arrays;
import java.util.List;

/**
 * Tensor map for {@code cp.async.bulk.tensor}, as the CUDA driver's {@code cuTensorMapEncodeTiled}
 * makes one: a tensor in device memory, and the box of it that a copy moves. Pass {@link #toBytes}
 * as the argument of a {@code __grid_constant__ const CUtensorMap} parameter, or write it to device
 * memory. Dimensions count from the innermost one.
 */
public final class TensorMap {
  /** Element types, in the order of {@code CUtensorMapDataType}. */
  public enum Element {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F64,
    BF16,
    F32_FTZ,
    TF32,
    TF32_FTZ;

    private TensorType type() {
      return TensorType.valueOf(name());
    }
  }

  private final Element element;
  private final long address;
  private final long[] sizes;
  private final long[] strides;
  private final int[] box;
  private final int[] steps;
  private final int swizzle;
  private final boolean fillsNan;

  private TensorMap(
      Element element,
      long address,
      long[] sizes,
      long[] strides,
      int[] box,
      int[] steps,
      int swizzle,
      boolean fillsNan) {
    this.element = element;
    this.address = address;
    this.sizes = sizes;
    this.strides = strides;
    this.box = box;
    this.steps = steps;
    this.swizzle = swizzle;
    this.fillsNan = fillsNan;
  }

  /**
   * A tensor whose elements follow each other, and a box of one element.
   *
   * @param address in device memory
   * @param sizes elements in each dimension; one to five dimensions
   */
  public static TensorMap of(Element element, long address, long... sizes) {
    if (sizes.length < 1 || sizes.length > 5) {
      throw new LaunchException(
          "a tensor map of %d dimensions: there are one to five".formatted(sizes.length));
    }
    long[] strides = new long[sizes.length - 1];
    long stride = element.type().bytes();
    for (int i = 0; i < strides.length; i++) {
      stride *= sizes[i];
      strides[i] = stride;
    }
    int[] ones = new int[sizes.length];
    Arrays.fill(ones, 1);
    return new TensorMap(element, address, sizes.clone(), strides, ones, ones.clone(), 0, false);
  }

  /**
   * The same with other distances.
   *
   * @param bytes from an element to the next in each dimension but the innermost
   */
  public TensorMap strides(long... bytes) {
    requireLength(bytes.length, sizes.length - 1, "strides");
    return new TensorMap(element, address, sizes, bytes.clone(), box, steps, swizzle, fillsNan);
  }

  /**
   * The same with another box.
   *
   * @param elements of the tensor that it spans in each dimension
   */
  public TensorMap box(int... elements) {
    requireLength(elements.length, sizes.length, "sides of a box");
    return new TensorMap(
        element, address, sizes, strides, elements.clone(), steps, swizzle, fillsNan);
  }

  /**
   * The same where the box takes each so-manieth element of a dimension.
   *
   * @param elements from one that it takes to the next; of the innermost dimension it takes all
   */
  public TensorMap steps(int... elements) {
    requireLength(elements.length, sizes.length, "steps");
    return new TensorMap(
        element, address, sizes, strides, box, elements.clone(), swizzle, fillsNan);
  }

  /**
   * The same with chunks of 16 bytes that change places in shared memory.
   *
   * @param bytes 0, 32, 64 or 128
   */
  public TensorMap swizzle(int bytes) {
    return new TensorMap(element, address, sizes, strides, box, steps, bytes, fillsNan);
  }

  /** The same where elements outside the tensor are read as not-a-numbers, and not as zeros. */
  public TensorMap fillNan() {
    return new TensorMap(element, address, sizes, strides, box, steps, swizzle, true);
  }

  private void requireLength(int length, int expected, String subject) {
    if (length != expected) {
      throw new LaunchException(
          "%d %s for a tensor map of %d dimensions".formatted(length, subject, sizes.length));
    }
  }

  /**
   * The object of 128 bytes that kernels get.
   *
   * @throws LaunchException if the map breaks a rule of the driver's
   */
  public byte[] toBytes() {
    if (!List.of(0, 32, 64, 128).contains(swizzle)) {
      throw new LaunchException("a swizzle of %d bytes is not supported".formatted(swizzle));
    }
    try {
      return new dev.syncopate.machine.tensor.TensorDescriptor(
              element.type(), address, sizes, strides, box, steps, swizzle, fillsNan, 0)
          .checked()
          .encode();
    } catch (TensorMapException e) {
      throw new LaunchException("tensor map: " + e.text());
    }
  }

  /** Outcome of {@link #encodeTiled}: an object, or why there is none. */
  public record Encoding(byte[] object, String problem, boolean unsupported) {
    /** Whether there is an object. */
    public boolean isGood() {
      return problem.isEmpty();
    }
  }

  /**
   * The driver's {@code cuTensorMapEncodeTiled}, enumerations by their numbers.
   *
   * @param element number of {@code CUtensorMapDataType}
   * @param sizes for each dimension; their number is the rank
   * @param strides one less
   */
  public static Encoding encodeTiled(
      long element,
      long address,
      long[] sizes,
      long[] strides,
      long[] box,
      long[] steps,
      long interleave,
      long swizzle,
      long promotion,
      long fill) {
    try {
      TensorType type = TensorType.ofDriver(element);
      if (type == null) {
        return new Encoding(
            new byte[0],
            "element type %d is not supported: elements have whole bytes".formatted(element),
            element >= 13 && element <= 15);
      }
      if (interleave != 0) {
        return new Encoding(new byte[0], "interleaved layouts are not supported", true);
      }
      if (fill < 0 || fill > 1 || promotion < 0 || promotion > 3 || swizzle < 0 || swizzle > 6) {
        return new Encoding(
            new byte[0], "a number that the driver's enumerations do not have", false);
      }
      byte[] object =
          new dev.syncopate.machine.tensor.TensorDescriptor(
                  type,
                  address,
                  sizes,
                  strides,
                  ints(box),
                  ints(steps),
                  dev.syncopate.machine.tensor.TensorDescriptor.swizzle(swizzle),
                  fill == 1,
                  (int) promotion)
              .checked()
              .encode();
      return new Encoding(object, "", false);
    } catch (TensorMapException e) {
      return new Encoding(new byte[0], e.text(), e.isLacking());
    }
  }

  /** Numbers too large for any rule stay too large. */
  private static int[] ints(long[] numbers) {
    return Arrays.stream(numbers).mapToInt(n -> (int) Math.min(n, Integer.MAX_VALUE)).toArray();
  }
}
