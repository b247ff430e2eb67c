package dev.syncopate.machine.unit.transaction;

import dev.syncopate.machine.warp.Warp;

/** How a roll-back writes to lanes' own memory ({@code .local}). */
public interface LocalStores {
  /** What {@link #store} returns where the load-store unit has no room. */
  long REFUSED = -1;

  /**
   * Stores a word of each of some lanes, at the same address in their own memory.
   *
   * @param pc of the instruction on whose behalf
   * @param address a multiple of 4
   * @param words of each lane, as many as lanes
   * @return the cycle in which the pipe to memory has taken it, or {@link #REFUSED}: then nothing
   *     has happened, and the warp may ask again when the load-store unit has room
   */
  long store(int pc, Warp warp, long lanes, long address, int[] words, long now);
}
