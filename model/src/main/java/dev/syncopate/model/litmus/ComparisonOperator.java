package dev.syncopate.model.litmus;

/** Comparison of two values in a branch or a condition. */
public enum ComparisonOperator {
  EQ("=="),
  NE("!="),
  LT("<"),
  GT(">"),
  LE("<="),
  GE(">=");

  private final String symbol;

  ComparisonOperator(String symbol) {
    this.symbol = symbol;
  }

  /** As conditions write it. */
  public String symbol() {
    return symbol;
  }

  /** Whether it holds, of signed numbers. */
  public boolean holds(long a, long b) {
    return switch (this) {
      case EQ -> a == b;
      case NE -> a != b;
      case LT -> a < b;
      case GT -> a > b;
      case LE -> a <= b;
      case GE -> a >= b;
    };
  }
}
