package dev.syncopate.memory.mechanism.brsp;

/** State of a GPU's promotion lock. */
enum LockState {
  LOCK_FREE,
  LOCK_TAKEN;

  /** What happens to the lock. */
  enum Event {
    /** A remote access comes that needs it. */
    REQUEST,
    /** The promotion that has it is over, and none waits. */
    DONE,
    /** The promotion that has it is over, and another access waits: the first of those. */
    DONE_FOR_NEXT
  }
}
