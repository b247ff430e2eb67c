package dev.syncopate.memory.mechanism.srsp;

/** State of an L1 with regard to release fences at CTA scope. */
enum FenceState {
  /** No such fence since the last flush. */
  UNFENCED,
  /** Relaxed stores and atomics may be what publishes the release of a fence. */
  FENCED;

  /** Events of the fence state. */
  enum Event {
    /** A warp has performed a release fence. */
    FENCE,
    /** A relaxed store or atomic is performed at the L1. */
    WRITE,
    /** The L1 has been flushed. */
    FLUSH
  }
}
