package dev.syncopate.ptx.ir;

/**
 * Layout of a tensor map object, which PTX leaves open: 128 bytes, little-endian. Enumerations have
 * the numbers of {@code tensormap.replace} (PTX ISA, "tensormap.replace").
 *
 * <pre>
 *     0  global address              64 bits
 *     8  strides of dimensions 1..4  64 bits each, in bytes
 *    40  sizes of dimensions 0..4    32 bits each, in elements; 0 is 2^32
 *    60  box of dimensions 0..4      32 bits each, in elements
 *    80  steps in dimensions 0..4    32 bits each, in elements
 *   100  rank - 1                    32 bits
 *   104  element type                32 bits
 *   108  interleaved layout          32 bits
 *   112  swizzle                     32 bits
 *   116  fill of what is outside     32 bits
 *   120  atomicity of the swizzle    32 bits
 *   124  {@link #MARK}, with the L2 promotion in the low byte
 * </pre>
 */
public final class TensorMapLayout {
  /** Size of the object, and what its address is a multiple of. */
  public static final int BYTES = 128;

  public static final int ALIGNMENT = 64;

  /** Dimensions that a tensor may have. */
  public static final int MOST_DIMENSIONS = 5;

  public static final int ADDRESS = 0;
  public static final int STRIDES = 8;
  public static final int SIZES = 40;
  public static final int BOX = 60;
  public static final int STEPS = 80;
  public static final int RANK = 100;
  public static final int TYPE = 104;
  public static final int INTERLEAVE = 108;
  public static final int SWIZZLE = 112;
  public static final int FILL = 116;
  public static final int ATOMICITY = 120;
  public static final int END = 124;

  /** Upper three bytes of the last word of every map. */
  public static final int MARK = 0x53544d00;

  private TensorMapLayout() {}
}
