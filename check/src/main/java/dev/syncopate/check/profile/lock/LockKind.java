package dev.syncopate.check.profile.lock;

/** Method by which a lock is acquired. */
public enum LockKind {
  /** Its word is changed by compare-and-swap or exchange, and given its old value back. */
  SWAP,

  /** A thread draws a number from another word, and waits until its word has come to it. */
  TICKET
}
