package dev.syncopate.memory.mechanism.denovo.owner;

/** State of a word at an L2 bank (heterosync §II-B). */
public enum OwnerState {
  /** The bank has its bytes, or memory behind it. */
  UNOWNED,
  /** An L1 has its bytes, or will have them when those before it have handed them over. */
  OWNED
}
