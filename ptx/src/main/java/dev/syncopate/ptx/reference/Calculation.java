package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Pair;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Instructions that compute a register from registers. */
final class Calculation {
  private final Operand operands;

  Calculation(Operand operands) {
    this.operands = operands;
  }

  /** The type that a qualifier names. */
  static ScalarType type(String qualifier) {
    try {
      ScalarType type = ScalarType.valueOf(qualifier.toUpperCase(Locale.ROOT));
      if (type.kind() != ScalarType.Class.FLOAT) {
        return type;
      }
    } catch (IllegalArgumentException e) {
      // No type at all: the same answer.
    }
    throw new ReferenceException("the type ." + qualifier + " is not known");
  }

  static ScalarType lastType(InstructionSyntax in) {
    return type(in.qualifiers().getLast());
  }

  /** Executes an instruction; false if it is none of these. */
  boolean execute(Lane lane, InstructionSyntax in) {
    List<OperandSyntax> list = in.operands();
    switch (in.opcode()) {
      case "setp", "set" -> compare(lane, in);
      case "selp" -> {
        OperandSyntax chosen =
            operands.predicate(lane, in, list.get(3)) ? list.get(1) : list.get(2);
        operands.set(lane, in, list.get(0), operands.value(lane, in, chosen));
      }
      case "and", "or", "xor", "not" -> {
        if (lastType(in) == ScalarType.PRED) {
          logic(lane, in);
        } else {
          number(lane, in);
        }
      }
      case "abs", "neg", "cnot", "popc", "clz", "brev" -> number(lane, in);
      case "add", "sub", "div", "rem", "min", "max", "mul", "mad", "shl", "shr" -> number(lane, in);
      case "bfe", "bfi", "shf", "prmt", "lop3" -> field(lane, in);
      default -> {
        return false;
      }
    }
    return true;
  }

  private long value(Lane lane, InstructionSyntax in, int index) {
    return operands.value(lane, in, in.operands().get(index));
  }

  private void number(Lane lane, InstructionSyntax in) {
    ScalarType type = lastType(in);
    for (String qualifier : in.qualifiers()) {
      if (!List.of("lo", "hi", "wide").contains(qualifier) && type(qualifier) != type) {
        throw new ReferenceException(in.mnemonic() + " is not known");
      }
    }
    int bits = type.bits();
    boolean isSigned = type.isSigned();
    long a = value(lane, in, 1);
    Long result =
        in.operands().size() == 2
            ? Integers.unary(in.opcode(), a, bits)
            : several(lane, in, a, bits, isSigned);
    if (result == null) {
      throw new ReferenceException(in.mnemonic() + " has no result");
    }
    boolean wide = in.has("wide");
    int width = wide ? 2 * bits : List.of("popc", "clz").contains(in.opcode()) ? 32 : bits;
    operands.setExtended(lane, in, in.operands().get(0), result, width, isSigned);
  }

  private @Nullable Long several(
      Lane lane, InstructionSyntax in, long a, int bits, boolean isSigned) {
    long b = value(lane, in, 2);
    return switch (in.opcode()) {
      case "shl", "shr" -> Integers.shift(in.opcode().equals("shl"), a, b, bits, isSigned);
      case "mul", "mad" -> {
        String half = in.qualifiers().get(0);
        long product = Integers.product(half, a, b, bits, isSigned);
        yield in.opcode().equals("mul") ? product : product + value(lane, in, 3);
      }
      default -> Integers.binary(in.opcode(), a, b, bits, isSigned);
    };
  }

  private void logic(Lane lane, InstructionSyntax in) {
    List<OperandSyntax> list = in.operands();
    boolean a = operands.predicate(lane, in, list.get(1));
    boolean b = list.size() > 2 && operands.predicate(lane, in, list.get(2));
    operands.setPredicate(lane, in, list.get(0), combine(in.opcode(), a, b));
  }

  private static boolean combine(String how, boolean a, boolean b) {
    return switch (how) {
      case "and" -> a && b;
      case "or" -> a || b;
      case "xor" -> a != b;
      default -> !a;
    };
  }

  private void compare(Lane lane, InstructionSyntax in) {
    List<OperandSyntax> list = in.operands();
    boolean setp = in.opcode().equals("setp");
    List<String> qualifiers = in.qualifiers();
    ScalarType type = lastType(in);
    boolean holds =
        Integers.compare(
            qualifiers.get(0),
            value(lane, in, 1),
            value(lane, in, 2),
            type.bits(),
            type.isSigned());
    boolean other = !holds;
    if (list.size() > 3) {
      boolean c = operands.predicate(lane, in, list.get(3));
      holds = combine(qualifiers.get(1), holds, c);
      other = combine(qualifiers.get(1), other, c);
    }
    OperandSyntax into = list.get(0);
    if (!setp) {
      operands.set(lane, in, into, holds ? -1 : 0);
    } else if (into instanceof Pair pair) {
      operands.setPredicate(lane, in, pair.first(), holds);
      operands.setPredicate(lane, in, pair.second(), other);
    } else {
      operands.setPredicate(lane, in, into, holds);
    }
  }

  private void field(Lane lane, InstructionSyntax in) {
    ScalarType type = lastType(in);
    long a = value(lane, in, 1);
    long b = value(lane, in, 2);
    long c = value(lane, in, 3);
    long result =
        switch (in.opcode()) {
          case "bfe" -> Integers.extract(a, b, c, type.bits(), type.isSigned());
          case "bfi" -> Integers.insert(a, b, c, value(lane, in, 4), type.bits());
          case "shf" -> Integers.funnel(in.has("l"), in.has("wrap"), a, b, c);
          case "prmt" -> Integers.permute(a, b, c);
          default -> Integers.lookup(a, b, c, value(lane, in, 4));
        };
    operands.set(lane, in, in.operands().get(0), result);
  }
}
