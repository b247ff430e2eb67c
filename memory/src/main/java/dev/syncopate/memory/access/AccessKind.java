package dev.syncopate.memory.access;

/** Kind of a memory instruction. */
public enum AccessKind {
  LOAD,
  STORE,
  ATOMIC,
  FENCE
}
