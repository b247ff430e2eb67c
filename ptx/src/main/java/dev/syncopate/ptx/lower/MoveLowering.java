package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Arithmetic.ConvertAddress;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.SpecialRegister;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.OperandSyntax.Vector;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lowers {@code mov}, with its vectors and addresses, and {@code cvta}. */
final class MoveLowering {
  private final FunctionBody body;
  private final OperandResolver operands;
  private final VariableStorage variables;

  MoveLowering(FunctionBody body, OperandResolver operands, VariableStorage variables) {
    this.body = body;
    this.operands = operands;
    this.variables = variables;
  }

  /** {@code mov} of anything but predicates. */
  void mov(InstructionSyntax instruction) {
    body.expectOperands(2, 2);
    List<ScalarType> types = ArithmeticLowering.types(instruction);
    OperandSyntax destination = operands.operand(0);
    OperandSyntax source = operands.operand(1);
    boolean vector =
        instruction.qualifiers().size() == 2
            && (instruction.has("v2") || instruction.has("v4"))
            && destination instanceof Vector
            && source instanceof Vector;
    if (types.size() != 1
        || (instruction.qualifiers().size() != 1 && !vector)
        || types.get(0).bits() < 16) {
      throw body.unsupported("`mov` with a type of 16, 32, 64 or 128 bits, or `.pred`");
    }
    ScalarType type = types.get(0);
    if (type == ScalarType.B128) {
      moveWide(destination, source);
    } else if (destination instanceof Vector targetVector
        && source instanceof Vector sourceVector) {
      moveEach(targetVector, sourceVector, type);
    } else if (destination instanceof Vector unpackedTarget) {
      unpack(unpackedTarget, source, type);
    } else if (source instanceof Vector packedSource) {
      pack(destination, packedSource, type);
    } else {
      SpecialRegister special = special(source);
      if (special != null && special.bits() == type.bits()) {
        int register = operands.write(destination, type);
        body.emit(new ReadSpecial(body.guard, body.position, special, register));
      } else {
        int value = operands.read(source, type);
        body.move(body.guard, operands.write(destination, type), value, type.bits());
      }
    }
  }

  private @Nullable SpecialRegister special(OperandSyntax source) {
    return source instanceof Name name && body.instruction().scope().find(name.name()) == null
        ? SpecialRegisters.find(name.name(), name.element())
        : null;
  }

  private void moveEach(Vector targetVector, Vector sourceVector, ScalarType type) {
    int count = targetVector.elements().size();
    if (sourceVector.elements().size() != count) {
      throw body.unexpected(
          sourceVector.at(), sourceVector.elements().size() + " elements", count + " of them");
    }
    // All are read before one is written.
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = body.temporary(type.bits());
      int source = operands.read(sourceVector.elements().get(i), type);
      body.compute("mov.b" + type.bits(), values[i], source);
    }
    for (int i = 0; i < count; i++) {
      int register = operands.write(targetVector.elements().get(i), type);
      body.move(body.guard, register, values[i], type.bits());
    }
  }

  /** {@code mov.b128}: between registers of 128 bits, or from or to the two halves of one. */
  private void moveWide(OperandSyntax destination, OperandSyntax source) {
    int[] halves = new int[2];
    for (int h = 0; h < 2; h++) {
      int sourceRegister =
          source instanceof Vector vector
              ? operands.read(half(vector, h), ScalarType.B64)
              : operands.wide(source) + h;
      halves[h] = body.temporary(64);
      body.compute("mov.b64", halves[h], sourceRegister);
    }
    for (int h = 0; h < 2; h++) {
      int targetRegister =
          destination instanceof Vector vector
              ? operands.writeIfGiven(half(vector, h), ScalarType.B64)
              : operands.wide(destination) + h;
      if (targetRegister >= 0) {
        body.move(body.guard, targetRegister, halves[h], 64);
      }
    }
  }

  private OperandSyntax half(Vector vector, int index) {
    if (vector.elements().size() != 2) {
      throw body.unexpected(
          vector.at(), "a vector of " + vector.elements().size(), "two halves of 64 bits");
    }
    return vector.elements().get(index);
  }

  private ScalarType elementType(Vector vector, ScalarType vectorType) {
    int count = vector.elements().size();
    int bits = count == 2 || count == 4 ? vectorType.bits() / count : 0;
    return switch (bits) {
      case 8 -> ScalarType.B8;
      case 16 -> ScalarType.B16;
      case 32 -> ScalarType.B32;
      default ->
          throw body.unexpected(
              vector.at(),
              "a vector of " + count + " in " + vectorType.bits() + " bits",
              "2 or 4 elements of at least 8 bits");
    };
  }

  private void unpack(Vector targetVector, OperandSyntax source, ScalarType type) {
    ScalarType element = elementType(targetVector, type);
    // A copy, for the first destination may be the source.
    int packedRegister = operands.read(source, type);
    if (operands.register(source) != null) {
      int copy = body.temporary(type.bits());
      body.compute("mov.b" + type.bits(), copy, packedRegister);
      packedRegister = copy;
    }
    if (targetVector.elements().size() == 2) {
      unpackHalf("lo", type.bits(), packedRegister, targetVector.elements().get(0), element);
      unpackHalf("hi", type.bits(), packedRegister, targetVector.elements().get(1), element);
      return;
    }
    int half = type.bits() / 2;
    for (int h = 0; h < 2; h++) {
      int part = body.temporary(half);
      body.compute(
          "unpack." + (h == 0 ? "lo" : "hi") + ".b" + type.bits() + ".b" + half,
          part,
          packedRegister);
      unpackHalf("lo", half, part, targetVector.elements().get(2 * h), element);
      unpackHalf("hi", half, part, targetVector.elements().get(2 * h + 1), element);
    }
  }

  private void unpackHalf(
      String half, int bits, int packedRegister, OperandSyntax destination, ScalarType element) {
    int register =
        element.bits() == 8
            ? operands.writeWideIfGiven(destination, element)
            : operands.writeIfGiven(destination, element);
    if (register >= 0) {
      body.compute(
          body.guard,
          "unpack." + half + ".b" + bits + ".b" + element.bits(),
          register,
          packedRegister,
          0,
          0);
    }
  }

  private void pack(OperandSyntax destination, Vector sourceVector, ScalarType type) {
    ScalarType element = elementType(sourceVector, type);
    List<Integer> parts = new ArrayList<>(4);
    for (OperandSyntax part : sourceVector.elements()) {
      parts.add(
          element.bits() == 8 ? operands.readWide(part, element) : operands.read(part, element));
    }
    int bits = element.bits();
    while (parts.size() > 2) {
      List<Integer> halves = new ArrayList<>(2);
      for (int i = 0; i < parts.size(); i += 2) {
        int half = body.temporary(2 * bits);
        body.compute("pack.b" + 2 * bits + ".b" + bits, half, parts.get(i), parts.get(i + 1));
        halves.add(half);
      }
      parts = halves;
      bits *= 2;
    }
    int register = operands.write(destination, type);
    body.compute(
        body.guard, "pack.b" + 2 * bits + ".b" + bits, register, parts.get(0), parts.get(1), 0);
  }

  /** {@code cvta}, {@code cvta.to}. */
  void cvta(InstructionSyntax instruction) {
    body.expectOperands(2, 2);
    boolean toSpace = false;
    StateSpace space = null;
    boolean wide = false;
    for (int i = 0; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      StateSpace named = MemoryQualifiers.space(qualifier);
      if (qualifier.equals("to") && i == 0) {
        toSpace = true;
      } else if (named != null && space == null) {
        space = named;
      } else if (qualifier.equals("u64") && !wide) {
        wide = true;
      } else {
        throw body.badQualifier(i, "a state space, then `.u64`");
      }
    }
    if (space == null || !wide) {
      throw body.unsupported("a state space, then `.u64`");
    }
    if (space == StateSpace.PARAM && variables.hasCopies()) {
      space = StateSpace.LOCAL;
    }
    int source = operands.read(operands.operand(1), ScalarType.U64);
    int destination = operands.write(operands.operand(0), ScalarType.U64);
    if (space == StateSpace.GLOBAL) {
      body.move(body.guard, destination, source, 64);
    } else {
      body.emit(
          new ConvertAddress(body.guard, body.position, space, !toSpace, destination, source));
    }
  }
}
