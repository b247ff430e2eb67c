package dev.syncopate.memory.protocol.gpu;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.LineBytes;

/** The bytes that an access waiting in an MSHR has got already. */
final class WaitingAccess {
  private WaitingAccess() {}

  /**
   * Keeps those bytes an access wants that it has not got.
   *
   * @param lineBytes of the line
   * @param base where byte 0 of the line would be in {@code data}
   * @param low which bytes of the line {@code data} has, with {@code high}
   */
  static void collect(
      LineAccess access, int lineBytes, byte[] data, int base, long low, long high) {
    long newLow = access.maskLow & low & ~access.collectedLow;
    long newHigh = access.maskHigh & high & ~access.collectedHigh;
    if ((newLow | newHigh) == 0) {
      return;
    }
    if (access.collected.length == 0) {
      access.collected = new byte[lineBytes];
    }
    LineBytes.copy(data, base, access.collected, 0, newLow, newHigh);
    access.collectedLow |= newLow;
    access.collectedHigh |= newHigh;
  }

  /** Whether it has all the bytes it wants. */
  static boolean complete(LineAccess access) {
    return access.collectedLow == access.maskLow && access.collectedHigh == access.maskHigh;
  }
}
