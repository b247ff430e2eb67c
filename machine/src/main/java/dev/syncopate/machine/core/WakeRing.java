package dev.syncopate.machine.core;

import dev.syncopate.sim.bits.Bits;

/**
 * When sleeping warps wake: a ring of {@value #SLOTS} one-cycle masks of warp slots, with a mask of
 * its non-empty entries. A warp that sleeps longer is looked at again on the way.
 */
final class WakeRing {
  private static final int SLOTS = 64;
  private static final int MASK = SLOTS - 1;

  private final long[] warps = new long[SLOTS];
  private long occupied;

  /** Warps whose entry is before their time. */
  private long early;

  private final long[] wakeCycles = new long[64];

  /**
   * @param now a cycle before which every earlier wake-up has been taken out
   * @param time at least {@code now}
   */
  void put(int warp, long time, long now) {
    long entry = time;
    if (time - now >= SLOTS) {
      entry = now + SLOTS - 1;
      early |= 1L << warp;
      wakeCycles[warp] = time;
    }
    int slot = (int) entry & MASK;
    warps[slot] |= 1L << warp;
    occupied |= 1L << slot;
  }

  /** Takes out the warps that wake in cycle {@code now}. */
  long due(long now) {
    int slot = (int) now & MASK;
    long woken = warps[slot];
    if (woken == 0) {
      return 0;
    }
    warps[slot] = 0;
    occupied &= ~(1L << slot);
    long again = woken & early;
    if (again != 0) {
      early &= ~again;
      woken &= ~again;
      for (; again != 0; again &= again - 1) {
        int warp = Bits.lowest(again);
        if (wakeCycles[warp] <= now) {
          woken |= 1L << warp;
        } else {
          put(warp, wakeCycles[warp], now);
        }
      }
    }
    return woken;
  }

  /**
   * The earliest entry from cycle {@code startCycle} on, {@link Long#MAX_VALUE} when there is none.
   */
  long next(long startCycle) {
    if (occupied == 0) {
      return Long.MAX_VALUE;
    }
    return startCycle + Bits.lowest(Long.rotateRight(occupied, (int) startCycle & MASK));
  }
}
