package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import java.util.Objects;

/**
 * The read-modify-writes of one warp on one line, on their way to where they are performed, and
 * their old values on the way back.
 */
public final class LaneAtomics {
  private static final long[] NONE = {};

  private final AtomicOp operation;
  private final DataType type;

  /** Offset in the line of each, in ascending order of lanes. */
  private final byte[] offsets;

  /** First operands; the old values once performed. */
  private final long[] values;

  /** Second operands, empty when the operation has none. */
  private final long[] second;

  private LaneAtomics(
      AtomicOp operation, DataType type, byte[] offsets, long[] values, long[] second) {
    this.operation = operation;
    this.type = type;
    this.offsets = offsets;
    this.values = values;
    this.second = second;
  }

  /** Takes an access's operands along. */
  public static LaneAtomics of(LineAccess access) {
    WarpAccess warp = access.parent;
    int count = Long.bitCount(access.lanes);
    byte[] offsets = new byte[count];
    long[] values = new long[count];
    long[] second = warp.operand2.length == 0 ? NONE : new long[count];
    int i = 0;
    for (long left = access.lanes; left != 0; left &= left - 1) {
      int lane = Long.numberOfTrailingZeros(left);
      offsets[i] = (byte) Lanes.offset(access, lane);
      values[i] = warp.operand[lane];
      if (second.length > 0) {
        second[i] = warp.operand2[lane];
      }
      i++;
    }
    return new LaneAtomics(
        Objects.requireNonNull(warp.operation.atomic()),
        warp.operation.type(),
        offsets,
        values,
        second);
  }

  /**
   * Performs them.
   *
   * @param base where byte 0 of the line is in the array
   * @return whether any changed the value in memory
   */
  public boolean apply(byte[] data, int base) {
    int bytes = type.bytes();
    boolean changed = false;
    for (int i = 0; i < offsets.length; i++) {
      int index = base + offsets[i];
      long old = Lanes.get(data, index, bytes);
      long value = operation.apply(type, old, values[i], second.length == 0 ? 0 : second[i]);
      Lanes.put(data, index, bytes, value);
      changed |= value != old;
      values[i] = old;
    }
    return changed;
  }

  /** Gives the old values to the lanes they were taken from. */
  public void deliver(LineAccess access) {
    int i = 0;
    for (long left = access.lanes; left != 0; left &= left - 1) {
      Lanes.result(access.parent, Long.numberOfTrailingZeros(left), values[i++]);
    }
  }

  /**
   * The most operations on one word.
   *
   * @param counts zeros, one for each byte of a line, and zeros again afterwards
   */
  public int mostOnOneWord(byte[] counts) {
    int most = 0;
    for (byte offset : offsets) {
      most = Math.max(most, ++counts[offset]);
    }
    for (byte offset : offsets) {
      counts[offset] = 0;
    }
    return most;
  }

  /** How many there are. */
  public int count() {
    return offsets.length;
  }

  /** Bytes of operands. */
  public int operandBytes() {
    return (values.length + second.length) * type.bytes();
  }

  /** Bytes of old values. */
  public int resultBytes() {
    return values.length * type.bytes();
  }
}
