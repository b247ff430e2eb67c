package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.Arithmetic.ReserveStack;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.SpecialRegister;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.module.AddressSpaces;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;
import dev.syncopate.ptx.syntax.VariableSyntax;
import java.util.HashMap;
import java.util.Map;

/**
 * Stack frame of a function: the local variables of a function that may call itself, and the bytes
 * that {@code alloca} takes (PTX ISA, "Stack Manipulation Instructions"). The stack lies in the
 * thread's local memory behind the variables of functions that are active at most once. The
 * function puts the stack pointer back when it returns.
 */
final class StackFrame {
  private static final int NONE = -1;
  private static final int DEFAULT_ALIGNMENT = 8;

  private final FunctionBody body;
  private final Map<VariableSyntax, Integer> offsets = new HashMap<>();

  /** The register that holds the stack pointer as it was when the function began. */
  private int savedPointer = NONE;

  /** The register that holds the address of the first local variable. */
  private int variables = NONE;

  /** Where room for the variables is reserved, as much as they turn out to need. */
  private int reservation;

  private int bytes;
  private int alignment = 1;

  StackFrame(FunctionBody body) {
    this.body = body;
  }

  /**
   * What the function does first.
   *
   * @param copies whether parameters have copies among its local variables
   */
  void enter(boolean copies) {
    int pointer = body.unit.usesStack() ? body.module.stackPointer() : NONE;
    if (body.function().kernel()) {
      if (pointer != NONE) {
        body.emit(new ReadSpecial(Guard.NONE, body.position, SpecialRegister.STACK, pointer));
      }
      return;
    }
    if (body.unit.movesStack()) {
      savedPointer = body.temporary(32);
      body.move(Guard.NONE, savedPointer, pointer, 32);
    }
    if (body.unit.recursive() && (copies || hasLocalVariables())) {
      variables = body.temporary(32);
      reservation = body.unit.code.size();
      reserve(Guard.NONE, 0, 1, variables);
    }
  }

  private boolean hasLocalVariables() {
    return body.function().variables().stream().anyMatch(v -> v.space() == StateSpace.LOCAL);
  }

  /** Whether a variable has a place for each activation of the function. */
  boolean holds(VariableSyntax variable) {
    return variables != NONE && variable.space() == StateSpace.LOCAL;
  }

  /** The register with the address of one of its variables plus an offset. */
  int address(VariableSyntax variable, long offset) {
    Integer frameOffset = offsets.get(variable);
    if (frameOffset == null) {
      frameOffset = AddressSpaces.align(bytes, variable.alignment());
      offsets.put(variable, frameOffset);
      bytes = frameOffset + variable.bytes();
      alignment = Math.max(alignment, variable.alignment());
    }
    int address = body.temporary(32);
    body.compute("add.u32", address, variables, body.module.constants.number(frameOffset + offset));
    return address;
  }

  /** What the function does before it returns. */
  void leave(Guard guard) {
    if (savedPointer != NONE) {
      body.move(guard, body.module.stackPointer(), savedPointer, 32);
    }
  }

  /** The function has been lowered. */
  void complete() {
    if (variables != NONE) {
      body.unit.code.set(
          reservation,
          new ReserveStack(
              Guard.NONE,
              body.unit.code.get(reservation).position(),
              body.module.stackPointer(),
              body.module.constants.number(bytes),
              alignment,
              variables));
    }
  }

  private void reserve(Guard guard, int size, int aligned, int destination) {
    body.emit(
        new ReserveStack(
            guard, body.position, body.module.stackPointer(), size, aligned, destination));
  }

  /** {@code alloca.u64 pointer, size[, alignment];} */
  void alloca(InstructionSyntax instruction, OperandResolver operands) {
    body.expectOperands(2, 3);
    ScalarType type = type(instruction);
    int aligned = DEFAULT_ALIGNMENT;
    if (instruction.operands().size() == 3) {
      OperandSyntax operand = operands.operand(2);
      if (!(operand instanceof Literal literal)
          || literal.form() != Form.INTEGER
          || literal.bits() <= 0
          || literal.bits() > 1 << 20
          || Long.bitCount(literal.bits()) != 1) {
        throw body.unexpected(operand.at(), operand.description(), "a power of two up to 1048576");
      }
      aligned = (int) literal.bits();
    }
    int size = operands.read(operands.operand(1), type);
    reserve(body.guard, size, aligned, operands.write(operands.operand(0), type));
  }

  /** {@code stacksave.u64 pointer;} */
  void save(InstructionSyntax instruction, OperandResolver operands) {
    body.expectOperands(1, 1);
    int register = operands.write(operands.operand(0), type(instruction));
    body.move(body.guard, register, body.module.stackPointer(), 32);
  }

  /** {@code stackrestore.u64 pointer;} */
  void restore(InstructionSyntax instruction, OperandResolver operands) {
    body.expectOperands(1, 1);
    ScalarType type = type(instruction);
    int saved = operands.read(operands.operand(0), type);
    String narrow = type.bits() == 64 ? "cvt.u32.u64" : "mov.b32";
    body.compute(body.guard, narrow, body.module.stackPointer(), saved, 0, 0);
  }

  private ScalarType type(InstructionSyntax instruction) {
    String type = instruction.qualifiers().size() == 1 ? instruction.qualifiers().get(0) : "";
    return switch (type) {
      case "u32" -> ScalarType.U32;
      case "u64" -> ScalarType.U64;
      default -> throw body.unsupported("`" + instruction.opcode() + ".u32` or `.u64`");
    };
  }
}
