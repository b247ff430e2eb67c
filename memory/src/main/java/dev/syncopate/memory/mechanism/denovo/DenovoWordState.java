package dev.syncopate.memory.mechanism.denovo;

/** State of a word in an L1 (heterosync §II-B), those on the way to another included. */
public enum DenovoWordState {
  /** Here, and nowhere newer: this L1 owns it. */
  REGISTERED,
  /** Here, as some owner or the L2 had it after the last acquire. */
  VALID,
  /** Not here. */
  INVALID,
  /** Stored to, the bytes in the store buffer, and not asked for yet. */
  STORED,
  /** Asked for: this L1 is, or will be, its owner at the L2, and has not got it. */
  REGISTERING
}
