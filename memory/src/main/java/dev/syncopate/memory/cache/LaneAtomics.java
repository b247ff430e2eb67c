package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import java.util.Objects;

/**
 * The read-modify-writes of one warp on one line, on their way to where they are performed: a value
 * that never changes.
 */
public final class LaneAtomics {
  private final AtomicOp operation;
  private final DataType type;
  private final int count;
  private final boolean hasSecond;

  /**
   * In ascending order of lanes, in one array since most requests of scattered updates have one
   * lane: first operands; second operands if the operation has them; offsets in the line, a byte
   * each, eight to an element.
   */
  private final long[] lanes;

  private LaneAtomics(AtomicOp operation, DataType type, int count, boolean hasSecond) {
    this.operation = operation;
    this.type = type;
    this.count = count;
    this.hasSecond = hasSecond;
    lanes = new long[offsets() + (count + 7) / 8];
  }

  /** Takes an access's operands along. */
  public static LaneAtomics of(LineAccess access) {
    WarpAccess warp = access.parent;
    LaneAtomics atomics =
        new LaneAtomics(
            Objects.requireNonNull(warp.operation.atomic()),
            warp.operation.type(),
            Long.bitCount(access.lanes),
            warp.operand2.length != 0);
    long[] lanes = atomics.lanes;
    int offsets = atomics.offsets();
    int i = 0;
    for (long left = access.lanes; left != 0; left &= left - 1) {
      int lane = Long.numberOfTrailingZeros(left);
      lanes[offsets + (i >> 3)] |= (long) Lanes.offset(access, lane) << (8 * (i & 7));
      lanes[i] = warp.operand[lane];
      if (atomics.hasSecond) {
        lanes[atomics.count + i] = warp.operand2[lane];
      }
      i++;
    }
    return atomics;
  }

  /** Where offsets begin. */
  private int offsets() {
    return hasSecond ? 2 * count : count;
  }

  /** Offset in the line of an operation. */
  private int offset(int i) {
    return (int) (lanes[offsets() + (i >> 3)] >>> (8 * (i & 7))) & 0xff;
  }

  /**
   * Performs them.
   *
   * @param base where byte 0 of the line is in the array
   * @param values receives the old value of each lane, if it has room for any
   * @return whether any changed the value in memory
   */
  public boolean apply(byte[] data, int base, long[] values) {
    int bytes = type.bytes();
    boolean changed = false;
    for (int i = 0; i < count; i++) {
      int index = base + offset(i);
      long old = Lanes.get(data, index, bytes);
      long value = operation.apply(type, old, lanes[i], hasSecond ? lanes[count + i] : 0);
      Lanes.put(data, index, bytes, value);
      changed |= value != old;
      if (values.length != 0) {
        values[i] = old;
      }
    }
    return changed;
  }

  /** Gives old values to the lanes of an access, in ascending order. */
  public static void deliver(LineAccess access, long[] values) {
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
    for (int i = 0; i < count; i++) {
      most = Math.max(most, ++counts[offset(i)]);
    }
    for (int i = 0; i < count; i++) {
      counts[offset(i)] = 0;
    }
    return most;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Bytes of operands. */
  public int operandBytes() {
    return offsets() * type.bytes();
  }

  /** Bytes of old values. */
  public int resultBytes() {
    return count * type.bytes();
  }
}
