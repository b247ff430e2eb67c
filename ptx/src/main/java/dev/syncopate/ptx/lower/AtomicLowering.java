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
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Lowers {@code atom} and {@code red}. */
final class AtomicLowering {
  private static final int MOST_BYTES = 16;

  private final FunctionBody body;
  private final OperandResolver operands;

  AtomicLowering(FunctionBody body, OperandResolver operands) {
    this.body = body;
    this.operands = operands;
  }

  void lower(InstructionSyntax instruction) {
    boolean result = instruction.opcode().equals("atom");
    MemoryQualifiers q =
        MemoryQualifiers.of(
            body, Kind.OPERATION, Kind.VECTOR, Kind.HINT, Kind.REMOTE, Kind.COMMUTATIVE);
    MemoryOrder order = check(q, result);
    ScalarType type = q.type();
    boolean compares = q.operation == AtomicOperation.CAS;
    int first = result ? 1 : 0;
    operands.cachePolicy(first + (compares ? 3 : 2));
    Address address = operands.address(operands.operand(first), q.space);
    OperandSyntax operand = operands.operand(first + 1);
    if (type == ScalarType.B128) {
      List<Integer> a = halves(operand);
      List<Integer> b = compares ? halves(operands.operand(first + 2)) : List.of();
      boolean sink = operands.isSink(operands.operand(0));
      List<Integer> destinationRegisters = sink ? List.of() : halves(operands.operand(0));
      emit(q, order, ScalarType.B64, address, destinationRegisters, a, b, type.bytes());
      return;
    }
    int[] values = values(operands.elements(operand, q.elements), type, result);
    List<Integer> b =
        compares ? List.of(operands.read(operands.operand(first + 2), type)) : List.of();
    List<OperandSyntax> targetOperands =
        result ? operands.elements(operands.operand(0), q.elements) : List.of();
    for (int e = 0; e < values.length; e++) {
      int destination = result ? operands.writeIfGiven(targetOperands.get(e), type) : -1;
      emit(
          q,
          order,
          type,
          new Address(address.base(), address.offset() + (long) e * type.bytes()),
          destination < 0 ? List.of() : List.of(destination),
          List.of(values[e]),
          b,
          e == 0 ? type.bytes() * q.elements : type.bytes());
    }
  }

  /** The two registers of one of 128 bits, the lower half first. */
  private List<Integer> halves(OperandSyntax operand) {
    int lower = operands.wide(operand);
    return List.of(lower, lower + 1);
  }

  private void emit(
      MemoryQualifiers q,
      MemoryOrder order,
      ScalarType type,
      Address address,
      List<Integer> destinations,
      List<Integer> a,
      List<Integer> b,
      int alignment) {
    body.emit(
        new Atomic(
            body.guard,
            body.position,
            q.space,
            order,
            q.scopeOf(order),
            q.remote,
            q.commutative,
            Objects.requireNonNull(q.operation),
            type,
            address,
            destinations,
            a,
            b,
            !destinations.isEmpty(),
            alignment));
  }

  /** The elements' operands. A register among them may be the destination of an element before. */
  private int[] values(List<OperandSyntax> sourceOperands, ScalarType type, boolean result) {
    int[] values = new int[sourceOperands.size()];
    for (int e = 0; e < values.length; e++) {
      values[e] = operands.read(sourceOperands.get(e), type);
      if (result && e > 0 && values[e] >= 0) {
        int copy = body.temporary(type.bits());
        body.compute("mov.b" + type.bits(), copy, values[e]);
        values[e] = copy;
      }
    }
    return values;
  }

  /** Refuses what there is not; the order otherwise. */
  private MemoryOrder check(MemoryQualifiers q, boolean result) {
    AtomicOperation operation = q.operation;
    if (operation == null) {
      throw body.unsupported("an operation");
    }
    ScalarType type = q.type();
    boolean vector = q.elements > 1;
    if (!(vector ? fitsVector(operation, type, q.elements) : fits(operation, type))) {
      String operationText = (vector ? ".v" + q.elements : "") + "." + spelling(operation);
      throw body.unsupported("a type that `" + operationText + "` takes");
    }
    MemoryOrder order = q.orderOr(MemoryOrder.RELAXED);
    if (order == MemoryOrder.WEAK) {
      throw body.unsupported("`.relaxed`, `.acquire`, `.release` or `.acq_rel`");
    }
    if (q.space == StateSpace.CONST || q.space == StateSpace.PARAM || q.space == StateSpace.LOCAL) {
      throw body.unsupported("`.global`, `.shared` or a generic address");
    }
    if (vector && (q.space == StateSpace.SHARED || q.space == StateSpace.SHARED_CLUSTER)) {
      throw body.unsupported("a vector in `.global` or at a generic address");
    }
    if (!result && (operation == AtomicOperation.CAS || operation == AtomicOperation.EXCH)) {
      throw body.unsupported("`atom`");
    }
    if (q.commutative && !operation.commutes()) {
      throw body.unsupported("an operation that commutes, for `.comm`");
    }
    return order;
  }

  /** What vectors there are: of floating-point numbers, 16 bytes at most. */
  private static boolean fitsVector(AtomicOperation operation, ScalarType type, int elements) {
    boolean half = isHalf(type);
    return elements * type.bytes() <= MOST_BYTES
        && switch (operation) {
          case ADD -> half || type == ScalarType.F32;
          case MIN, MAX -> half;
          default -> false;
        };
  }

  private static boolean isHalf(ScalarType type) {
    return switch (type) {
      case F16, F16X2, BF16, BF16X2 -> true;
      default -> false;
    };
  }

  private static String spelling(AtomicOperation operation) {
    return operation.name().toLowerCase(Locale.ROOT);
  }

  private static boolean fits(AtomicOperation operation, ScalarType type) {
    boolean bits = type.kind() == ScalarType.Class.BITS;
    boolean word = type.bits() == 32 || type.bits() == 64;
    boolean wide = type == ScalarType.B128;
    boolean integer =
        word
            && (type.kind() == ScalarType.Class.UNSIGNED || type.kind() == ScalarType.Class.SIGNED);
    return switch (operation) {
      case ADD -> integer || isAddedAsFloat(type);
      case MIN, MAX -> integer;
      case AND, OR, XOR -> bits && word;
      case INC, DEC -> type == ScalarType.U32;
      case EXCH -> bits && (word || wide);
      case CAS -> bits && (word || wide || type.bits() == 16);
    };
  }

  private static boolean isAddedAsFloat(ScalarType type) {
    return isHalf(type) || type == ScalarType.F32 || type == ScalarType.F64;
  }
}
