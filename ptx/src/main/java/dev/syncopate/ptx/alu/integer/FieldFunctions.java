package dev.syncopate.ptx.alu.integer;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.Floats;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import org.jspecify.annotations.Nullable;

/** Bit counting, bit fields, funnel shifts and byte permutation. */
public final class FieldFunctions {
  private static final long WORD = 0xffff_ffffL;

  private FieldFunctions() {}

  public static @Nullable LaneFunction build(Mnemonic m) {
    if (m.opcode.equals("bfi") && m.only("field") && m.has("field")) {
      return new PlainFunction(m.text, 2, Cost.INTEGER, (a, b, c) -> (a & 0xff) | (b & 0xff) << 8);
    }
    if (m.types.isEmpty() || m.type().bits() < 16 || m.type().lanes() > 1) {
      return null;
    }
    AluType type = m.type();
    return switch (m.opcode) {
      case "slct" -> m.types.size() == 2 ? select(m) : null;
      case "prmt" -> m.only("f4e", "b4e", "rc8", "ecl", "ecr", "rc16") ? permute(m) : null;
      case "shf" -> funnel(m);
      case "bfind" -> m.only("shiftamt") ? find(m, type) : null;
      case "bmsk" -> m.only("clamp", "wrap") ? mask(m) : null;
      case "szext" -> m.only("clamp", "wrap") ? extend(m, type) : null;
      default -> m.only() && type.isInteger() && type.bits() >= 32 ? plain(m, type) : null;
    };
  }

  private static @Nullable LaneFunction plain(Mnemonic m, AluType type) {
    int shift = type.shift();
    long bits = type.mask();
    return switch (m.opcode) {
      case "popc" -> special(m, 1, (a, b, c) -> Long.bitCount(a & bits));
      case "clz" -> special(m, 1, (a, b, c) -> Long.numberOfLeadingZeros(a & bits) - shift);
      case "brev" -> special(m, 1, (a, b, c) -> Long.reverse(a) >>> shift);
      case "fns" -> special(m, 3, (a, b, c) -> nthSet((int) a, (int) b, (int) c));
      case "bfe" -> special(m, 3, (a, b, c) -> extract(type, a, (int) b & 0xff, (int) c & 0xff));
      case "bfi" ->
          special(
              m,
              3,
              (a, b, c) -> {
                int position = (int) c & 0xff;
                long field = position > 63 ? 0 : ones((int) (c >> 8) & 0xff) << position;
                long inserted = position > 63 ? 0 : a << position;
                return ((inserted & field) | (b & ~field)) & bits;
              });
      case "lop3" ->
          m.immediate >= 0 && m.immediate <= 255 && type.bits() == 32
              ? new PlainFunction(m.text, 3, Cost.INTEGER, lookUp(m.immediate))
              : null;
      default -> null;
    };
  }

  private static LaneFunction special(Mnemonic m, int arity, PlainFunction.Operation operation) {
    return new PlainFunction(m.text, arity, Cost.SPECIAL, operation);
  }

  private static long ones(int length) {
    return length == 0 ? 0 : -1L >>> Math.max(0, 64 - length);
  }

  /**
   * Bits from {@code position} on; those beyond the top, and the sign of a signed field, are its
   * highest bit.
   */
  private static long extract(AluType type, long value, int position, int length) {
    if (length == 0) {
      return 0;
    }
    long field = position > 63 ? 0 : (value & type.mask()) >>> position & ones(length);
    if (type.isSigned()) {
      int top = Math.min(position + length, type.bits()) - 1;
      if ((value >>> top & 1) != 0) {
        int fieldLength = Math.max(0, top - position + 1);
        field |= fieldLength > 63 ? 0 : -1L << fieldLength;
      }
    }
    return field & type.mask();
  }

  /**
   * The position of the n-th set bit of a word, from {@code base} upwards or, for negative n,
   * downwards.
   */
  private static long nthSet(int word, int base, int n) {
    if (n == 0) {
      return base >= 0 && base < 32 && (word >>> base & 1) != 0 ? base : WORD;
    }
    int step = n > 0 ? 1 : -1;
    int remaining = n;
    for (int position = base; position >= 0 && position < 32; position += step) {
      if ((word >>> position & 1) != 0) {
        remaining -= step;
        if (remaining == 0) {
          return position;
        }
      }
    }
    return WORD;
  }

  private static PlainFunction.Operation lookUp(int table) {
    return (a, b, c) -> {
      long result = 0;
      for (int row = 0; row < 8; row++) {
        if ((table >> row & 1) != 0) {
          result |=
              ((row & 4) != 0 ? a : ~a) & ((row & 2) != 0 ? b : ~b) & ((row & 1) != 0 ? c : ~c);
        }
      }
      return result & WORD;
    };
  }

  /**
   * {@code bfind}: the position of the highest bit that is not a copy of the sign, all ones where
   * there is none.
   */
  private static @Nullable LaneFunction find(Mnemonic m, AluType type) {
    if (!type.isArithmeticInteger() || type.bits() < 32) {
      return null;
    }
    boolean shiftAmount = m.has("shiftamt");
    return special(
        m,
        1,
        (a, b, c) -> {
          long value = type.extend(a);
          int above = Long.numberOfLeadingZeros(type.isSigned() && value < 0 ? ~value : value);
          if (above == 64) {
            return WORD;
          }
          return shiftAmount ? above - type.shift() : 63 - above;
        });
  }

  private static LaneFunction mask(Mnemonic m) {
    boolean clamp = m.has("clamp");
    return new PlainFunction(
        m.text,
        2,
        Cost.INTEGER,
        (a, b, c) -> {
          long position = clamp ? a & WORD : a & 31;
          long length = clamp ? b & WORD : b & 31;
          if (position > 31) {
            return 0;
          }
          return ones((int) Math.min(length, 32)) << position & WORD;
        });
  }

  /** {@code szext}: sign or zero extends the low {@code b} bits of {@code a}. */
  private static @Nullable LaneFunction extend(Mnemonic m, AluType type) {
    if (!type.isArithmeticInteger() || type.bits() != 32) {
      return null;
    }
    boolean clamp = m.has("clamp");
    return new PlainFunction(
        m.text,
        2,
        Cost.INTEGER,
        (a, b, c) -> {
          if (clamp && (b & WORD) > 31) {
            return a & WORD;
          }
          int length = (int) b & 31;
          if (length == 0) {
            return 0;
          }
          int drop = 64 - length;
          return (type.isSigned() ? a << drop >> drop : a << drop >>> drop) & WORD;
        });
  }

  /** {@code shf}: the pair (b, a) shifted, its upper word for left, its lower word for right. */
  private static @Nullable LaneFunction funnel(Mnemonic m) {
    boolean clamp = m.has("clamp");
    boolean leftShift = m.has("l");
    if (!m.only("l", "r", "clamp", "wrap") || m.type().bits() != 32 || leftShift == m.has("r")) {
      return null;
    }
    return new PlainFunction(
        m.text,
        3,
        Cost.INTEGER,
        (a, b, c) -> {
          int amount = clamp ? (int) Math.min(c & WORD, 32) : (int) c & 31;
          long pair = b << 32 | (a & WORD);
          return leftShift ? pair << amount >>> 32 : pair >>> amount & WORD;
        });
  }

  /**
   * {@code prmt}: byte i of the result is that byte of the pair (b, a) which nibble i of the
   * selector names.
   */
  private static @Nullable LaneFunction permute(Mnemonic m) {
    if (m.type().bits() != 32) {
      return null;
    }
    int[] selectors =
        switch (m.oneOf("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")) {
          case "f4e" -> new int[] {0x3210, 0x4321, 0x5432, 0x6543};
          case "b4e" -> new int[] {0x5670, 0x6701, 0x7012, 0x0123};
          case "rc8" -> new int[] {0x0000, 0x1111, 0x2222, 0x3333};
          case "ecl" -> new int[] {0x3210, 0x3211, 0x3222, 0x3333};
          case "ecr" -> new int[] {0x0000, 0x1110, 0x2210, 0x3210};
          case "rc16" -> new int[] {0x1010, 0x3232, 0x1010, 0x3232};
          default -> new int[0];
        };
    return new PlainFunction(
        m.text,
        3,
        Cost.INTEGER,
        (a, b, c) -> {
          int selector = selectors.length == 0 ? (int) c : selectors[(int) c & 3];
          long pair = b << 32 | (a & WORD);
          long result = 0;
          for (int i = 0; i < 4; i++) {
            int nibble = (selector >> (4 * i)) & 15;
            long picked = (pair >>> (8 * (nibble & 7))) & 0xff;
            // The nibble's top bit asks for the byte's sign in all eight bits.
            long selectedByte = (nibble & 8) == 0 ? picked : -(picked >>> 7) & 0xff;
            result |= selectedByte << (8 * i);
          }
          return result;
        });
  }

  /** {@code slct}: a where c is not negative (nor NaN), else b. */
  private static @Nullable LaneFunction select(Mnemonic m) {
    long bits = m.type().mask();
    if (m.source().equals(new AluType(AluType.Kind.SIGNED, 32, 1)) && m.only()) {
      return new PlainFunction(m.text, 3, Cost.INTEGER, (a, b, c) -> ((int) c >= 0 ? a : b) & bits);
    }
    if (m.source().isFloat(32) && m.only("ftz")) {
      float tiny = m.has("ftz") ? Float.MIN_NORMAL : 0;
      return new PlainFunction(
          m.text,
          3,
          Cost.INTEGER,
          (a, b, c) -> (Floats.flush(Floats.value(c), tiny) >= 0 ? a : b) & bits);
    }
    return null;
  }
}
