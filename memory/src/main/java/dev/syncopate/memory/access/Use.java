package dev.syncopate.memory.access;

/** What an instruction does to bytes of local memory. */
public enum Use {
  READ,
  WRITE,
  /** It reads and, perhaps, writes, and nothing comes in between. */
  UPDATE
}
