package dev.syncopate.ptx.reference;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Results of integer and logic instructions, by the manual's formulas (PTX ISA, "Integer Arithmetic
 * Instructions", "Logic and Shift Instructions").
 */
final class IntegerArithmetic {
  private IntegerArithmetic() {}

  static long unsigned(long value, int bits) {
    return bits == 64 ? value : value & (1L << bits) - 1;
  }

  static long signed(long value, int bits) {
    return (value << (64 - bits)) >> (64 - bits);
  }

  /** The number that bits mean. */
  static BigInteger number(long value, int bits, boolean isSigned) {
    if (isSigned) {
      return BigInteger.valueOf(signed(value, bits));
    }
    BigInteger low = BigInteger.valueOf(unsigned(value, bits));
    return low.signum() < 0 ? low.add(BigInteger.ONE.shiftLeft(64)) : low;
  }

  /** An instruction with one operand, or null if it is not known. */
  static @Nullable Long unary(String opcode, long a, int bits) {
    return switch (opcode) {
      case "not" -> ~a;
      case "neg" -> -a;
      case "cnot" -> unsigned(a, bits) == 0 ? 1L : 0L;
      case "abs" -> Math.abs(signed(a, bits));
      case "popc" -> (long) ones(a, bits);
      case "clz" -> (long) leadingZeros(a, bits);
      case "brev" -> reversed(a, bits);
      default -> null;
    };
  }

  private static int ones(long a, int bits) {
    int ones = 0;
    for (int i = 0; i < bits; i++) {
      ones += (int) (a >>> i & 1);
    }
    return ones;
  }

  static int leadingZeros(long a, int bits) {
    int zeros = 0;
    while (zeros < bits && ((a >>> (bits - 1 - zeros)) & 1) == 0) {
      zeros++;
    }
    return zeros;
  }

  private static long reversed(long a, int bits) {
    long result = 0;
    for (int i = 0; i < bits; i++) {
      result |= (a >>> i & 1) << (bits - 1 - i);
    }
    return result;
  }

  /** An instruction with two operands of one width, or null if it is not known. */
  static @Nullable Long binary(String opcode, long a, long b, int bits, boolean isSigned) {
    BigInteger x = number(a, bits, isSigned);
    BigInteger y = number(b, bits, isSigned);
    return switch (opcode) {
      case "add" -> x.add(y).longValue();
      case "sub" -> x.subtract(y).longValue();
      // A division by zero has no defined result.
      case "div" -> y.signum() == 0 ? null : Long.valueOf(x.divide(y).longValue());
      case "rem" -> y.signum() == 0 ? null : Long.valueOf(x.remainder(y).longValue());
      case "min" -> x.min(y).longValue();
      case "max" -> x.max(y).longValue();
      case "and" -> a & b;
      case "or" -> a | b;
      case "xor" -> a ^ b;
      default -> null;
    };
  }

  /** {@code shl} and {@code shr}: the amount has 32 bits and stops at the width. */
  static long shift(boolean leftward, long a, long amount, int bits, boolean isSigned) {
    int distance = (int) Math.min(unsigned(amount, 32), bits);
    BigInteger x = number(a, bits, isSigned);
    return (leftward ? x.shiftLeft(distance) : x.shiftRight(distance)).longValue();
  }

  /** {@code mul} and the product of {@code mad}: {@code lo}, {@code hi} or {@code wide}. */
  static long product(String half, long a, long b, int bits, boolean isSigned) {
    BigInteger product = number(a, bits, isSigned).multiply(number(b, bits, isSigned));
    return (half.equals("hi") ? product.shiftRight(bits) : product).longValue();
  }

  static boolean compare(String test, long a, long b, int bits, boolean isSigned) {
    int order = number(a, bits, isSigned).compareTo(number(b, bits, isSigned));
    return switch (test) {
      case "eq" -> order == 0;
      case "ne" -> order != 0;
      case "lt", "lo" -> order < 0;
      case "le", "ls" -> order <= 0;
      case "gt", "hi" -> order > 0;
      case "ge", "hs" -> order >= 0;
      default -> throw new ReferenceException("the comparison ." + test + " is not known");
    };
  }

  /** {@code bfe}. */
  static long extract(long a, long start, long length, int bits, boolean isSigned) {
    int position = (int) (start & 0xff);
    int count = (int) (length & 0xff);
    int top = Math.min(position + count - 1, bits - 1);
    boolean fill = isSigned && count != 0 && (a >>> top & 1) != 0;
    long result = 0;
    for (int i = 0; i < bits; i++) {
      boolean bit = fill;
      if (i < count && position + i < bits) {
        bit = (a >>> (position + i) & 1) != 0;
      }
      result |= bit ? 1L << i : 0;
    }
    return result;
  }

  /** {@code bfi}: a goes into b. */
  static long insert(long a, long b, long start, long length, int bits) {
    int position = (int) (start & 0xff);
    int count = (int) (length & 0xff);
    long result = b;
    for (int i = 0; i < count && position + i < bits; i++) {
      long bit = 1L << (position + i);
      result = (a >>> i & 1) != 0 ? result | bit : result & ~bit;
    }
    return result;
  }

  /** {@code shf}: 32 bits of the 64 that b and a are. */
  static long funnel(boolean leftward, boolean wrap, long a, long b, long amount) {
    int distance = (int) (wrap ? amount & 31 : Math.min(unsigned(amount, 32), 32));
    BigInteger pair = number(b, 32, false).shiftLeft(32).or(number(a, 32, false));
    return pair.shiftRight(leftward ? 32 - distance : distance).longValue();
  }

  /** {@code prmt} without a mode: four bytes of eight, or copies of their signs. */
  static long permute(long a, long b, long selector) {
    long pair = unsigned(a, 32) | (b << 32);
    long result = 0;
    for (int i = 0; i < 4; i++) {
      int pick = (int) (selector >>> (4 * i) & 15);
      long chosen = pair >>> (8 * (pick & 7)) & 0xff;
      result |= (pick < 8 ? chosen : chosen >>> 7 != 0 ? 0xffL : 0) << (8 * i);
    }
    return result;
  }

  /** {@code lop3}: the bit of the table that three bits choose. */
  static long lookup(long a, long b, long c, long table) {
    long result = 0;
    for (int i = 0; i < 32; i++) {
      long row = ((a >>> i & 1) << 2) | ((b >>> i & 1) << 1) | (c >>> i & 1);
      result |= (table >>> row & 1) << i;
    }
    return result;
  }
}
