package dev.syncopate.memory.mechanism.denovo.owner;

/** Events of a word at an L2 bank. */
public enum OwnerEvent {
  /** An L1 reads it. */
  READ,
  /** An L1 asks to own it. */
  REGISTER,
  /** Its owner writes it back. */
  WRITE_BACK,
  /** An L1 that has lost it to another meanwhile writes it back. */
  LATE_WRITE_BACK,
  /** A request of an L1 that does not own words. */
  OTHER,
  /** Its line loses its place among the owned. */
  EVICT,
  /** Its owner answers a recall with the bytes. */
  RECALLED,
  /** Its owner answers a recall without the bytes, which are in a write-back in flight. */
  CROSSED
}
