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
  private final OperandAccess operands;

  Calculation(OperandAccess operands) {
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

  static ScalarType lastType(InstructionSyntax instruction) {
    return type(instruction.qualifiers().getLast());
  }

  /** Executes an instruction; false if it is none of these. */
  boolean execute(Lane lane, InstructionSyntax instruction) {
    List<OperandSyntax> list = instruction.operands();
    switch (instruction.opcode()) {
      case "setp", "set" -> compare(lane, instruction);
      case "selp" -> {
        OperandSyntax chosen =
            operands.predicate(lane, instruction, list.get(3)) ? list.get(1) : list.get(2);
        operands.set(lane, instruction, list.get(0), operands.value(lane, instruction, chosen));
      }
      case "and", "or", "xor", "not" -> {
        if (lastType(instruction) == ScalarType.PRED) {
          logic(lane, instruction);
        } else {
          number(lane, instruction);
        }
      }
      case "abs", "neg", "cnot", "popc", "clz", "brev" -> number(lane, instruction);
      case "add", "sub", "div", "rem", "min", "max", "mul", "mad", "shl", "shr" ->
          number(lane, instruction);
      case "bfe", "bfi", "shf", "prmt", "lop3" -> field(lane, instruction);
      default -> {
        return false;
      }
    }
    return true;
  }

  private long value(Lane lane, InstructionSyntax instruction, int index) {
    return operands.value(lane, instruction, instruction.operands().get(index));
  }

  private void number(Lane lane, InstructionSyntax instruction) {
    ScalarType type = lastType(instruction);
    for (String qualifier : instruction.qualifiers()) {
      if (!List.of("lo", "hi", "wide").contains(qualifier) && type(qualifier) != type) {
        throw new ReferenceException(instruction.mnemonic() + " is not known");
      }
    }
    int bits = type.bits();
    boolean isSigned = type.isSigned();
    long a = value(lane, instruction, 1);
    Long result =
        instruction.operands().size() == 2
            ? IntegerArithmetic.unary(instruction.opcode(), a, bits)
            : several(lane, instruction, a, bits, isSigned);
    if (result == null) {
      throw new ReferenceException(instruction.mnemonic() + " has no result");
    }
    boolean wide = instruction.has("wide");
    int width = wide ? 2 * bits : List.of("popc", "clz").contains(instruction.opcode()) ? 32 : bits;
    operands.setExtended(lane, instruction, instruction.operands().get(0), result, width, isSigned);
  }

  private @Nullable Long several(
      Lane lane, InstructionSyntax instruction, long a, int bits, boolean isSigned) {
    long b = value(lane, instruction, 2);
    return switch (instruction.opcode()) {
      case "shl", "shr" ->
          IntegerArithmetic.shift(instruction.opcode().equals("shl"), a, b, bits, isSigned);
      case "mul", "mad" -> {
        String half = instruction.qualifiers().get(0);
        long product = IntegerArithmetic.product(half, a, b, bits, isSigned);
        yield instruction.opcode().equals("mul") ? product : product + value(lane, instruction, 3);
      }
      default -> IntegerArithmetic.binary(instruction.opcode(), a, b, bits, isSigned);
    };
  }

  private void logic(Lane lane, InstructionSyntax instruction) {
    List<OperandSyntax> list = instruction.operands();
    boolean a = operands.predicate(lane, instruction, list.get(1));
    boolean b = list.size() > 2 && operands.predicate(lane, instruction, list.get(2));
    operands.setPredicate(lane, instruction, list.get(0), combine(instruction.opcode(), a, b));
  }

  private static boolean combine(String how, boolean a, boolean b) {
    return switch (how) {
      case "and" -> a && b;
      case "or" -> a || b;
      case "xor" -> a != b;
      default -> !a;
    };
  }

  private void compare(Lane lane, InstructionSyntax instruction) {
    List<OperandSyntax> list = instruction.operands();
    boolean setp = instruction.opcode().equals("setp");
    List<String> qualifiers = instruction.qualifiers();
    ScalarType type = lastType(instruction);
    boolean holds =
        IntegerArithmetic.compare(
            qualifiers.get(0),
            value(lane, instruction, 1),
            value(lane, instruction, 2),
            type.bits(),
            type.isSigned());
    boolean complement = !holds;
    if (list.size() > 3) {
      boolean c = operands.predicate(lane, instruction, list.get(3));
      holds = combine(qualifiers.get(1), holds, c);
      complement = combine(qualifiers.get(1), complement, c);
    }
    OperandSyntax destination = list.get(0);
    if (!setp) {
      operands.set(lane, instruction, destination, holds ? -1 : 0);
    } else if (destination instanceof Pair pair) {
      operands.setPredicate(lane, instruction, pair.first(), holds);
      operands.setPredicate(lane, instruction, pair.second(), complement);
    } else {
      operands.setPredicate(lane, instruction, destination, holds);
    }
  }

  private void field(Lane lane, InstructionSyntax instruction) {
    ScalarType type = lastType(instruction);
    long a = value(lane, instruction, 1);
    long b = value(lane, instruction, 2);
    long c = value(lane, instruction, 3);
    long result =
        switch (instruction.opcode()) {
          case "bfe" -> IntegerArithmetic.extract(a, b, c, type.bits(), type.isSigned());
          case "bfi" -> IntegerArithmetic.insert(a, b, c, value(lane, instruction, 4), type.bits());
          case "shf" ->
              IntegerArithmetic.funnel(instruction.has("l"), instruction.has("wrap"), a, b, c);
          case "prmt" -> IntegerArithmetic.permute(a, b, c);
          default -> IntegerArithmetic.lookup(a, b, c, value(lane, instruction, 4));
        };
    operands.set(lane, instruction, instruction.operands().get(0), result);
  }
}
