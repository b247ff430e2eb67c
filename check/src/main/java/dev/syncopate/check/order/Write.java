package dev.syncopate.check.order;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.WarpAccess;

/** A lane's write to an element of global memory. */
public final class Write extends Noted {
  public final Word word;
  public final int lane;
  public final int element;

  /** Program counter of the instruction. */
  public final int pc;

  private long value;
  private boolean known;

  /**
   * Of an integer addition whose result is not known, the sign of what it adds; 0 for any other
   * write.
   */
  final int addend;

  Write(Word word, int lane, int element, int pc, WarpAccess access) {
    this.word = word;
    this.lane = lane;
    this.element = element;
    this.pc = pc;
    DataType type = access.operation.type();
    AtomicOp atomic = access.operation.atomic();
    long operand = access.operand[element * access.width + lane];
    known = atomic == null || atomic == AtomicOp.EXCH;
    value = known ? truncated(operand, type.bytes()) : 0;
    addend = atomic == AtomicOp.ADD && isInteger(type) ? sign(operand, type.bytes()) : 0;
  }

  /**
   * Whether the value is known: that of a store or an exchange from its issue on, that of another
   * atomic once it is complete and has returned what it found.
   */
  public boolean known() {
    return known;
  }

  /** What is in memory behind it, zero-extended, if it is {@link #known}. */
  public long value() {
    return value;
  }

  void settle(long left) {
    value = left;
    known = true;
  }

  /** A value cut to an element's bytes. */
  static long truncated(long value, int bytes) {
    return bytes == Long.BYTES ? value : value & (1L << (Byte.SIZE * bytes)) - 1;
  }

  private static int sign(long operand, int bytes) {
    int unused = Long.SIZE - Byte.SIZE * bytes;
    return Long.signum(operand << unused >> unused);
  }

  private static boolean isInteger(DataType type) {
    return switch (type) {
      case F16, BF16, F16X2, BF16X2, F32, F64 -> false;
      default -> true;
    };
  }
}
