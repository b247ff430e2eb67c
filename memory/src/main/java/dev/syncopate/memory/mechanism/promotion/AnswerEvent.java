package dev.syncopate.memory.mechanism.promotion;

/** Events of an L1's answer at a home bank. */
public enum AnswerEvent {
  /** The L1 is asked. */
  ASK,
  /** The L1 answers. */
  ANSWER,
  /** The L1 reads the line, which the remote access will only read. */
  READ,
  /** The L1 reads the line, which the remote access will write: the copy would be stale. */
  READ_TOO_EARLY,
  /** The L1 writes the line. */
  WRITE,
  /** The L1 has another access to the line performed. */
  OTHER
}
