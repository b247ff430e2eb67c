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
import dev.syncopate.ptx.syntax.Refused;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Lowers {@code atom} and {@code red}. */
final class AtomicLowering {
  private static final int MOST_BYTES = 16;

  private final Body body;
  private final Operands operands;

  AtomicLowering(Body body, Operands operands) {
    this.body = body;
    this.operands = operands;
  }

  void lower(InstructionSyntax instruction) {
    boolean result = instruction.opcode().equals("atom");
    MemoryQualifiers q =
        MemoryQualifiers.of(
            body, Kind.OPERATION, Kind.VECTOR, Kind.HINT, Kind.REMOTE, Kind.COMMUTATIVE);
    MemoryOrder order = check(instruction, q, result);
    AtomicOperation operation = Objects.requireNonNull(q.operation);
    ScalarType type = q.type();
    boolean compares = operation == AtomicOperation.CAS;
    int first = result ? 1 : 0;
    operands.cachePolicy(first + (compares ? 3 : 2));
    Address address = operands.address(operands.operand(first), q.space);
    int[] values = values(operands.elements(operands.operand(first + 1), q.elements), type, result);
    int b = compares ? operands.read(operands.operand(first + 2), type) : 0;
    List<OperandSyntax> into =
        result ? operands.elements(operands.operand(0), q.elements) : List.of();
    for (int e = 0; e < values.length; e++) {
      int destination = result ? operands.writeIfGiven(into.get(e), type) : -1;
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
              new Address(address.base(), address.offset() + (long) e * type.bytes()),
              destination,
              values[e],
              b,
              destination >= 0,
              e == 0 ? type.bytes() * q.elements : type.bytes()));
    }
  }

  /** The elements' operands. A register among them may be the destination of an element before. */
  private int[] values(List<OperandSyntax> from, ScalarType type, boolean result) {
    int[] values = new int[from.size()];
    for (int e = 0; e < values.length; e++) {
      values[e] = operands.read(from.get(e), type);
      if (result && e > 0 && values[e] >= 0) {
        int copy = body.temporary(type.bits());
        body.compute("mov.b" + type.bits(), copy, values[e]);
        values[e] = copy;
      }
    }
    return values;
  }

  /** Refuses what there is not; the order otherwise. */
  private MemoryOrder check(InstructionSyntax instruction, MemoryQualifiers q, boolean result) {
    AtomicOperation operation = q.operation;
    if (operation == null) {
      throw body.unsupported("an operation");
    }
    ScalarType type = q.type();
    if (type == ScalarType.B128) {
      throw body.unsupported(instruction.at(), instruction.mnemonic(), Refused.WIDE_ATOMICS);
    }
    boolean vector = q.elements > 1;
    if (!(vector ? fitsVector(operation, type, q.elements) : fits(operation, type))) {
      String taken = (vector ? ".v" + q.elements : "") + "." + spelling(operation);
      throw body.unsupported("a type that `" + taken + "` takes");
    }
    MemoryOrder order = q.orderOr(MemoryOrder.RELAXED);
    if (order == MemoryOrder.WEAK) {
      throw body.unsupported("`.relaxed`, `.acquire`, `.release` or `.acq_rel`");
    }
    if (q.space == StateSpace.CONST || q.space == StateSpace.PARAM || q.space == StateSpace.LOCAL) {
      throw body.unsupported("`.global`, `.shared` or a generic address");
    }
    if (vector && q.space == StateSpace.SHARED) {
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
    return isHalf(type) || type == ScalarType.F32 || type == ScalarType.F64;
  }
}
