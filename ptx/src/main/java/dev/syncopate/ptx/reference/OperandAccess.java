package dev.syncopate.ptx.reference;

import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;
import dev.syncopate.ptx.syntax.OperandSyntax.Name;
import dev.syncopate.ptx.syntax.OperandSyntax.Not;
import dev.syncopate.ptx.syntax.Symbol;
import org.jspecify.annotations.Nullable;

/** Reads and writes what the operands of an instruction name. */
final class OperandAccess {
  private final MemoryImage image;

  OperandAccess(MemoryImage image) {
    this.image = image;
  }

  static @Nullable Symbol symbol(InstructionSyntax instruction, Name name) {
    return instruction.scope().find(name.name());
  }

  /** The bits of a value; those above its type's width mean nothing. */
  long value(Lane lane, InstructionSyntax instruction, OperandSyntax operand) {
    return switch (operand) {
      case Literal literal -> literal.bits();
      case Name name -> named(lane, instruction, name);
      default -> throw new ReferenceException("no value in " + operand.description());
    };
  }

  private long named(Lane lane, InstructionSyntax instruction, Name name) {
    Symbol symbol = symbol(instruction, name);
    return switch (symbol) {
      case Symbol.Register register -> lane.frames.getFirst().values[register.number()];
      case Symbol.Variable variable -> address(lane, variable) + name.offset();
      case Symbol.Function function -> image.of(function.function());
      case null, default -> {
        Long special = lane.special(name.name(), name.element());
        if (special == null) {
          throw new ReferenceException("`" + name.name() + "` is not known");
        }
        yield special;
      }
    };
  }

  /** The address of a variable in its space. */
  long address(Lane lane, Symbol.Variable symbol) {
    Integer local = lane.frames.getFirst().locals.get(symbol.variable());
    return local != null ? local : image.of(symbol.variable());
  }

  boolean predicate(Lane lane, InstructionSyntax instruction, OperandSyntax operand) {
    return switch (operand) {
      case Name name when symbol(instruction, name) instanceof Symbol.Register register ->
          lane.frames.getFirst().predicates[register.number()];
      case Not not -> !predicate(lane, instruction, not.name());
      case Literal literal -> literal.bits() != 0;
      default -> throw new ReferenceException("no predicate in " + operand.description());
    };
  }

  /** The two halves of a register of 128 bits, the lower one first. */
  long[] wide(Lane lane, InstructionSyntax instruction, OperandSyntax operand) {
    int lower = wideRegister(instruction, operand);
    long[] values = lane.frames.getFirst().values;
    return new long[] {values[lower], values[lower + 1]};
  }

  /** Writes a register of 128 bits; {@code _} takes anything. */
  void setWide(Lane lane, InstructionSyntax instruction, OperandSyntax operand, long[] halves) {
    if (!isSink(operand)) {
      int lower = wideRegister(instruction, operand);
      long[] values = lane.frames.getFirst().values;
      values[lower] = halves[0];
      values[lower + 1] = halves[1];
    }
  }

  private static int wideRegister(InstructionSyntax instruction, OperandSyntax operand) {
    if (operand instanceof Name name
        && symbol(instruction, name) instanceof Symbol.Register register
        && register.type().bits() == 128) {
      return register.number();
    }
    throw new ReferenceException("no register of 128 bits in " + operand.description());
  }

  /** Writes a register; {@code _} takes anything. */
  void set(Lane lane, InstructionSyntax instruction, OperandSyntax operand, long value) {
    if (operand instanceof Name name
        && symbol(instruction, name) instanceof Symbol.Register register) {
      int bits = register.type().bits();
      lane.frames.getFirst().values[register.number()] = IntegerArithmetic.unsigned(value, bits);
    } else if (!isSink(operand)) {
      throw new ReferenceException("no register in " + operand.description());
    }
  }

  /** Writes a value register from one of a narrower type: signed ones are extended. */
  void setExtended(
      Lane lane,
      InstructionSyntax instruction,
      OperandSyntax operand,
      long value,
      int bits,
      boolean signed) {
    set(
        lane,
        instruction,
        operand,
        signed ? IntegerArithmetic.signed(value, bits) : IntegerArithmetic.unsigned(value, bits));
  }

  void setPredicate(
      Lane lane, InstructionSyntax instruction, OperandSyntax operand, boolean value) {
    if (operand instanceof Name name
        && symbol(instruction, name) instanceof Symbol.Register register) {
      lane.frames.getFirst().predicates[register.number()] = value;
    } else if (!isSink(operand)) {
      throw new ReferenceException("no predicate register in " + operand.description());
    }
  }

  private static boolean isSink(OperandSyntax operand) {
    return operand instanceof Name name && name.name().equals("_");
  }

  boolean isPredicate(InstructionSyntax instruction, OperandSyntax operand) {
    return operand instanceof Name name
        && symbol(instruction, name) instanceof Symbol.Register register
        && register.type().bits() == 1;
  }
}
