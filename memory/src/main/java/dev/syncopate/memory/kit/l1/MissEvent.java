package dev.syncopate.memory.kit.l1;

/** Events of an MSHR. */
public enum MissEvent {
  /** A load starts to wait for bytes. */
  PARK,
  /** An atomic starts to wait for bytes. */
  PARK_ATOMIC,
  /** An access starts to wait for the atomic before it. */
  PARK_BEHIND,
  /** Bytes are asked for. */
  ASK,
  /** Bytes arrive. */
  FILL,
  /** The line is dropped: what is in flight must not be kept. */
  DETACH,
  /** All lines are dropped: what is in flight must not be kept. */
  INVALIDATE,
  /** Nothing asked for before the line was dropped is in flight any more: bytes are asked anew. */
  ATTACH,
  /** No atomic waits any more, nor anything behind one. */
  CLEAR,
  RELEASE
}
