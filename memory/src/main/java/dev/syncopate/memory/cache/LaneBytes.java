package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.sim.bits.Bits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Moves values between a warp's lanes and the bytes of a line, little-endian. Lanes are served in
 * ascending order: of several stores to one byte the highest lane's stays, and atomics on one word
 * build on one another.
 *
 * <p>{@code base} is where byte 0 of the line would be in the array; it may lie before the array's
 * start when the array holds only a part of the line.
 */
public final class LaneBytes {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LaneBytes() {}

  /** An element's bits, zero-extended. */
  public static long get(byte[] data, int index, int bytes) {
    return switch (bytes) {
      case 1 -> data[index] & 0xffL;
      case 2 -> (short) SHORTS.get(data, index) & 0xffffL;
      case 4 -> (int) INTS.get(data, index) & 0xffff_ffffL;
      default -> (long) LONGS.get(data, index);
    };
  }

  /** Writes the low bits of a value. */
  public static void put(byte[] data, int index, int bytes, long value) {
    switch (bytes) {
      case 1 -> data[index] = (byte) value;
      case 2 -> SHORTS.set(data, index, (short) value);
      case 4 -> INTS.set(data, index, (int) value);
      default -> LONGS.set(data, index, value);
    }
  }

  /** Fills the result registers of the lanes that load from a line. */
  public static void load(LineAccess access, byte[] data, int base) {
    WarpAccess warp = access.parent;
    MemoryOperation operation = warp.operation;
    int bytes = operation.type().bytes();
    int elements = operation.elements();
    boolean extend = extendsResult(operation);
    if (bytes == 4 && elements == 1 && !extend) {
      loadWords(access, data, base);
      return;
    }
    for (int e = 0; e < elements; e++) {
      int destination = warp.resultBase[e];
      for (long remaining = access.lanes; remaining != 0; remaining &= remaining - 1) {
        int lane = Bits.lowest(remaining);
        int index = base + offset(access, lane) + e * bytes;
        long value = get(data, index, bytes);
        warp.result[destination + lane] =
            extend ? extend(value, bytes, operation.registerBits()) : value;
      }
    }
  }

  /**
   * The same with origins.
   *
   * @param origins of the bytes; null where none is known
   */
  public static void load(
      LineAccess access, byte[] data, @Nullable ByteOrigin @Nullable [] origins, int base) {
    load(access, data, base);
    if (access.parent.origins != null) {
      LineOrigins.load(access, access.parent.origins, origins, base);
    }
  }

  /** The same with origins. */
  public static void load(LineAccess access, LineData data, int base) {
    load(access, data.bytes, data.origins(), base);
  }

  private static void loadWords(LineAccess access, byte[] data, int base) {
    WarpAccess warp = access.parent;
    long[] result = warp.result;
    long[] address = warp.address;
    int destination = warp.resultBase[0];
    long line = access.line;
    int lane = Bits.lowest(access.lanes);
    for (long remaining = access.lanes >>> lane; remaining != 0; remaining >>>= 1, lane++) {
      if ((remaining & 1) != 0) {
        result[destination + lane] =
            (int) INTS.get(data, base + (int) (address[lane] - line)) & 0xffff_ffffL;
      }
    }
  }

  /** Writes the values of the lanes that store to a line; whether any byte differs from before. */
  public static boolean store(LineAccess access, byte[] data, int base) {
    WarpAccess warp = access.parent;
    int bytes = warp.operation.type().bytes();
    int elements = warp.operation.elements();
    boolean changed = false;
    int lane = Bits.lowest(access.lanes);
    for (long remaining = access.lanes >>> lane; remaining != 0; remaining >>>= 1, lane++) {
      if ((remaining & 1) == 0) {
        continue;
      }
      int index = base + offset(access, lane);
      for (int e = 0; e < elements; e++) {
        long value = warp.operand[e * warp.width + lane];
        changed |= get(data, index, bytes) != truncate(value, bytes);
        put(data, index, bytes, value);
        index += bytes;
      }
    }
    return changed;
  }

  /** The same with origins. */
  public static boolean store(LineAccess access, LineData data, int base) {
    if (access.parent.origins != null || data.origins() != null) {
      LineOrigins.store(access, data, base);
    }
    return store(access, data.bytes, base);
  }

  /** Performs the atomics of the lanes that fall into a line. */
  public static WrittenBytes atomic(LineAccess access, LineData line, int base) {
    WarpAccess warp = access.parent;
    byte[] data = line.bytes;
    @Nullable ByteOrigin @Nullable [] origins =
        warp.origins == null && line.origins() == null ? null : line.followed();
    AtomicOp operation = java.util.Objects.requireNonNull(warp.operation.atomic());
    DataType type = warp.operation.type();
    if (operation == AtomicOp.CAS) {
      return compareAndSwap(access, type, data, origins, base);
    }
    int elements = warp.operation.elements();
    boolean changed = false;
    for (long remaining = access.lanes; remaining != 0; remaining &= remaining - 1) {
      int lane = Bits.lowest(remaining);
      int index = base + offset(access, lane);
      for (int e = 0; e < elements; e++) {
        long old = get(data, index, type.bytes());
        long value = operation.apply(type, old, warp.operand[e * warp.width + lane], 0);
        put(data, index, type.bytes(), value);
        changed |= value != old;
        result(warp, lane, e, old);
        if (origins != null) {
          LineOrigins.found(warp, lane, e, origins, index, type.bytes());
          LineOrigins.put(origins, index, type.bytes(), LineOrigins.written(warp, lane, e));
        }
        index += type.bytes();
      }
    }
    return new WrittenBytes(access.maskLow, access.maskHigh, changed);
  }

  private static WrittenBytes compareAndSwap(
      LineAccess access,
      DataType type,
      byte[] data,
      @Nullable ByteOrigin @Nullable [] origins,
      int base) {
    WarpAccess warp = access.parent;
    int bytes = type.bytes();
    int elements = warp.operation.elements();
    long low = 0;
    long high = 0;
    boolean changed = false;
    for (long remaining = access.lanes; remaining != 0; remaining &= remaining - 1) {
      int lane = Bits.lowest(remaining);
      int offset = offset(access, lane);
      boolean swaps = true;
      for (int e = 0; e < elements; e++) {
        long old = get(data, base + offset + e * bytes, bytes);
        swaps &= AtomicOp.CAS.writes(type, old, warp.operand[e * warp.width + lane]);
        result(warp, lane, e, old);
        if (origins != null) {
          LineOrigins.found(warp, lane, e, origins, base + offset + e * bytes, bytes);
        }
      }
      for (int e = 0; swaps && e < elements; e++) {
        int index = base + offset + e * bytes;
        long value = truncate(warp.operand2[e * warp.width + lane], bytes);
        changed |= value != get(data, index, bytes);
        put(data, index, bytes, value);
        if (origins != null) {
          LineOrigins.put(origins, index, bytes, LineOrigins.written(warp, lane, e));
        }
        low |= LineBytes.rangeLow(offset + e * bytes, bytes);
        high |= LineBytes.rangeHigh(offset + e * bytes, bytes);
      }
    }
    return new WrittenBytes(low, high, changed);
  }

  /** Gives a lane the old value of an atomic's element, when it wants one. */
  public static void result(WarpAccess warp, int lane, int element, long old) {
    if (warp.operation.resultUsed()) {
      MemoryOperation operation = warp.operation;
      warp.result[warp.resultBase[element] + lane] =
          extendsResult(operation) ? extended(operation, old) : old;
    }
  }

  /** Whether an operation's values are sign-extended on their way to a register. */
  public static boolean extendsResult(MemoryOperation operation) {
    DataType type = operation.type();
    return type.isSigned() && operation.registerBits() > 8 * type.bytes();
  }

  /** A value of such an operation in register form. */
  public static long extended(MemoryOperation operation, long value) {
    return extend(value, operation.type().bytes(), operation.registerBits());
  }

  static int offset(LineAccess access, int lane) {
    return (int) (access.parent.address[lane] - access.line);
  }

  /** Sign-extends to the register's width and zero-extends from there. */
  private static long extend(long value, int bytes, int registerBits) {
    int unused = 64 - 8 * bytes;
    return ((value << unused) >> unused) & (-1L >>> (64 - registerBits));
  }

  /** The low bytes of a value, zero-extended. */
  public static long truncate(long value, int bytes) {
    return bytes == 8 ? value : value & ((1L << (8 * bytes)) - 1);
  }
}
