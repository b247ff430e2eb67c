package dev.syncopate.memory.mechanism.promotion;

/** State of a line at an L1 with regard to remote accesses to it. */
public enum HoldState {
  /** No promotion holds the line, and no access waits for it. */
  UNHELD,
  /** A promotion holds the line: accesses wait. */
  HELD,
  /** No promotion holds the line any more; accesses that have waited are left. */
  RESUMED
}
