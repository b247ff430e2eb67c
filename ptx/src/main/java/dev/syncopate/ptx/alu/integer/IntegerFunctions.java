package dev.syncopate.ptx.alu.integer;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import org.jspecify.annotations.Nullable;

/** Integer arithmetic (PTX ISA, "Integer Arithmetic Instructions"). */
public final class IntegerFunctions {
  private static final long WORD = 0xffff_ffffL;

  private IntegerFunctions() {}

  public static @Nullable LaneFunction build(Mnemonic m) {
    if (m.types.size() != 1 || !m.type().isArithmeticInteger() || m.type().bits() == 8) {
      return null;
    }
    AluType type = m.type();
    return switch (m.opcode) {
      case "add" -> m.only() ? new DenseArithmetic.Add(m.text, type) : saturating(m, type, 1);
      case "sub" -> m.only() ? new DenseArithmetic.Subtract(m.text, type) : saturating(m, type, -1);
      case "mul" -> multiply(m, type);
      case "mad" -> multiplyAdd(m, type);
      case "mul24", "mad24" -> multiply24(m, type);
      case "div", "rem" -> m.only() ? divide(m, type) : null;
      case "sad" -> m.only() ? sumOfDifference(m, type) : null;
      case "abs", "neg" -> m.only() && type.isSigned() ? sign(m, type) : null;
      case "min", "max" -> extremum(m, type);
      default -> null;
    };
  }

  private static @Nullable LaneFunction saturating(Mnemonic m, AluType type, int sign) {
    if (!m.only("sat") || type.bits() != 32) {
      return null;
    }
    return new PlainFunction(
        m.text, 2, Cost.INTEGER, (a, b, c) -> clamp(type.extend(a) + sign * type.extend(b), type));
  }

  /** The nearest number of the type, which is narrower than 64 bits, in register form. */
  public static long clamp(long value, AluType type) {
    long max = type.isSigned() ? type.mask() >>> 1 : type.mask();
    long min = type.isSigned() ? ~max : 0;
    return Math.max(min, Math.min(max, value)) & type.mask();
  }

  private static @Nullable LaneFunction multiply(Mnemonic m, AluType type) {
    return switch (m.oneOf("lo", "hi", "wide")) {
      case "lo" -> m.only("lo") ? new DenseArithmetic.MultiplyLow(m.text, type) : null;
      case "hi" ->
          m.only("hi")
              ? new PlainFunction(m.text, 2, Cost.MULTIPLY, (a, b, c) -> high(type, a, b))
              : null;
      case "wide" -> {
        if (!m.only("wide") || type.bits() == 64) {
          yield null;
        }
        yield type.isSigned()
            ? new DenseArithmetic.MultiplyWideSigned(m.text, type)
            : new DenseArithmetic.MultiplyWideUnsigned(m.text, type);
      }
      default -> null;
    };
  }

  private static @Nullable LaneFunction multiplyAdd(Mnemonic m, AluType type) {
    return switch (m.oneOf("lo", "hi", "wide")) {
      case "lo" -> m.only("lo") ? new DenseArithmetic.MultiplyAddLow(m.text, type) : null;
      case "hi" -> multiplyAddHigh(m, type);
      case "wide" -> {
        if (!m.only("wide") || type.bits() == 64) {
          yield null;
        }
        yield type.isSigned()
            ? new DenseArithmetic.MultiplyAddWideSigned(m.text, type)
            : new DenseArithmetic.MultiplyAddWideUnsigned(m.text, type);
      }
      default -> null;
    };
  }

  private static @Nullable LaneFunction multiplyAddHigh(Mnemonic m, AluType type) {
    if (m.only("hi")) {
      return new PlainFunction(
          m.text, 3, Cost.MULTIPLY, (a, b, c) -> (high(type, a, b) + c) & type.mask());
    }
    if (!m.only("hi", "sat") || !type.isSigned() || type.bits() != 32) {
      return null;
    }
    return new PlainFunction(
        m.text,
        3,
        Cost.MULTIPLY,
        (a, b, c) -> clamp(type.extend(high(type, a, b)) + type.extend(c), type));
  }

  /** The upper half of the double-width product. */
  private static long high(AluType type, long a, long b) {
    long x = type.extend(a);
    long y = type.extend(b);
    if (type.bits() < 64) {
      return ((x * y) >>> type.bits()) & type.mask();
    }
    return type.isSigned() ? Math.multiplyHigh(x, y) : Math.unsignedMultiplyHigh(x, y);
  }

  /**
   * {@code mul24}, {@code mad24}: bits 47 to 16 or 31 to 0 of the 48-bit product of the operands'
   * low 24 bits.
   */
  private static @Nullable LaneFunction multiply24(Mnemonic m, AluType type) {
    boolean high = m.has("hi");
    boolean add = m.opcode.equals("mad24");
    boolean saturate = m.has("sat");
    if (type.bits() != 32
        || m.oneOf("lo", "hi").isEmpty()
        || !m.only("lo", "hi", "sat")
        || (saturate && !(add && high && type.isSigned()))) {
      return null;
    }
    int drop = high ? 16 : 0;
    return new PlainFunction(
        m.text,
        add ? 3 : 2,
        Cost.MULTIPLY,
        (a, b, c) -> {
          long x = type.isSigned() ? a << 40 >> 40 : a & 0xff_ffff;
          long y = type.isSigned() ? b << 40 >> 40 : b & 0xff_ffff;
          long product = (x * y) >> drop;
          if (saturate) {
            return clamp(product + type.extend(c), type);
          }
          return (add ? product + c : product) & WORD;
        });
  }

  /**
   * Division by zero is unspecified in PTX. The code that ptxas makes for sm_80 selects all ones
   * for quotient and remainder alike when the divisor is zero, so it is here. The most negative
   * number divided by -1 wraps.
   */
  private static LaneFunction divide(Mnemonic m, AluType type) {
    boolean remainder = m.opcode.equals("rem");
    boolean signed = type.isSigned();
    return new PlainFunction(
        m.text,
        2,
        Cost.DIVIDE,
        (a, b, c) -> {
          long x = type.extend(a);
          long y = type.extend(b);
          long result;
          if (y == 0) {
            result = -1;
          } else if (remainder) {
            result = signed ? x % y : Long.remainderUnsigned(x, y);
          } else {
            result = signed ? x / y : Long.divideUnsigned(x, y);
          }
          return result & type.mask();
        });
  }

  private static LaneFunction sumOfDifference(Mnemonic m, AluType type) {
    long mask = type.mask();
    long flip = type.isSigned() ? 0 : Long.MIN_VALUE;
    return new PlainFunction(
        m.text,
        3,
        Cost.INTEGER,
        (a, b, c) -> {
          long x = type.extend(a);
          long y = type.extend(b);
          return (c + ((x ^ flip) < (y ^ flip) ? y - x : x - y)) & mask;
        });
  }

  private static LaneFunction sign(Mnemonic m, AluType type) {
    long mask = type.mask();
    return m.opcode.equals("neg")
        ? new PlainFunction(m.text, 1, Cost.INTEGER, (a, b, c) -> -a & mask)
        : new PlainFunction(m.text, 1, Cost.INTEGER, (a, b, c) -> Math.abs(type.extend(a)) & mask);
  }

  private static @Nullable LaneFunction extremum(Mnemonic m, AluType type) {
    boolean max = m.opcode.equals("max");
    if (m.only()) {
      return new DenseArithmetic.Extremum(m.text, type, max);
    }
    if (!m.only("relu") || !type.isSigned() || type.bits() == 64) {
      return null;
    }
    return new PlainFunction(
        m.text,
        2,
        Cost.INTEGER,
        (a, b, c) -> {
          long x = type.extend(a);
          long y = type.extend(b);
          return Math.max(0, max ? Math.max(x, y) : Math.min(x, y)) & type.mask();
        });
  }
}
