package dev.syncopate.machine.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in byte arrays as the device stores them. */
public final class LittleEndian {
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  /**
   * The zero-extended value of 1, 2, 4 or 8 bytes.
   *
   * @param at index of the first
   */
  public static long get(byte[] from, int at, int bytes) {
    return switch (bytes) {
      case 1 -> from[at] & 0xffL;
      case 2 -> (short) SHORTS.get(from, at) & 0xffffL;
      case 4 -> (int) INTS.get(from, at) & 0xffff_ffffL;
      case 8 -> (long) LONGS.get(from, at);
      default -> throw new IllegalArgumentException(bytes + " bytes are no register's");
    };
  }

  /** Writes the low 1, 2, 4 or 8 bytes of a value. */
  public static void put(byte[] into, int at, int bytes, long value) {
    switch (bytes) {
      case 1 -> into[at] = (byte) value;
      case 2 -> SHORTS.set(into, at, (short) value);
      case 4 -> INTS.set(into, at, (int) value);
      case 8 -> LONGS.set(into, at, value);
      default -> throw new IllegalArgumentException(bytes + " bytes are no register's");
    }
  }
}
