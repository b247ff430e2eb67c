package dev.syncopate.model.explore.transaction;

/**
 * Next step of lanes: lanes of one warp execute one instruction, or those that were rolled back
 * stop.
 *
 * @param kind what
 * @param warp whose lanes
 * @param lanes lanes of the warp, as bits
 */
record LaneStep(Kind kind, int warp, long lanes) {
  /** Kind of a lane's step. Only lanes that do the same do it together. */
  enum Kind {
    BEGIN,
    NESTED_BEGIN,
    LOAD,
    STORE,
    ATOMIC,
    PLAIN_LOAD,
    PLAIN_STORE,
    PLAIN_ATOMIC,
    COMMIT,
    BARRIER,
    /** Lanes that were rolled back notice it, sooner or later. */
    STOP
  }
}
