package dev.syncopate.check.race;

import dev.syncopate.machine.warp.Grid;

/**
 * A side of a race.
 *
 * @param pc its instruction
 * @param cta of the thread
 * @param thread of the thread in its CTA, counted by whole warps
 * @param synchronised the instruction by which the thread synchronised last before it, {@link
 *     #AT_BARRIER}, or {@link #NEVER}
 */
public record RaceSide(int pc, int cta, int thread, int synchronised) {
  /** Its last synchronisation was a barrier of its CTA. */
  public static final int AT_BARRIER = -2;

  /** It has not synchronised since the launch. */
  public static final int NEVER = -1;

  /** The number of its warp in the CTA. */
  public int warp(Grid grid) {
    return thread / (grid.ids().x().length / grid.warps());
  }
}
