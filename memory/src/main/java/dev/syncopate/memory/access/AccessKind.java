package dev.syncopate.memory.access;

/** What a memory instruction does. */
public enum AccessKind {
  LOAD,
  STORE,
  ATOMIC,
  FENCE
}
