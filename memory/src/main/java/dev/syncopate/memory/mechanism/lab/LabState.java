package dev.syncopate.memory.mechanism.lab;

/** State of a line in a local atomic buffer. */
enum LabState {
  /** Nothing. */
  UNBUFFERED,
  /** Partial values. */
  BUFFERED
}
