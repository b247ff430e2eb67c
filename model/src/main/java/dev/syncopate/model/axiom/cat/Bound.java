package dev.syncopate.model.axiom.cat;

/** Which of a value's bounds is wanted, of an execution that is still being put together. */
enum Bound {
  /** What it is of the execution as it stands. */
  EXACT,
  /** What it has at least, whatever the execution becomes. */
  LEAST,
  /** What it has at most. */
  MOST;

  static final int COUNT = values().length;

  /** The bound of an operand that is taken away. */
  Bound opposite() {
    return switch (this) {
      case EXACT -> EXACT;
      case LEAST -> MOST;
      case MOST -> LEAST;
    };
  }
}
