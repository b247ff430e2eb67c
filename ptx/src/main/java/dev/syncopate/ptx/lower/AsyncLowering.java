package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Arithmetic.ConvertAddress;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncControl;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncKind;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
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
    if (instruction.qualifiers().isEmpty() || !instruction.qualifiers().get(0).equals("async")) {
      throw body.unsupported("`cp.async`");
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
    body.emit(new CopyAsyncControl(body.guard, body.position, kind, 0, shared(barrier, space)));
  }

  /** An address in shared memory, of a generic one that must point there. */
  private Address shared(Address address, StateSpace space) {
    if (space == StateSpace.SHARED) {
      return address;
    }
    int inWindow = body.temporary(64);
    body.emit(
        new ConvertAddress(
            Guard.NONE, body.position, StateSpace.SHARED, false, inWindow, address.base()));
    return new Address(inWindow, address.offset());
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

  /** {@code mbarrier.*}. */
  void mbarrier(InstructionSyntax instruction) {
    String action = instruction.qualifiers().isEmpty() ? "" : instruction.qualifiers().get(0);
    MbarrierKind kind =
        switch (action) {
          case "init" -> MbarrierKind.INIT;
          case "inval" -> MbarrierKind.INVAL;
          case "arrive" -> MbarrierKind.ARRIVE;
          case "arrive_drop" -> MbarrierKind.ARRIVE_DROP;
          case "test_wait" -> MbarrierKind.TEST_WAIT;
          case "try_wait" -> MbarrierKind.TRY_WAIT;
          case "pending_count" -> MbarrierKind.PENDING_COUNT;
          case "expect_tx" -> MbarrierKind.EXPECT_TX;
          case "complete_tx" -> MbarrierKind.COMPLETE_TX;
          default ->
              throw body.unsupported(
                  "`.init`, `.inval`, `.arrive`, `.arrive_drop`, `.test_wait`, `.try_wait`,"
                      + " `.pending_count`, `.expect_tx` or `.complete_tx`");
        };
    StateSpace space = mbarrierSpace(instruction);
    switch (kind) {
      case INIT -> {
        body.expectOperands(2, 2);
        int count = operands.read(operands.operand(1), ScalarType.U32);
        emit(kind, barrier(0, space), count, -1, false);
      }
      case INVAL -> {
        body.expectOperands(1, 1);
        emit(kind, barrier(0, space), 0, -1, false);
      }
      case EXPECT_TX, COMPLETE_TX -> {
        body.expectOperands(2, 2);
        int bytes = operands.read(operands.operand(1), ScalarType.U32);
        emit(kind, barrier(0, space), bytes, -1, false);
      }
      case ARRIVE, ARRIVE_DROP -> {
        boolean expects = instruction.has("expect_tx");
        body.expectOperands(expects ? 3 : 2, 3);
        if (expects) {
          int bytes = operands.read(operands.operand(2), ScalarType.U32);
          emit(MbarrierKind.EXPECT_TX, barrier(1, space), bytes, -1, false);
        }
        boolean counted = !expects && instruction.operands().size() == 3;
        int count =
            counted
                ? operands.read(operands.operand(2), ScalarType.U32)
                : body.module.constants.number(1);
        int state = operands.writeIfGiven(operands.operand(0), ScalarType.B64);
        emit(kind, barrier(1, space), count, state, false);
      }
      case TEST_WAIT, TRY_WAIT -> {
        // A fourth operand limits the time, which no wait here exceeds: it fails and is repeated.
        body.expectOperands(3, kind == MbarrierKind.TRY_WAIT ? 4 : 3);
        boolean parity = instruction.has("parity");
        int state = operands.read(operands.operand(2), parity ? ScalarType.B32 : ScalarType.B64);
        int donePredicate = operands.writePredicate(operands.operand(0));
        emit(kind, barrier(1, space), state, donePredicate, parity);
      }
      case PENDING_COUNT -> {
        body.expectOperands(2, 2);
        int state = operands.read(operands.operand(1), ScalarType.B64);
        int count = operands.write(operands.operand(0), ScalarType.B32);
        body.emit(
            new MemoryBarrierObject(body.guard, body.position, kind, null, state, count, false));
      }
    }
  }

  private void emit(
      MbarrierKind kind, Address address, int operand, int destination, boolean parity) {
    body.emit(
        new MemoryBarrierObject(
            body.guard, body.position, kind, address, operand, destination, parity));
  }

  private Address barrier(int index, StateSpace space) {
    return shared(operands.address(operands.operand(index), space), space);
  }

  private StateSpace mbarrierSpace(InstructionSyntax instruction) {
    StateSpace space = StateSpace.GENERIC;
    for (int i = 1; i < instruction.qualifiers().size(); i++) {
      switch (instruction.qualifiers().get(i)) {
        case "shared", "shared::cta" -> space = StateSpace.SHARED;
        case "b64",
            "parity",
            "cta",
            "acquire",
            "release",
            "relaxed",
            "noComplete",
            "expect_tx" -> {}
        default -> throw body.badQualifier(i, "`.shared`, `.b64`, `.parity`, an order or `.cta`");
      }
    }
    return space;
  }
}
