package dev.syncopate.memory.access;

/** What a memory instruction does. */
public enum Kind {
  LOAD,
  STORE,
  ATOMIC,
  FENCE
}
