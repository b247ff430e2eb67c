package dev.syncopate.workload.fuzz.program;

/** A value of 32 bits. */
public sealed interface FuzzExpression {
  /** A number. */
  record Constant(int value) implements FuzzExpression {}

  /** A variable of the thread. */
  record Variable(int number) implements FuzzExpression {}

  /** Identity of the thread. */
  record Own(Identity identity) implements FuzzExpression {}

  /** An operation on two values. */
  record Binary(Operator operator, FuzzExpression a, FuzzExpression b) implements FuzzExpression {}

  /** Choice of two values. */
  record Chosen(Condition condition, FuzzExpression a, FuzzExpression b)
      implements FuzzExpression {}

  /** A word. */
  record Load(FuzzSpace space, FuzzExpression index) implements FuzzExpression {}

  /** Numbers of a thread. */
  enum Identity {
    THREAD,
    LANE,
    CTA
  }

  /** Operator of {@link Binary}. */
  enum Operator {
    ADD,
    SUB,
    MUL,
    AND,
    OR,
    XOR,
    SHL,
    SHR,
    MIN,
    MAX
  }

  /** Two values compared as unsigned or signed numbers. */
  record Condition(Test test, FuzzExpression a, FuzzExpression b) {}

  /** Comparison of a {@link Condition}. */
  enum Test {
    EQUAL,
    DIFFERENT,
    LESS,
    SIGNED_LESS
  }
}
