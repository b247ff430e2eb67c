package dev.syncopate.check.race;

import org.jspecify.annotations.Nullable;

/**
 * A strong read that has read another thread's strong write without synchronising with it: what
 * could have ordered the two threads.
 *
 * @param written the write
 * @param lane that read
 * @param pc of the read
 * @param next the one before, of the same warp; only a few are kept
 */
record Missed(Written written, int lane, int pc, @Nullable Missed next) {
  private static final int KEPT = 8;

  /** Puts a missed synchronisation in front of others. */
  static Missed before(Written written, int lane, int pc, @Nullable Missed others) {
    if (others != null
        && others.pc == pc
        && others.lane == lane
        && others.written.pc == written.pc
        && others.written.warp == written.warp) {
      return others;
    }
    return new Missed(written, lane, pc, shortened(others, KEPT - 1));
  }

  private static @Nullable Missed shortened(@Nullable Missed list, int length) {
    if (list == null || length == 0) {
      return null;
    }
    return new Missed(list.written, list.lane, list.pc, shortened(list.next, length - 1));
  }
}
