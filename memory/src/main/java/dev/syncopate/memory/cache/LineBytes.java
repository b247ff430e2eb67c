package dev.syncopate.memory.cache;

import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.sim.bits.Bits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a line and masks over them. A mask is two words: bit i of the low one is byte i, of the
 * high one byte 64 + i.
 */
public final class LineBytes {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LineBytes() {}

  /** The low word of the mask of {@code bytes} bytes from byte {@code start}. */
  public static long rangeLow(int start, int bytes) {
    int end = Math.min(start + bytes, 64);
    return start >= end ? 0 : (-1L >>> (64 - (end - start))) << start;
  }

  /** The high word of that mask. */
  public static long rangeHigh(int start, int bytes) {
    return rangeLow(Math.max(0, start - 64), start + bytes - Math.max(64, start));
  }

  /** The first byte of a mask that is not empty. */
  public static int first(long low, long high) {
    return low != 0 ? Bits.lowest(low) : 64 + Long.numberOfTrailingZeros(high);
  }

  /** One more than the last byte of a mask that is not empty. */
  public static int end(long low, long high) {
    return high != 0 ? 128 - Long.numberOfLeadingZeros(high) : 64 - Long.numberOfLeadingZeros(low);
  }

  /**
   * Copies the chosen bytes of a line.
   *
   * @param source where the bytes are: byte b of the line at {@code from[fromBase + b]}
   * @param target where they go: byte b to {@code to[toBase + b]}
   */
  public static void copy(
      byte[] source, int fromBase, byte[] target, int toBase, long maskLow, long maskHigh) {
    copyWord(source, fromBase, target, toBase, maskLow);
    if (maskHigh != 0) {
      copyWord(source, fromBase + 64, target, toBase + 64, maskHigh);
    }
  }

  /** As {@link #copy(byte[], int, byte[], int, long, long)}, with their origins. */
  public static void copy(
      LineData source, int fromBase, LineData target, int toBase, long maskLow, long maskHigh) {
    copy(source.bytes, source.origins(), fromBase, target, toBase, maskLow, maskHigh);
  }

  /**
   * The same.
   *
   * @param origins of the bytes in {@code source}; null where none is known
   */
  public static void copy(
      byte[] source,
      @Nullable ByteOrigin @Nullable [] origins,
      int fromBase,
      LineData target,
      int toBase,
      long maskLow,
      long maskHigh) {
    copy(source, fromBase, target.bytes, toBase, maskLow, maskHigh);
    LineOrigins.copy(origins, fromBase, target, toBase, maskLow, maskHigh);
  }

  private static void copyWord(byte[] source, int fromBase, byte[] target, int toBase, long mask) {
    if (mask == -1L) {
      System.arraycopy(source, fromBase, target, toBase, 64);
      return;
    }
    long remaining = mask;
    while (remaining != 0) {
      int byteIndex = Bits.lowest(remaining);
      int group = byteIndex & ~7;
      if ((remaining >>> group & 0xff) == 0xff) {
        LONGS.set(target, toBase + group, (long) LONGS.get(source, fromBase + group));
        remaining &= ~(0xffL << group);
      } else {
        target[toBase + byteIndex] = source[fromBase + byteIndex];
        remaining &= remaining - 1;
      }
    }
  }

  /** Sets the chosen bytes of a line to zero; byte b of the line is {@code bytes[b]}. */
  public static void clear(byte[] bytes, long maskLow, long maskHigh) {
    for (long remaining = maskLow; remaining != 0; remaining &= remaining - 1) {
      bytes[Bits.lowest(remaining)] = 0;
    }
    for (long remaining = maskHigh; remaining != 0; remaining &= remaining - 1) {
      bytes[64 + Bits.lowest(remaining)] = 0;
    }
  }

  /**
   * As {@link #copy(byte[], int, byte[], int, long, long)}; tells whether any byte has got another
   * value.
   */
  public static boolean write(
      byte[] source, int fromBase, byte[] target, int toBase, long maskLow, long maskHigh) {
    boolean changed = writeWord(source, fromBase, target, toBase, maskLow);
    boolean changedHigh =
        maskHigh != 0 && writeWord(source, fromBase + 64, target, toBase + 64, maskHigh);
    return changed || changedHigh;
  }

  /**
   * As {@link #copy(byte[], int, byte[], int, long, long)}, with their origins; tells whether any
   * byte has got another value.
   */
  public static boolean write(
      byte[] source,
      @Nullable ByteOrigin @Nullable [] origins,
      int fromBase,
      LineData target,
      int toBase,
      long maskLow,
      long maskHigh) {
    LineOrigins.copy(origins, fromBase, target, toBase, maskLow, maskHigh);
    return write(source, fromBase, target.bytes, toBase, maskLow, maskHigh);
  }

  private static boolean writeWord(
      byte[] source, int fromBase, byte[] target, int toBase, long mask) {
    if (mask == -1L) {
      boolean changed =
          Arrays.mismatch(source, fromBase, fromBase + 64, target, toBase, toBase + 64) >= 0;
      System.arraycopy(source, fromBase, target, toBase, 64);
      return changed;
    }
    boolean changed = false;
    long remaining = mask;
    while (remaining != 0) {
      int byteIndex = Bits.lowest(remaining);
      int group = byteIndex & ~7;
      if ((remaining >>> group & 0xff) == 0xff) {
        long value = (long) LONGS.get(source, fromBase + group);
        changed |= value != (long) LONGS.get(target, toBase + group);
        LONGS.set(target, toBase + group, value);
        remaining &= ~(0xffL << group);
      } else {
        changed |= target[toBase + byteIndex] != source[fromBase + byteIndex];
        target[toBase + byteIndex] = source[fromBase + byteIndex];
        remaining &= remaining - 1;
      }
    }
    return changed;
  }

  /**
   * The low word of a mask widened to whole sectors.
   *
   * @param sector 32, 64 or 128 bytes
   */
  public static long sectorsLow(long low, long high, int sector) {
    return sectors(sector == 128 ? low | high : low, sector);
  }

  /** The high word of that mask. */
  public static long sectorsHigh(long low, long high, int sector) {
    return sectors(sector == 128 ? low | high : high, sector);
  }

  private static long sectors(long word, int sector) {
    if (sector >= 64) {
      return word == 0 ? 0 : -1L;
    }
    return ((word & 0xffff_ffffL) == 0 ? 0 : 0xffff_ffffL)
        | (word >>> 32 == 0 ? 0 : 0xffff_ffff_0000_0000L);
  }
}
