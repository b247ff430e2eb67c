package dev.syncopate.memory.kit.l1;

/** Events of a line in an L1. */
public enum L1Event {
  /** A load finds its bytes valid. */
  LOAD_HIT,
  /** A load or an atomic does not find its bytes valid. */
  MISS,
  STORE,
  /** An atomic is performed here. */
  ATOMIC,
  /** A compare-and-swap is performed here and finds another value: nothing is written. */
  NO_SWAP,
  /** An access is passed on to be performed at the L2. */
  FORWARD,
  /** A commutative update is kept here. */
  UPDATE,
  /** Bytes asked for arrive and are kept. */
  FILL,
  /** Dirty bytes are sent to the L2. */
  WRITE_THROUGH,
  /** Its entry leaves the full sFIFO. */
  OVERFLOW,
  /** The frame is taken for another line. */
  EVICT,
  /** A promotion takes the line away. */
  PROMOTE,
  /** The line's registration is asked for, with which its bytes come back. */
  SURRENDER
}
