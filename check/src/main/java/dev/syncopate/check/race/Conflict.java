package dev.syncopate.check.race;

/**
 * An access that conflicts with an earlier one to the same word, and that nothing orders behind it,
 * or nothing can.
 *
 * @param later the access
 * @param page what was done to the word
 * @param word its number in its memory
 * @param bytes of the word that the later one touches, bit i for byte i
 * @param thread of lane 0 of the earlier access's warp
 * @param lanes which of its lanes
 * @param time their latest node then
 * @param info of the earlier access, as {@link ShadowAccesses.Mark}
 * @param strongWrite whether the earlier access is one
 * @param excuse what nearly makes them no race
 */
record Conflict(
    LaneGroup later,
    ShadowAccesses.Page page,
    long word,
    int bytes,
    int thread,
    long lanes,
    int time,
    int info,
    boolean strongWrite,
    Excuse excuse) {
  /** Near reason why a pair of accesses would be no race. */
  enum Excuse {
    NONE,
    /** Both are strong, and their scopes take in each other's thread. */
    SCOPES,
    /** Both write the same. */
    SAME_VALUE,
    /** They are in order but for a fence between their proxies. */
    PROXY,
    /** They are in order but for the fences of the tensormap proxy. */
    MAP_PROXY,
    /** No reason: the later is not an access but the exit of the memory's CTA. */
    EXIT,
    /** No reason: one is a non-coherent load, which no synchronisation orders with a write. */
    NON_COHERENT
  }

  /** The same for some of the later access's lanes. */
  Conflict of(LaneGroup lanesOfLater) {
    return new Conflict(
        lanesOfLater, page, word, bytes, thread, lanes, time, info, strongWrite, excuse);
  }
}
