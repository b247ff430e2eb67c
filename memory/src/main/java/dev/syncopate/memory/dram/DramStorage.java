package dev.syncopate.memory.dram;

import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.LineData;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one channel, zero until written. Pages of {@value #PAGE_BYTES} bytes come into being
 * when first written; reading never makes one.
 *
 * <pre>
 *   offset   [ page ............. | byte in page ]
 *   bits                            16
 * </pre>
 */
public final class DramStorage {
  static final int PAGE_BYTES = 1 << 16;
  private static final int PAGE_SHIFT = 16;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] @Nullable [] pages = new byte[16][];

  /** Of each page, once a byte of known origin has been written to it, the origin of each byte. */
  private @Nullable OriginPage[] origins = {};

  private static final class OriginPage {
    final @Nullable ByteOrigin[] origins = new @Nullable ByteOrigin[PAGE_BYTES];
  }

  private long resident;

  /** Copies bytes out, with their origins. */
  public void read(long offset, LineData target, int targetBase, int bytes) {
    read(offset, target.bytes, targetBase, bytes);
    if (origins.length != 0) {
      for (int i = 0; i < bytes; i++) {
        OriginPage page = originsOrNull(offset + i);
        if (page != null || target.origins() != null) {
          target.followed()[targetBase + i] =
              page == null ? null : page.origins[(int) (offset + i) & PAGE_BYTES - 1];
        }
      }
    } else {
      target.forget(targetBase, bytes);
    }
  }

  /** Copies bytes in, with their origins. */
  public void write(long offset, LineData source, int sourceBase, int bytes) {
    write(offset, source.bytes, sourceBase, bytes);
    if (origins.length != 0 || source.origins() != null) {
      for (int i = 0; i < bytes; i++) {
        follow(offset + i, source, sourceBase + i);
      }
    }
  }

  /** Copies the chosen bytes of a line in, with their origins. */
  public void write(
      long offset, LineData source, int sourceBase, long maskLow, long maskHigh, int lineBytes) {
    write(offset, source.bytes, sourceBase, maskLow, maskHigh, lineBytes);
    if (origins.length != 0 || source.origins() != null) {
      for (int i = 0; i < lineBytes; i++) {
        if (((i < 64 ? maskLow : maskHigh) >>> i & 1) != 0) {
          follow(offset + i, source, sourceBase + i);
        }
      }
    }
  }

  /** A byte has been written. */
  private void follow(long offset, LineData source, int start) {
    @Nullable ByteOrigin @Nullable [] lineOrigins = source.origins();
    ByteOrigin origin = lineOrigins == null ? null : lineOrigins[start];
    OriginPage page = originsOrNull(offset);
    if (page == null && origin != null) {
      int index = (int) (offset >> PAGE_SHIFT);
      origins = Arrays.copyOf(origins, Math.max(pages.length, origins.length));
      page = new OriginPage();
      origins[index] = page;
    }
    if (page != null) {
      page.origins[(int) offset & PAGE_BYTES - 1] = origin;
    }
  }

  private @Nullable OriginPage originsOrNull(long offset) {
    int index = (int) (offset >> PAGE_SHIFT);
    return index < origins.length ? origins[index] : null;
  }

  /** Copies bytes out. */
  public void read(long offset, byte[] target, int start, int bytes) {
    for (int copied = 0; copied < bytes; ) {
      long position = offset + copied;
      int inPage = (int) position & (PAGE_BYTES - 1);
      int count = Math.min(bytes - copied, PAGE_BYTES - inPage);
      byte[] page = pageOrNull(position);
      if (page == null) {
        Arrays.fill(target, start + copied, start + copied + count, (byte) 0);
      } else {
        System.arraycopy(page, inPage, target, start + copied, count);
      }
      copied += count;
    }
  }

  /** Copies bytes in. */
  public void write(long offset, byte[] source, int start, int bytes) {
    for (int copied = 0; copied < bytes; ) {
      long position = offset + copied;
      int inPage = (int) position & (PAGE_BYTES - 1);
      int count = Math.min(bytes - copied, PAGE_BYTES - inPage);
      System.arraycopy(source, start + copied, page(position), inPage, count);
      copied += count;
    }
  }

  /**
   * Copies the chosen bytes of a line in.
   *
   * @param offset of the line, a multiple of {@code lineBytes}
   * @param source holds the line from index {@code start}
   * @param maskLow bit i chooses byte i of the line
   * @param maskHigh bit i chooses byte 64 + i; ignored when the line has no such byte
   * @param lineBytes a power of two from 8 to 128
   */
  public void write(
      long offset, byte[] source, int start, long maskLow, long maskHigh, int lineBytes) {
    byte[] page = page(offset);
    int inPage = (int) offset & (PAGE_BYTES - 1);
    for (int group = 0; group < lineBytes; group += 8) {
      int chosen = (int) ((group < 64 ? maskLow : maskHigh) >>> group) & 0xff;
      if (chosen == 0xff) {
        LONGS.set(page, inPage + group, (long) LONGS.get(source, start + group));
      } else {
        for (; chosen != 0; chosen &= chosen - 1) {
          int i = group + Integer.numberOfTrailingZeros(chosen);
          page[inPage + i] = source[start + i];
        }
      }
    }
  }

  /** Bytes of the pages that have come into being. */
  public long residentBytes() {
    return resident;
  }

  private byte @Nullable [] pageOrNull(long offset) {
    long index = offset >> PAGE_SHIFT;
    if (index < 0) {
      throw negative(offset);
    }
    return index < pages.length ? pages[(int) index] : null;
  }

  private static IndexOutOfBoundsException negative(long offset) {
    return new IndexOutOfBoundsException("offset " + offset + " is negative");
  }

  private byte[] page(long offset) {
    byte[] page = pageOrNull(offset);
    return page != null ? page : make(offset >> PAGE_SHIFT);
  }

  private byte[] make(long index) {
    if (index >= pages.length) {
      int required = Math.toIntExact(index + 1);
      pages = Arrays.copyOf(pages, Math.max(required, pages.length + (pages.length >> 1)));
    }
    byte[] page = new byte[PAGE_BYTES];
    pages[(int) index] = page;
    resident += PAGE_BYTES;
    return page;
  }
}
