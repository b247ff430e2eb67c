package dev.syncopate.memory.local;

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
   * @param offset index of the first
   */
  public static long get(byte[] source, int offset, int bytes) {
    return switch (bytes) {
      case 1 -> source[offset] & 0xffL;
      case 2 -> (short) SHORTS.get(source, offset) & 0xffffL;
      case 4 -> (int) INTS.get(source, offset) & 0xffff_ffffL;
      case 8 -> (long) LONGS.get(source, offset);
      default -> throw new IllegalArgumentException(bytes + " bytes are no register's");
    };
  }

  /** The four bytes from an index on. */
  static int word(byte[] source, int offset) {
    return (int) INTS.get(source, offset);
  }

  /** Writes the low 1, 2, 4 or 8 bytes of a value. */
  public static void put(byte[] target, int offset, int bytes, long value) {
    switch (bytes) {
      case 1 -> target[offset] = (byte) value;
      case 2 -> SHORTS.set(target, offset, (short) value);
      case 4 -> INTS.set(target, offset, (int) value);
      case 8 -> LONGS.set(target, offset, value);
      default -> throw new IllegalArgumentException(bytes + " bytes are no register's");
    }
  }
}
