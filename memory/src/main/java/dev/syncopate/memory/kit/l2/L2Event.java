package dev.syncopate.memory.kit.l2;

/** Events of a line in an L2 bank. */
public enum L2Event {
  /** A fill or scoped load is served. */
  READ,
  /** Bytes are written. */
  WRITE,
  /** Atomics are performed. */
  ATOMIC,
  /** Compare-and-swaps find other values: nothing is written. */
  NO_SWAP,
  /** A request lacks valid bytes and starts to wait. */
  MISS,
  /** A request waits behind another on its line. */
  QUEUE,
  /** Bytes come from memory. */
  FILL,
  /** Dirty bytes go to memory. */
  WRITE_BACK,
  /** The frame is taken for another line. */
  EVICT,
  /** On one of several GPUs: something for the memory side takes the line away. */
  SURRENDER
}
