package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.sim.bits.Bits;
import java.util.Objects;

/**
 * The read-modify-writes of one warp on one line, on their way to where they are performed: a value
 * that never changes.
 */
public final class LaneAtomics {
  private static final long[] NO_OTHERS = {};

  private final AtomicOp operation;
  private final DataType type;
  private final byte count;
  private final boolean hasSecond;

  /** Offset in the line of the first lane's word, and its operand. */
  private final byte offset;

  private final long operand;

  /**
   * What does not fit the fields above, which hold all there is of most requests of scattered
   * updates. In ascending order of lanes: operands but the first; second operands if the operation
   * has them; offsets in the line, a byte each, eight to an element.
   */
  private final long[] others;

  private LaneAtomics(LineAccess access) {
    WarpAccess warp = access.parent;
    operation = Objects.requireNonNull(warp.operation.atomic());
    type = warp.operation.type();
    count = (byte) Long.bitCount(access.lanes);
    hasSecond = warp.operand2.length != 0;
    int lane = Bits.lowest(access.lanes);
    offset = (byte) Lanes.offset(access, lane);
    operand = warp.operand[lane];
    others = count == 1 && !hasSecond ? NO_OTHERS : new long[offsets() + (count + 7) / 8];
    if (others.length != 0) {
      fill(access, warp);
    }
  }

  /** Takes an access's operands along. */
  public static LaneAtomics of(LineAccess access) {
    return new LaneAtomics(access);
  }

  private void fill(LineAccess access, WarpAccess warp) {
    int i = 0;
    for (long left = access.lanes; left != 0; left &= left - 1) {
      int lane = Bits.lowest(left);
      others[offsets() + (i >> 3)] |= (long) Lanes.offset(access, lane) << (8 * (i & 7));
      if (i > 0) {
        others[i - 1] = warp.operand[lane];
      }
      if (hasSecond) {
        others[count - 1 + i] = warp.operand2[lane];
      }
      i++;
    }
  }

  /** Where offsets begin. */
  private int offsets() {
    return hasSecond ? 2 * count - 1 : count - 1;
  }

  /** Offset in the line of an operation. */
  private int offset(int i) {
    return i == 0 ? offset : (int) (others[offsets() + (i >> 3)] >>> (8 * (i & 7))) & 0xff;
  }

  private long operand(int i) {
    return i == 0 ? operand : others[i - 1];
  }

  /**
   * Performs them.
   *
   * @param base where byte 0 of the line is in the array
   * @param low the bytes of the line that they are on, with {@code high}
   * @param values receives the old value of each lane, if it has room for any
   */
  public WrittenBytes apply(byte[] data, int base, long low, long high, long[] values) {
    if (operation == AtomicOp.CAS) {
      return compareAndSwap(data, base, values);
    }
    int bytes = type.bytes();
    boolean changed = false;
    for (int i = 0; i < count; i++) {
      int index = base + offset(i);
      long old = Lanes.get(data, index, bytes);
      long value = operation.apply(type, old, operand(i), 0);
      Lanes.put(data, index, bytes, value);
      changed |= value != old;
      if (values.length != 0) {
        values[i] = old;
      }
    }
    return new WrittenBytes(low, high, changed);
  }

  private WrittenBytes compareAndSwap(byte[] data, int base, long[] values) {
    int bytes = type.bytes();
    long low = 0;
    long high = 0;
    boolean changed = false;
    for (int i = 0; i < count; i++) {
      int offset = offset(i);
      long old = Lanes.get(data, base + offset, bytes);
      if (operation.writes(type, old, operand(i))) {
        long value = operation.apply(type, old, operand(i), others[count - 1 + i]);
        Lanes.put(data, base + offset, bytes, value);
        changed |= value != old;
        low |= LineBytes.rangeLow(offset, bytes);
        high |= LineBytes.rangeHigh(offset, bytes);
      }
      if (values.length != 0) {
        values[i] = old;
      }
    }
    return new WrittenBytes(low, high, changed);
  }

  /** Gives old values to the lanes of an access, in ascending order. */
  public static void deliver(LineAccess access, long[] values) {
    int i = 0;
    for (long left = access.lanes; left != 0; left &= left - 1) {
      Lanes.result(access.parent, Bits.lowest(left), values[i++]);
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
    return (hasSecond ? 2 : 1) * count * type.bytes();
  }

  /** Bytes of old values. */
  public int resultBytes() {
    return count * type.bytes();
  }
}
