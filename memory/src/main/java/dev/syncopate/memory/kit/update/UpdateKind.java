package dev.syncopate.memory.kit.update;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kind of commutative updates, two of which combine into one: {@code x op a op b = x op (a op
 * b)}, in any order. At most 16 kinds exist, since a line has four bits for its atomic function
 * (lab §III-A). A kind includes width and type where the function alone does not determine how to
 * combine. Bitwise functions combine word by word at every access width.
 */
public enum UpdateKind {
  ADD_32(AtomicOp.ADD, DataType.U32),
  ADD_64(AtomicOp.ADD, DataType.U64),
  ADD_F32(AtomicOp.ADD, DataType.F32),
  ADD_F64(AtomicOp.ADD, DataType.F64),
  ADD_F16X2(AtomicOp.ADD, DataType.F16X2),
  AND(AtomicOp.AND, DataType.B32),
  OR(AtomicOp.OR, DataType.B32),
  XOR(AtomicOp.XOR, DataType.B32),
  MIN_U32(AtomicOp.MIN, DataType.U32),
  MIN_S32(AtomicOp.MIN, DataType.S32),
  MIN_U64(AtomicOp.MIN, DataType.U64),
  MIN_S64(AtomicOp.MIN, DataType.S64),
  MAX_U32(AtomicOp.MAX, DataType.U32),
  MAX_S32(AtomicOp.MAX, DataType.S32),
  MAX_U64(AtomicOp.MAX, DataType.U64),
  MAX_S64(AtomicOp.MAX, DataType.S64);

  /** By operation and type: asked for every update. */
  private static final @Nullable UpdateKind[] KINDS = kinds();

  private final AtomicOp operation;
  private final DataType type;

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final MemoryOperation request;

  UpdateKind(AtomicOp operation, DataType type) {
    this.operation = operation;
    this.type = type;
    request = MemoryOperation.atomic(operation, type).withCommutative(true).withResult(false);
  }

  /** The operation by which partial values of the kind go on. */
  public MemoryOperation request() {
    return request;
  }

  /** The kind of an atomic, or null when two of it do not make one of these. */
  public static @Nullable UpdateKind of(MemoryOperation atomic) {
    return KINDS[index(Objects.requireNonNull(atomic.atomic()), atomic.type())];
  }

  @SuppressWarnings("EnumOrdinal") // a dense number for a table, never stored
  private static int index(AtomicOp operation, DataType type) {
    return operation.ordinal() * DataType.values().length + type.ordinal();
  }

  private static @Nullable UpdateKind[] kinds() {
    @Nullable UpdateKind[] kinds =
        new @Nullable UpdateKind[AtomicOp.values().length * DataType.values().length];
    for (AtomicOp operation : AtomicOp.values()) {
      for (DataType type : DataType.values()) {
        kinds[index(operation, type)] = find(operation, type);
      }
    }
    return kinds;
  }

  private static @Nullable UpdateKind find(AtomicOp operation, DataType type) {
    DataType element =
        switch (type) {
          case B32, U32, S32 -> operation == AtomicOp.ADD ? DataType.U32 : type;
          case B64, U64, S64 -> operation == AtomicOp.ADD ? DataType.U64 : type;
          default -> type;
        };
    boolean bits =
        operation == AtomicOp.AND || operation == AtomicOp.OR || operation == AtomicOp.XOR;
    boolean integer =
        switch (type) {
          case B32, U32, S32, B64, U64, S64 -> true;
          default -> false;
        };
    for (UpdateKind kind : values()) {
      if (kind.operation == operation && (bits ? integer : kind.type == element)) {
        return kind;
      }
    }
    return null;
  }

  AtomicOp operation() {
    return operation;
  }

  /** Type of a partial value. */
  DataType type() {
    return type;
  }

  /** Of the words of partial values those of the first. */
  public int first(int words) {
    int first = Integer.lowestOneBit(words);
    return type.bytes() == 4 ? first : first | first << 1;
  }

  /** Two partial values as one. */
  long combine(long partial, long operand) {
    return this == ADD_32
        ? (partial + operand) & 0xffff_ffffL
        : operation.apply(type, partial, operand, 0);
  }
}
