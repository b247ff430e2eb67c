package dev.syncopate.memory.kit;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LineBytes;
import java.util.Objects;

/** The bytes that an access waiting in an MSHR has got already. */
public final class WaitingAccess {
  private WaitingAccess() {}

  /**
   * Keeps those bytes an access wants that it has not got.
   *
   * @param lineBytes of the line
   * @param base where byte 0 of the line would be in {@code data}
   * @param low which bytes of the line {@code data} has, with {@code high}
   */
  public static void collect(
      LineAccess access, int lineBytes, byte[] data, int base, long low, long high) {
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
    LineBytes.copy(data, base, collected.bytes, 0, newLow, newHigh);
    collected.low |= newLow;
    collected.high |= newHigh;
  }

  /** Whether it has all the bytes it wants. */
  public static boolean complete(LineAccess access) {
    LineAccess.Collected collected = access.collected;
    return collected != null
        && collected.low == access.maskLow
        && collected.high == access.maskHigh;
  }

  /** The bytes it has got, each at its place in the line; there is at least one. */
  public static byte[] bytes(LineAccess access) {
    return Objects.requireNonNull(access.collected).bytes;
  }
}
