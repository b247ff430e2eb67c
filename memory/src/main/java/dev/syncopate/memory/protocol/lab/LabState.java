package dev.syncopate.memory.protocol.lab;

/** What a local atomic buffer has of a line. */
enum LabState {
  /** Nothing. */
  UNBUFFERED,
  /** Partial values. */
  BUFFERED
}
