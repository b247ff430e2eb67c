package dev.syncopate.memory.mechanism.brsp;

/** State of a GPU's promotion lock. */
enum LockState {
  LOCK_FREE,
  LOCK_TAKEN;

  /** Events of the lock. */
  enum Event {
    /** A remote access comes that needs it. */
    REQUEST,
    /** The promotion that holds the lock is over, and none waits. */
    DONE,
    /**
     * The promotion that holds the lock is over, and other accesses wait: the first of them is
     * next.
     */
    DONE_FOR_NEXT
  }
}
