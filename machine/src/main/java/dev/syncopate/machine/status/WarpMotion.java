package dev.syncopate.machine.status;

/**
 * Activity of a resident warp while nothing visible changes.
 *
 * @param unit compute unit
 * @param slot warp slot
 * @param clock for {@link Kind#COMPUTES}: index of an instruction that reads a clock on which its
 *     way depends; -1 for none
 */
public record WarpMotion(int unit, int slot, Kind kind, int clock) {
  /** Kind of a warp's activity. */
  public enum Kind {
    /** It waits for other threads, or for a part of the machine that does not answer. */
    WAITS,
    /**
     * It has come back to a state that it was in: while no memory word changes it does the same
     * again.
     */
    REPEATS,
    /** It has not, so far: it may get on. */
    COMPUTES
  }
}
