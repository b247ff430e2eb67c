package dev.syncopate.check.order;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.WarpAccess;

/** A lane's write to an element of global memory: the origin of the bytes that it writes. */
public final class FollowedWrite extends NoteHolder implements ByteOrigin {
  public final FollowedWord word;
  public final int lane;
  public final int element;

  /** Program counter of the instruction. */
  public final int pc;

  private long value;
  private boolean valueKnown;

  /** Its place among the launch's writes to words that are followed, in the order of issue. */
  final long number;

  private final int bytes;

  /**
   * @param number as {@link #number}
   */
  FollowedWrite(long number, FollowedWord word, int lane, int element, int pc, WarpAccess access) {
    this.number = number;
    this.word = word;
    this.lane = lane;
    this.element = element;
    this.pc = pc;
    bytes = access.operation.type().bytes();
    AtomicOp atomic = access.operation.atomic();
    long operand = access.operand[element * access.width + lane];
    valueKnown = atomic == null || atomic == AtomicOp.EXCH;
    value = valueKnown ? truncated(operand, bytes) : 0;
  }

  /**
   * Whether the value is known: that of a store or an exchange from its issue on, that of another
   * atomic once it is complete and has returned what it found.
   */
  public boolean known() {
    return valueKnown;
  }

  /** What is in memory behind it, zero-extended, if it is {@link #known}. */
  public long value() {
    return value;
  }

  void settle(long finalValue) {
    value = finalValue;
    valueKnown = true;
  }

  /** A value cut to an element's bytes. */
  static long truncated(long value, int bytes) {
    return bytes == Long.BYTES ? value : value & (1L << (Byte.SIZE * bytes)) - 1;
  }

  /** Whether an element at an address is all that it writes. */
  boolean isOf(long address, int elementBytes) {
    return word.address == address && bytes == elementBytes;
  }
}
