package dev.syncopate.ptx.lower;

import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.lower.MemoryQualifiers.Kind;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.OperandSyntax;
import java.util.Locale;

/** Lowers {@code atom} and {@code red}. */
final class AtomicLowering {
  private final Body body;
  private final Operands operands;

  AtomicLowering(Body body, Operands operands) {
    this.body = body;
    this.operands = operands;
  }

  void lower(InstructionSyntax instruction) {
    boolean result = instruction.opcode().equals("atom");
    MemoryQualifiers q =
        MemoryQualifiers.of(body, Kind.OPERATION, Kind.HINT, Kind.REMOTE, Kind.COMMUTATIVE);
    AtomicOperation operation = q.operation;
    if (operation == null) {
      throw body.unsupported("an operation");
    }
    ScalarType type = q.type();
    if (!fits(operation, type)) {
      throw body.unsupported("a type that `." + spelling(operation) + "` takes");
    }
    MemoryOrder order = q.orderOr(MemoryOrder.RELAXED);
    if (order == MemoryOrder.WEAK) {
      throw body.unsupported("`.relaxed`, `.acquire`, `.release` or `.acq_rel`");
    }
    if (q.space == StateSpace.CONST || q.space == StateSpace.PARAM || q.space == StateSpace.LOCAL) {
      throw body.unsupported("`.global`, `.shared` or a generic address");
    }
    boolean compares = operation == AtomicOperation.CAS;
    if (!result && (compares || operation == AtomicOperation.EXCH)) {
      throw body.unsupported("`atom`");
    }
    if (q.commutative && !operation.commutes()) {
      throw body.unsupported("an operation that commutes, for `.comm`");
    }
    int first = result ? 1 : 0;
    int count = first + (compares ? 3 : 2);
    body.expectOperands(count, count);
    Address address = operands.address(operands.operand(first), q.space);
    int a = operands.read(operands.operand(first + 1), type);
    int b = compares ? operands.read(operands.operand(first + 2), type) : 0;
    OperandSyntax target = operands.operand(0);
    int destination = result ? operands.writeIfGiven(target, type) : -1;
    body.emit(
        new Atomic(
            body.guard,
            body.position,
            q.space,
            order,
            q.scopeOf(order),
            q.remote,
            q.commutative,
            operation,
            type,
            address,
            destination,
            a,
            b,
            destination >= 0));
  }

  private static String spelling(AtomicOperation operation) {
    return operation.name().toLowerCase(Locale.ROOT);
  }

  private static boolean fits(AtomicOperation operation, ScalarType type) {
    boolean bits = type.kind() == ScalarType.Class.BITS;
    boolean wide = type.bits() == 32 || type.bits() == 64;
    boolean integer =
        wide
            && (type.kind() == ScalarType.Class.UNSIGNED || type.kind() == ScalarType.Class.SIGNED);
    return switch (operation) {
      case ADD -> integer || isAddedAsFloat(type);
      case MIN, MAX -> integer;
      case AND, OR, XOR -> bits && wide;
      case INC, DEC -> type == ScalarType.U32;
      case EXCH -> bits && wide;
      case CAS -> bits && (wide || type.bits() == 16);
    };
  }

  private static boolean isAddedAsFloat(ScalarType type) {
    return switch (type) {
      case F16, F16X2, BF16, BF16X2, F32, F64 -> true;
      default -> false;
    };
  }
}
