package dev.syncopate.machine.unit.exchange;

/**
 * {@code match} (PTX ISA, "Parallel Synchronization and Communication Instructions: match.sync").
 */
public final class Match {
  private Match() {}

  /**
   * {@code match.any}: each lane gets the mask of the lanes whose value equals its own. The
   * destination may be the operand.
   *
   * @param bits 32 or 64, the width of what is compared
   * @param members the lanes that take part
   * @param lanes those of them that get their mask
   */
  public static void any(
      long[] d, int dBase, long[] a, int aBase, int bits, long members, long lanes) {
    long rest = members;
    while (rest != 0) {
      // Lanes of one value are done with together, so that no operand is overwritten too early.
      long equal = equalToFirst(a, aBase, bits, rest);
      for (long remainingLanes = equal & lanes;
          remainingLanes != 0;
          remainingLanes &= remainingLanes - 1) {
        d[dBase + Long.numberOfTrailingZeros(remainingLanes)] = equal;
      }
      rest &= ~equal;
    }
  }

  /**
   * {@code match.all}: whether all lanes have the same value. They get their own mask then, or else
   * 0, and so does the predicate.
   */
  public static boolean all(long[] a, int aBase, int bits, long lanes) {
    return equalToFirst(a, aBase, bits, lanes) == lanes;
  }

  private static long equalToFirst(long[] a, int aBase, int bits, long lanes) {
    int shift = 64 - bits;
    long value = a[aBase + Long.numberOfTrailingZeros(lanes)] << shift;
    long equal = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (a[aBase + lane] << shift == value) {
        equal |= 1L << lane;
      }
    }
    return equal;
  }
}
