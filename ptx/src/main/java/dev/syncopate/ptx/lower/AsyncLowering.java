package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncControl;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncKind;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.OperandSyntax.Literal;

/** Lowers {@code cp.async} and {@code mbarrier}. */
final class AsyncLowering {
  private final FunctionBody body;
  private final OperandResolver operands;

  AsyncLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  /** {@code cp.async} and its waits. */
  void copy(InstructionSyntax instruction) {
    String first = instruction.qualifiers().isEmpty() ? "" : instruction.qualifiers().get(0);
    if (first.equals("reduce")) {
      new BulkLowering(body, operands).reduce(instruction);
      return;
    }
    if (!first.equals("async")) {
      throw body.unsupported("`cp.async`");
    }
    if (instruction.qualifiers().size() > 1 && instruction.qualifiers().get(1).equals("bulk")) {
      new BulkLowering(body, operands).copy(instruction);
      return;
    }
    switch (instruction.mnemonic()) {
      case "cp.async.commit_group" -> control(CopyAsyncKind.COMMIT_GROUP, 0);
      case "cp.async.wait_all" -> control(CopyAsyncKind.WAIT_ALL, 0);
      case "cp.async.wait_group" -> {
        body.expectOperands(1, 1);
        emitControl(CopyAsyncKind.WAIT_GROUP, literal(0, Integer.MAX_VALUE));
      }
      default -> {
        if (instruction.has("mbarrier")) {
          arrive(instruction);
        } else {
          transfer(instruction);
        }
      }
    }
  }

  private void control(CopyAsyncKind kind, int pending) {
    body.expectOperands(0, 0);
    emitControl(kind, pending);
  }

  private void emitControl(CopyAsyncKind kind, int pending) {
    body.emit(new CopyAsyncControl(body.guard, body.position, kind, pending, null));
  }

  /** {@code cp.async.mbarrier.arrive[.noinc].shared.b64 [barrier];} */
  private void arrive(InstructionSyntax instruction) {
    CopyAsyncKind kind =
        instruction.has("noinc")
            ? CopyAsyncKind.MBARRIER_ARRIVE_NOINC
            : CopyAsyncKind.MBARRIER_ARRIVE;
    StateSpace space = StateSpace.GENERIC;
    for (int i = 1; i < instruction.qualifiers().size(); i++) {
      switch (instruction.qualifiers().get(i)) {
        case "mbarrier", "arrive", "noinc", "b64" -> {}
        case "shared", "shared::cta" -> space = StateSpace.SHARED;
        default -> throw body.badQualifier(i, "`.mbarrier.arrive[.noinc][.shared].b64`");
      }
    }
    body.expectOperands(1, 1);
    Address barrier = operands.address(operands.operand(0), space);
    body.emit(
        new CopyAsyncControl(
            body.guard, body.position, kind, 0, MbarrierLowering.inShared(body, barrier, space)));
  }

  /** {@code cp.async.ca.shared.global [shared], [global], bytes[, sourceBytes];} */
  private void transfer(InstructionSyntax instruction) {
    boolean bypass = false;
    for (int i = 1; i < instruction.qualifiers().size(); i++) {
      String qualifier = instruction.qualifiers().get(i);
      switch (qualifier) {
        case "ca", "shared", "shared::cta", "global" -> {}
        case "cg" -> bypass = true;
        default -> {
          if (!qualifier.startsWith("L2::")) {
            throw body.badQualifier(i, "`.ca` or `.cg`, then `.shared.global`");
          }
        }
      }
    }
    boolean hint = instruction.has("L2::cache_hint");
    body.expectOperands(hint ? 4 : 3, hint ? 5 : 4);
    Address shared = operands.address(operands.operand(0), StateSpace.SHARED);
    Address global = operands.address(operands.operand(1), StateSpace.GLOBAL);
    int bytes = literal(2, 16);
    if (bytes != 16 && (bypass || (bytes != 4 && bytes != 8))) {
      throw body.unexpected(
          operands.operand(2).at(),
          Integer.toString(bytes),
          bypass ? "16 bytes" : "4, 8 or 16 bytes");
    }
    int operandCount = body.instruction().operands().size();
    if (hint) {
      operands.read(operands.operand(operandCount - 1), ScalarType.B64);
    }
    boolean partial = operandCount == (hint ? 5 : 4);
    int size = partial ? operands.read(operands.operand(3), ScalarType.U32) : 0;
    body.emit(
        new CopyAsync(body.guard, body.position, bypass, shared, global, bytes, partial, size));
  }

  private int literal(int index, int maximum) {
    OperandSyntax operand = operands.operand(index);
    if (operand instanceof Literal literal
        && literal.form() == Form.INTEGER
        && literal.bits() >= 0
        && literal.bits() <= maximum) {
      return (int) literal.bits();
    }
    throw body.unexpected(operand.at(), operand.description(), "a number from 0 to " + maximum);
  }

  /** {@code tensormap.*}. */
  void tensorMap(InstructionSyntax instruction) {
    new TensorLowering(body, operands).map(instruction);
  }

  /** {@code mbarrier.*}. */
  void mbarrier(InstructionSyntax instruction) {
    new MbarrierLowering(body, operands).lower(instruction);
  }
}
