package dev.syncopate.model.axiom.cat;

/** The bound of a value that is requested, for a partial execution. */
enum Bound {
  /** What it is of the execution as it stands. */
  EXACT(0),
  /** Lower bound: what it has in every extension of the execution. */
  LEAST(1),
  /** What it has at most. */
  MOST(2);

  /** How many there are. */
  static final int COUNT = 3;

  private final int number;

  Bound(int number) {
    this.number = number;
  }

  /** From 0. */
  int number() {
    return number;
  }

  /** The bound of an operand that is taken away. */
  Bound opposite() {
    return switch (this) {
      case EXACT -> EXACT;
      case LEAST -> MOST;
      case MOST -> LEAST;
    };
  }
}
