package dev.syncopate.memory.transaction;

/** Events of a wavefront's transaction. */
enum WavefrontEvent {
  /** Lanes execute {@code tx.begin}. */
  BEGIN,
  /** Lanes that are in a transaction execute {@code tx.begin}. */
  NESTED_BEGIN,
  /** Lanes go back to {@code tx.begin} and try again. */
  RETRY,
  /** An access of a lane conflicts with another lane's. */
  CONFLICT,
  /** An access outside transactions takes a word from a lane. */
  PLAIN_CONFLICT,
  /** Another wavefront serialises the work-group. */
  ABORT,
  /** Lanes execute the inner {@code tx.commit} of a nested transaction. */
  NESTED_COMMIT,
  /** Lanes commit. */
  COMMIT,
  /** An attempt is over, all lanes have committed. */
  DONE,
  /** An attempt is over that has got on, or not often enough failed to. */
  AGAIN,
  /** The same, of a wavefront that stays serialised. */
  AGAIN_SERIALISED,
  /** An attempt is over that a work-group serialisation of another wavefront has ended. */
  INTERRUPTED,
  /** An attempt is over, with the same lanes left as so often before. */
  STUCK,
  /** The same, while another wavefront has the work-group to itself. */
  STUCK_BEHIND,
  /** An attempt is over, and lanes have failed as often as they may. */
  GIVE_UP,
  /** Lanes whose transaction was given up go on behind {@code tx.begin}. */
  BEGIN_OUTSIDE,
  /** They come to {@code tx.commit}. */
  END_OUTSIDE
}
