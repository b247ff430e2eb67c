package dev.syncopate.memory.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against arithmetic on unbounded integers and on doubles. */
class AtomicOpTest {
  private static final long[] EDGES = {
    0,
    1,
    2,
    0x7f,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffffL,
    0x8000_0000L,
    0xffff_fffeL,
    0xffff_ffffL,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -2,
    -1
  };

  private static final DataType[] INTEGERS = {
    DataType.U16,
    DataType.S16,
    DataType.U32,
    DataType.S32,
    DataType.U64,
    DataType.S64,
    DataType.B32,
    DataType.B64
  };

  private static BigInteger value(DataType type, long bits) {
    BigInteger modulus = BigInteger.ONE.shiftLeft(8 * type.bytes());
    BigInteger unsigned = BigInteger.valueOf(bits).mod(modulus);
    return type.isSigned() && unsigned.testBit(8 * type.bytes() - 1)
        ? unsigned.subtract(modulus)
        : unsigned;
  }

  private static long bits(DataType type, BigInteger value) {
    return value.mod(BigInteger.ONE.shiftLeft(8 * type.bytes())).longValue();
  }

  private static BigInteger expected(AtomicOp op, BigInteger old, BigInteger a) {
    return switch (op) {
      case ADD -> old.add(a);
      case AND -> old.and(a);
      case OR -> old.or(a);
      case XOR -> old.xor(a);
      case MIN -> old.min(a);
      case MAX -> old.max(a);
      case INC -> old.compareTo(a) >= 0 ? BigInteger.ZERO : old.add(BigInteger.ONE);
      case DEC -> old.signum() == 0 || old.compareTo(a) > 0 ? a : old.subtract(BigInteger.ONE);
      case EXCH, CAS -> a;
    };
  }

  @Test
  void integersAgreeWithUnboundedArithmetic() {
    for (DataType type : INTEGERS) {
      for (AtomicOp op : AtomicOp.values()) {
        boolean unsignedOnly = op == AtomicOp.INC || op == AtomicOp.DEC;
        if (op == AtomicOp.CAS || (unsignedOnly && type.isSigned())) {
          continue;
        }
        for (long old : EDGES) {
          for (long a : EDGES) {
            long stored = bits(type, value(type, old));
            assertThat(op.apply(type, stored, a, 0))
                .as("%s.%s of %x and %x", op, type, stored, a)
                .isEqualTo(bits(type, expected(op, value(type, old), value(type, a))));
          }
        }
      }
    }
  }

  @Test
  void compareAndSwapLooksAtTheBitsOfItsType() {
    assertThat(AtomicOp.CAS.apply(DataType.B32, 5, 0xffff_ffff_0000_0005L, 9)).isEqualTo(9);
    assertThat(AtomicOp.CAS.apply(DataType.B32, 5, 6, 9)).isEqualTo(5);
    assertThat(AtomicOp.CAS.apply(DataType.B16, 5, 5, 0x1_0009)).isEqualTo(9);
    assertThat(AtomicOp.CAS.apply(DataType.B64, -1, -1, 3)).isEqualTo(3);
  }

  @Test
  void singlesAndDoublesAddAsJavaDoes() {
    long plusOne = Float.floatToRawIntBits(1f) & 0xffff_ffffL;
    long minusTwo = Float.floatToRawIntBits(-2f) & 0xffff_ffffL;
    assertThat(AtomicOp.ADD.apply(DataType.F32, plusOne, minusTwo, 0))
        .isEqualTo(Float.floatToRawIntBits(-1f) & 0xffff_ffffL);
    assertThat(
            AtomicOp.ADD.apply(
                DataType.F64, Double.doubleToLongBits(0.1), Double.doubleToLongBits(0.2), 0))
        .isEqualTo(Double.doubleToLongBits(0.1 + 0.2));
  }

  /** A half has 11 bits, so that the double sum of two is exact, and rounding it once is right. */
  @Test
  void halvesAreRoundedOnce() {
    SplittableRandom random = new SplittableRandom(23);
    for (int i = 0; i < 40_000; i++) {
      short x = (short) random.nextInt(0x10000);
      short y = (short) random.nextInt(0x10000);
      float sum = Float.float16ToFloat(x) + Float.float16ToFloat(y);
      long result = AtomicOp.ADD.apply(DataType.F16, x & 0xffffL, y & 0xffffL, 0);
      if (Float.isNaN(sum)) {
        assertThat(Float.float16ToFloat((short) result)).isNaN();
      } else {
        assertThat(result).isEqualTo(Float.floatToFloat16(sum) & 0xffffL);
      }
    }
  }

  @Test
  void packedHalvesAddApart() {
    long plusOne = Float.floatToFloat16(1f) & 0xffffL;
    long two = Float.floatToFloat16(2f) & 0xffffL;
    long three = Float.floatToFloat16(3f) & 0xffffL;
    assertThat(AtomicOp.ADD.apply(DataType.F16X2, plusOne | two << 16, two | plusOne << 16, 0))
        .isEqualTo(three | three << 16);
  }

  /** The nearest bf16 of the exact sum, found by trying its neighbours; ties to even. */
  @Test
  void bfloatsAreRoundedOnce() {
    SplittableRandom random = new SplittableRandom(29);
    for (int i = 0; i < 40_000; i++) {
      int x = random.nextInt(0x10000);
      int y = i % 2 == 0 ? random.nextInt(0x10000) : x ^ random.nextInt(0x1000);
      double a = Float.intBitsToFloat(x << 16);
      double b = Float.intBitsToFloat(y << 16);
      long result = AtomicOp.ADD.apply(DataType.BF16, x, y, 0);
      float rounded = Float.intBitsToFloat((int) result << 16);
      if (Double.isNaN(a + b)) {
        assertThat(rounded).isNaN();
        continue;
      }
      if (Double.isInfinite(a) || Double.isInfinite(b) || Float.isInfinite(rounded)) {
        continue;
      }
      BigInteger error = scaled(a).add(scaled(b)).subtract(scaled(rounded)).abs();
      for (int step : new int[] {-1, 1}) {
        int neighbour = (int) result + step;
        float neighbourValue = Float.intBitsToFloat(neighbour << 16);
        if ((neighbour & 0xffff) == neighbour && Float.isFinite(neighbourValue)) {
          BigInteger otherError = scaled(a).add(scaled(b)).subtract(scaled(neighbourValue)).abs();
          int order = error.compareTo(otherError);
          assertThat(order < 0 || (order == 0 && (result & 1) == 0))
              .as("%x + %x = %x, neighbour %x", x, y, result, neighbour)
              .isTrue();
        }
      }
    }
  }

  /** A finite float as a whole number of its smallest units. */
  private static BigInteger scaled(double value) {
    return new java.math.BigDecimal(value)
        .multiply(new java.math.BigDecimal(BigInteger.TWO.pow(149)))
        .toBigIntegerExact();
  }

  /** PTX ISA, "min", "max": of a number and a NaN the number, and -0 is less than +0. */
  @ParameterizedTest
  @CsvSource({
    "F16, 3c00, 4000, 3c00, 4000", // 1, 2
    "F16, bc00, 3c00, bc00, 3c00", // -1, 1
    "F16, bc00, c000, c000, bc00", // -1, -2
    "F16, 8000, 0, 8000, 0", // -0, +0
    "F16, 7e00, 3c00, 3c00, 3c00", // a NaN
    "F16, 3c00, fe00, 3c00, 3c00",
    "F16, 7e00, fe00, 7fff, 7fff",
    "F16, fc00, 7c00, fc00, 7c00", // infinities
    "BF16, 3f80, 4000, 3f80, 4000",
    "BF16, ff80, bf80, ff80, bf80",
    "BF16, 7fc0, bf80, bf80, bf80",
    "F16X2, 3c004000, 40003c00, 3c003c00, 40004000",
    "F16X2, bc007e00, 3c000001, bc000001, 3c000001",
    "BF16X2, 3f80c000, bf807fc0, bf80c000, 3f80c000",
  })
  void theLesserAndTheGreaterOfHalves(
      DataType type, String x, String y, String smallest, String greatest) {
    long old = Long.parseLong(x, 16);
    long operand = Long.parseLong(y, 16);
    assertThat(AtomicOp.MIN.apply(type, old, operand, 0)).isEqualTo(Long.parseLong(smallest, 16));
    assertThat(AtomicOp.MAX.apply(type, old, operand, 0)).isEqualTo(Long.parseLong(greatest, 16));
    assertThat(AtomicOp.MIN.apply(type, operand, old, 0)).isEqualTo(Long.parseLong(smallest, 16));
    assertThat(AtomicOp.MAX.apply(type, operand, old, 0)).isEqualTo(Long.parseLong(greatest, 16));
  }
}
