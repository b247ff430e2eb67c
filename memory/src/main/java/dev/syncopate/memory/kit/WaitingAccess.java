package dev.syncopate.memory.kit;

import dev.syncopate.memory.access.ByteOrigin;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LineData;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bytes already received by an access that waits in an MSHR. */
public final class WaitingAccess {
  private WaitingAccess() {}

  /**
   * Keeps those bytes an access wants that it has not got.
   *
   * @param lineBytes of the line
   * @param origins of the bytes in {@code data}; null where none is known
   * @param base where byte 0 of the line would be in {@code data}
   * @param low which bytes of the line {@code data} has, with {@code high}
   */
  public static void collect(
      LineAccess access,
      int lineBytes,
      byte[] data,
      @Nullable ByteOrigin @Nullable [] origins,
      int base,
      long low,
      long high) {
    LineAccess.Collected collected = access.collected;
    long newLow = access.maskLow & low & ~(collected == null ? 0 : collected.low);
    long newHigh = access.maskHigh & high & ~(collected == null ? 0 : collected.high);
    if ((newLow | newHigh) == 0) {
      return;
    }
    if (collected == null) {
      collected = new LineAccess.Collected(lineBytes);
      access.collected = collected;
    }
    LineBytes.copy(data, origins, base, collected, 0, newLow, newHigh);
    collected.low |= newLow;
    collected.high |= newHigh;
  }

  /** Keeps those bytes of a fill that an access wants and has not got. */
  public static void collect(LineAccess access, int lineBytes, MemoryMessage fill) {
    collect(
        access, lineBytes, fill.data(), fill.origins(), -fill.first(), fill.maskLow, fill.maskHigh);
  }

  /** The same of a line. */
  public static void collect(
      LineAccess access, int lineBytes, LineData data, int base, long low, long high) {
    collect(access, lineBytes, data.bytes, data.origins(), base, low, high);
  }

  /** Whether it has all the bytes it wants. */
  public static boolean complete(LineAccess access) {
    LineAccess.Collected collected = access.collected;
    return collected != null
        && collected.low == access.maskLow
        && collected.high == access.maskHigh;
  }

  /** The bytes it has got, each at its place in the line; there is at least one. */
  public static LineData bytes(LineAccess access) {
    return Objects.requireNonNull(access.collected);
  }
}
