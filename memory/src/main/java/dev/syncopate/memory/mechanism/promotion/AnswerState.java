package dev.syncopate.memory.mechanism.promotion;

/** State of an L1's answer at a home bank that watches the line in place of having it held. */
public enum AnswerState {
  /** Neither asked nor to be asked, so far. */
  UNASKED,
  /** Asked, without an answer. */
  ASKED,
  /** Answered, which counts until the L1 writes the line. */
  ANSWERED,
  /** Asked again, without an answer to that. */
  ASKED_AGAIN,
  /** Answered again: the L1 holds the line. */
  HOLDING
}
