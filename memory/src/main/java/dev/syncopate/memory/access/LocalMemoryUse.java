package dev.syncopate.memory.access;

/** Effect of an instruction on bytes of local memory. */
public enum LocalMemoryUse {
  READ,
  WRITE,
  /** It reads and, perhaps, writes, and nothing comes in between. */
  UPDATE
}
