package dev.syncopate.memory.access;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Bytes and, once a write of known origin has come to any of them, the origin of each. As long as
 * no run is watched there is none, and nothing is allocated.
 */
public class LineData {
  public final byte[] bytes;

  /** As many as bytes; transient, since what is explored is never watched. */
  private transient @Nullable ByteOrigin @Nullable [] origins;

  public LineData(int length) {
    this(new byte[length], null);
  }

  /** Bytes whose origins are not known, such as the host's. */
  public LineData(byte[] bytes) {
    this(bytes, null);
  }

  private LineData(byte[] bytes, @Nullable ByteOrigin @Nullable [] origins) {
    this.bytes = bytes;
    this.origins = origins;
  }

  /** The origin of each byte, which may be null; null as long as none is known. */
  public final @Nullable ByteOrigin @Nullable [] origins() {
    return origins;
  }

  /** The origin of each byte, to be written. */
  public final @Nullable ByteOrigin[] followed() {
    if (origins == null) {
      origins = new @Nullable ByteOrigin[bytes.length];
    }
    return Objects.requireNonNull(origins);
  }

  /** A copy of a part. */
  public final LineData copy(int start, int end) {
    return new LineData(
        Arrays.copyOfRange(bytes, start, end),
        origins == null ? null : Arrays.copyOfRange(origins, start, end));
  }

  /** A copy of a part as messages carry it: a {@code byte[]} where no origin is known. */
  public final Object payload(int start, int end) {
    return origins == null ? Arrays.copyOfRange(bytes, start, end) : copy(start, end);
  }

  /** All of it as messages carry it. */
  public final Object payload() {
    return origins == null ? bytes : this;
  }

  /** Copies a part in: bytes and origins. */
  public final void put(int offset, LineData source, int fromIndex, int count) {
    System.arraycopy(source.bytes, fromIndex, bytes, offset, count);
    if (source.origins != null) {
      System.arraycopy(source.origins, fromIndex, followed(), offset, count);
    } else {
      forget(offset, count);
    }
  }

  /** The origins of a part are not known any more: the host has written it. */
  public final void forget(int offset, int count) {
    if (origins != null) {
      Arrays.fill(origins, offset, offset + count, null);
    }
  }

  /** Sets all bytes to zero; no origin is known. */
  public final void clear() {
    Arrays.fill(bytes, (byte) 0);
    origins = null;
  }
}
