package dev.syncopate.app.argument;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Types of scalars and of buffers' elements. */
public enum ElementType {
  S8(1, Form.SIGNED),
  U8(1, Form.UNSIGNED),
  S16(2, Form.SIGNED),
  U16(2, Form.UNSIGNED),
  S32(4, Form.SIGNED),
  U32(4, Form.UNSIGNED),
  S64(8, Form.SIGNED),
  U64(8, Form.UNSIGNED),
  F16(2, Form.REAL),
  BF16(2, Form.REAL),
  F32(4, Form.REAL),
  F64(8, Form.REAL);

  private enum Form {
    SIGNED,
    UNSIGNED,
    REAL
  }

  private static final Pattern DECIMAL =
      Pattern.compile("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");

  private final int bytes;
  private final Form form;

  ElementType(int bytes, Form form) {
    this.bytes = bytes;
    this.form = form;
  }

  /** Size of a value. */
  public int bytes() {
    return bytes;
  }

  /** Whether it is a floating-point type. */
  public boolean isReal() {
    return form == Form.REAL;
  }

  /** As people write it. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** All spellings, for messages. */
  static String spellings() {
    return Stream.of(values()).map(ElementType::spelling).collect(Collectors.joining(", "));
  }

  static Optional<ElementType> of(String spelling) {
    return Stream.of(values()).filter(type -> type.spelling().equals(spelling)).findFirst();
  }

  /** What a number of this type looks like, for messages. */
  String expectation() {
    if (isReal()) {
      return "a number such as 1.5, -2e3, inf or nan";
    }
    return "a whole number from " + smallest() + " to " + largest() + " (decimal or 0x...)";
  }

  /**
   * The value's bits, zero-extended.
   *
   * @throws NumberFormatException if the text is no value of this type
   */
  long parse(String text) {
    if (isReal()) {
      double value = real(text);
      return this == F32
          ? Integer.toUnsignedLong(Float.floatToRawIntBits(single(text, value)))
          : bits(value);
    }
    boolean negative = text.startsWith("-");
    String digits = negative ? text.substring(1) : text;
    boolean hexadecimal = digits.startsWith("0x") || digits.startsWith("0X");
    if (digits.startsWith("-") || digits.startsWith("+")) {
      throw new NumberFormatException(text);
    }
    BigInteger value =
        hexadecimal ? new BigInteger(digits.substring(2), 16) : new BigInteger(digits);
    value = negative ? value.negate() : value;
    // A bit pattern in hexadecimal may use the sign bit of a signed type.
    BigInteger limit =
        hexadecimal ? BigInteger.ONE.shiftLeft(8 * bytes).subtract(BigInteger.ONE) : largest();
    if (value.compareTo(smallest()) < 0 || value.compareTo(limit) > 0) {
      throw new NumberFormatException(text);
    }
    return value.longValue() & mask();
  }

  private static double real(String text) {
    return switch (text) {
      case "inf", "+inf" -> Double.POSITIVE_INFINITY;
      case "-inf" -> Double.NEGATIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> {
        if (!DECIMAL.matcher(text).matches()) {
          throw new NumberFormatException(text);
        }
        yield Double.parseDouble(text);
      }
    };
  }

  /** Rounded once, from the decimal. */
  private static float single(String text, double value) {
    return Double.isFinite(value) ? Float.parseFloat(text) : (float) value;
  }

  private long mask() {
    return bytes == 8 ? -1 : (1L << (8 * bytes)) - 1;
  }

  private BigInteger smallest() {
    return form == Form.SIGNED ? BigInteger.ONE.shiftLeft(8 * bytes - 1).negate() : BigInteger.ZERO;
  }

  private BigInteger largest() {
    return BigInteger.ONE
        .shiftLeft(form == Form.SIGNED ? 8 * bytes - 1 : 8 * bytes)
        .subtract(BigInteger.ONE);
  }

  /** The bits of a whole number, converted. */
  long fromWhole(long value) {
    return isReal() ? bits((double) value) : value & mask();
  }

  /** The bits of the nearest real. */
  private long bits(double value) {
    return switch (this) {
      case F16 -> Float.floatToFloat16(odd(value)) & 0xffffL;
      case BF16 -> brain(odd(value));
      case F32 -> Integer.toUnsignedLong(Float.floatToRawIntBits((float) value));
      default -> Double.doubleToRawLongBits(value);
    };
  }

  /**
   * A float that rounds to fewer bits as the double does: the last bit says that some were lost.
   */
  private static float odd(double value) {
    float nearest = (float) value;
    if (nearest == value || Double.isNaN(value) || Float.isInfinite(nearest)) {
      return nearest;
    }
    int bits = Float.floatToRawIntBits(nearest);
    return Float.intBitsToFloat(
        (Math.abs((double) nearest) > Math.abs(value) ? bits - 1 : bits) | 1);
  }

  /** The upper half of a float, to nearest. */
  private static long brain(float value) {
    int bits = Float.floatToRawIntBits(value);
    return Float.isNaN(value) ? 0x7fc0 : (bits + 0x7fff + (bits >>> 16 & 1)) >>> 16;
  }

  /** The bits of a uniformly random value: any integer, or a real in [0, 1). */
  long random(RandomGenerator generator) {
    return switch (this) {
      case F16 -> bits(generator.nextInt(1 << 11) / (double) (1 << 11));
      case BF16 -> bits(generator.nextInt(1 << 8) / (double) (1 << 8));
      case F32 -> Integer.toUnsignedLong(Float.floatToRawIntBits(generator.nextFloat()));
      case F64 -> Double.doubleToRawLongBits(generator.nextDouble());
      default -> generator.nextLong() & mask();
    };
  }

  void put(ByteBuffer buffer, long bits) {
    switch (bytes) {
      case 1 -> buffer.put((byte) bits);
      case 2 -> buffer.putShort((short) bits);
      case 4 -> buffer.putInt((int) bits);
      default -> buffer.putLong(bits);
    }
  }

  /** The bits of element {@code index}, zero-extended. */
  public long get(ByteBuffer buffer, int index) {
    return switch (bytes) {
      case 1 -> buffer.get(index) & 0xffL;
      case 2 -> buffer.getShort(2 * index) & 0xffffL;
      case 4 -> buffer.getInt(4 * index) & 0xffff_ffffL;
      default -> buffer.getLong(8 * index);
    };
  }

  /** The number that an integer's bits stand for. */
  BigInteger whole(long bits) {
    if (form == Form.SIGNED) {
      int unused = Long.SIZE - 8 * bytes;
      return BigInteger.valueOf(bits << unused >> unused);
    }
    return new BigInteger(Long.toUnsignedString(bits));
  }

  /** The number that a real's bits stand for. */
  double real(long bits) {
    return switch (this) {
      case F16 -> Float.float16ToFloat((short) bits);
      case BF16 -> Float.intBitsToFloat((int) bits << 16);
      case F64 -> Double.longBitsToDouble(bits);
      default -> Float.intBitsToFloat((int) bits);
    };
  }

  /** Whether one value is at most another. */
  boolean atMost(long first, long second) {
    return isReal() ? real(first) <= real(second) : whole(first).compareTo(whole(second)) <= 0;
  }

  /** A value as people read it. */
  public String format(long bits) {
    return switch (this) {
      case S8 -> Byte.toString((byte) bits);
      case S16 -> Short.toString((short) bits);
      case S32 -> Integer.toString((int) bits);
      case S64 -> Long.toString(bits);
      case F16, BF16, F32 -> Float.toString((float) real(bits));
      case F64 -> Double.toString(Double.longBitsToDouble(bits));
      default -> Long.toUnsignedString(bits);
    };
  }
}
