package dev.syncopate.memory.mechanism.lab;

/** What mutants do otherwise when lines leave a local atomic buffer. */
class LabPolicy {
  /** Whether a line's partial values are passed on when it leaves. */
  boolean passesOn(LabEvent event) {
    return true;
  }

  /** Whether what the buffer does not combine has the partial values of its line go before it. */
  boolean meetsPartials() {
    return true;
  }

  /** Whether a flush waits until what has left the buffer is performed. */
  boolean awaitsFlushed() {
    return true;
  }

  /** Whether a flush goes on that has left so many lines. */
  boolean goesOn(int held) {
    return held != 0;
  }
}
