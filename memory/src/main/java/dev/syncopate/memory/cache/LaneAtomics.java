package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.AccessOrigins;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.sim.bits.Bits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The read-modify-writes of one warp on one line, on their way to where they are performed: a value
 * that never changes.
 */
public sealed class LaneAtomics {
  private static final long[] NO_OTHERS = {};

  private final AtomicOp operation;
  private final DataType type;
  private final byte count;

  /** Elements that each lane's operation is on: one, or two that are read and written together. */
  private final byte elements;

  private final boolean hasSecond;

  /** Offset in the line of the first lane's word, and the operand of its first element. */
  private final byte offset;

  private final long operand;

  /**
   * What does not fit the fields above, which hold all there is of most requests of scattered
   * updates. In ascending order of lanes and elements: operands but the first; second operands if
   * the operation has them; offsets of lanes in the line, a byte each, eight to an entry.
   */
  private final long[] overflow;

  private LaneAtomics(LineAccess access) {
    WarpAccess warp = access.parent;
    operation = Objects.requireNonNull(warp.operation.atomic());
    type = warp.operation.type();
    count = (byte) Long.bitCount(access.lanes);
    elements = (byte) warp.operation.elements();
    hasSecond = warp.operand2.length != 0;
    int lane = Bits.lowest(access.lanes);
    offset = (byte) LaneBytes.offset(access, lane);
    operand = warp.operand[lane];
    overflow = operands() == 1 && !hasSecond ? NO_OTHERS : new long[offsets() + (count + 7) / 8];
    if (overflow.length != 0) {
      fill(access, warp);
    }
  }

  /** Takes an access's operands along, and the origins of what it writes. */
  public static LaneAtomics of(LineAccess access) {
    return access.parent.origins == null
        ? new LaneAtomics(access)
        : new Followed(access, access.parent.origins);
  }

  /** Lane atomics of an access that is observed: most are not, and get no larger. */
  private static final class Followed extends LaneAtomics {
    private final @Nullable ByteOrigin[] writes;

    Followed(LineAccess access, AccessOrigins accessOrigins) {
      super(access);
      writes = new @Nullable ByteOrigin[values()];
      int k = 0;
      for (long left = access.lanes; left != 0; left &= left - 1) {
        for (int e = 0; e < access.parent.operation.elements(); e++) {
          writes[k++] = accessOrigins.written(Bits.lowest(left), e);
        }
      }
    }

    @Override
    boolean followed() {
      return true;
    }

    @Override
    @Nullable ByteOrigin write(int k) {
      return writes[k];
    }
  }

  /** Whether origins are wanted of what they find. */
  boolean followed() {
    return false;
  }

  /** The origin that the write of an element gives; null where it is not known. */
  @Nullable ByteOrigin write(int k) {
    return null;
  }

  /**
   * Room for the origins of the old values: those of element {@code k}'s bytes from {@code k} times
   * its size on; null when the caller does not track origins.
   */
  public @Nullable ByteOrigin @Nullable [] room() {
    return followed() ? new @Nullable ByteOrigin[resultBytes()] : null;
  }

  private void fill(LineAccess access, WarpAccess warp) {
    int i = 0;
    for (long remaining = access.lanes; remaining != 0; remaining &= remaining - 1) {
      int lane = Bits.lowest(remaining);
      overflow[offsets() + (i >> 3)] |= (long) LaneBytes.offset(access, lane) << (8 * (i & 7));
      for (int e = 0; e < elements; e++) {
        int k = i * elements + e;
        if (k > 0) {
          overflow[k - 1] = warp.operand[e * warp.width + lane];
        }
        if (hasSecond) {
          overflow[operands() - 1 + k] = warp.operand2[e * warp.width + lane];
        }
      }
      i++;
    }
  }

  /** First operands, of all lanes and elements. */
  private int operands() {
    return count * elements;
  }

  /** Where offsets begin. */
  private int offsets() {
    return hasSecond ? 2 * operands() - 1 : operands() - 1;
  }

  /** Offset in the line of an operation. */
  private int offset(int i) {
    return i == 0 ? offset : (int) (overflow[offsets() + (i >> 3)] >>> (8 * (i & 7))) & 0xff;
  }

  /** The operand of element {@code k % elements} of lane {@code k / elements}. */
  private long operand(int k) {
    return k == 0 ? operand : overflow[k - 1];
  }

  /**
   * Performs them.
   *
   * @param base where byte 0 of the line is in the array
   * @param low the bytes of the line that they are on, with {@code high}
   * @param values receives the old values, {@link #values} of them, if it has room for any
   * @param previous receives their origins, as {@link #room}; null when the caller does not track
   *     them
   */
  public WrittenBytes apply(
      LineData line,
      int base,
      long low,
      long high,
      long[] values,
      @Nullable ByteOrigin @Nullable [] previous) {
    @Nullable ByteOrigin @Nullable [] origins =
        line.origins() == null && !followed() ? null : line.followed();
    byte[] data = line.bytes;
    if (operation == AtomicOp.CAS) {
      return compareAndSwap(data, base, values, origins, previous);
    }
    int bytes = type.bytes();
    boolean changed = false;
    for (int i = 0; i < count; i++) {
      int index = base + offset(i);
      for (int e = 0; e < elements; e++) {
        int k = i * elements + e;
        long old = LaneBytes.get(data, index, bytes);
        long value = operation.apply(type, old, operand(k), 0);
        LaneBytes.put(data, index, bytes, value);
        changed |= value != old;
        if (values.length != 0) {
          values[k] = old;
        }
        if (origins != null) {
          find(origins, index, k, previous);
          LineOrigins.put(origins, index, bytes, write(k));
        }
        index += bytes;
      }
    }
    return new WrittenBytes(low, high, changed);
  }

  /** Bytes have been found. */
  private void find(
      @Nullable ByteOrigin[] origins,
      int index,
      int k,
      @Nullable ByteOrigin @Nullable [] previous) {
    if (previous != null) {
      int bytes = type.bytes();
      System.arraycopy(origins, index, previous, k * bytes, bytes);
    }
  }

  private WrittenBytes compareAndSwap(
      byte[] data,
      int base,
      long[] values,
      @Nullable ByteOrigin @Nullable [] origins,
      @Nullable ByteOrigin @Nullable [] previous) {
    int bytes = type.bytes();
    long low = 0;
    long high = 0;
    boolean changed = false;
    for (int i = 0; i < count; i++) {
      int offset = offset(i);
      boolean swaps = true;
      for (int e = 0; e < elements; e++) {
        int k = i * elements + e;
        long old = LaneBytes.get(data, base + offset + e * bytes, bytes);
        swaps &= operation.writes(type, old, operand(k));
        if (values.length != 0) {
          values[k] = old;
        }
        if (origins != null) {
          find(origins, base + offset + e * bytes, k, previous);
        }
      }
      for (int e = 0; swaps && e < elements; e++) {
        int k = i * elements + e;
        int position = offset + e * bytes;
        long value = LaneBytes.truncate(overflow[operands() - 1 + k], bytes);
        changed |= value != LaneBytes.get(data, base + position, bytes);
        LaneBytes.put(data, base + position, bytes, value);
        if (origins != null) {
          LineOrigins.put(origins, base + position, bytes, write(k));
        }
        low |= LineBytes.rangeLow(position, bytes);
        high |= LineBytes.rangeHigh(position, bytes);
      }
    }
    return new WrittenBytes(low, high, changed);
  }

  /**
   * Gives old values to the lanes of an access, in ascending order.
   *
   * @param previous their origins, as {@link #room}; null where none is known
   */
  public static void deliver(
      LineAccess access, long[] values, @Nullable ByteOrigin @Nullable [] previous) {
    AccessOrigins origins = access.parent.origins;
    int bytes = access.parent.operation.type().bytes();
    int i = 0;
    for (long remaining = access.lanes; remaining != 0; remaining &= remaining - 1) {
      int lane = Bits.lowest(remaining);
      for (int e = 0; e < access.parent.operation.elements(); e++) {
        for (int b = 0; origins != null && b < bytes; b++) {
          origins.read(lane, e, b, previous == null ? null : previous[i * bytes + b]);
        }
        LaneBytes.result(access.parent, lane, e, values[i++]);
      }
    }
  }

  /**
   * The most operations on one word.
   *
   * @param counts zeros, one for each byte of a line, and zeros again afterwards
   */
  public int mostOnOneWord(byte[] counts) {
    int maximum = 0;
    for (int i = 0; i < count; i++) {
      maximum = Math.max(maximum, ++counts[offset(i)]);
    }
    for (int i = 0; i < count; i++) {
      counts[offset(i)] = 0;
    }
    return maximum;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Old values that they return: one for each element of each lane. */
  public int values() {
    return operands();
  }

  /** Bytes of operands. */
  public int operandBytes() {
    return (hasSecond ? 2 : 1) * operands() * type.bytes();
  }

  /** Bytes of old values. */
  public int resultBytes() {
    return operands() * type.bytes();
  }
}
