package dev.syncopate.memory.mechanism.lab;

/** What a local atomic buffer has of a line. */
enum LabState {
  /** Nothing. */
  UNBUFFERED,
  /** Partial values. */
  BUFFERED
}
