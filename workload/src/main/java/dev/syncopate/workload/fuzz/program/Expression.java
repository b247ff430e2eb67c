package dev.syncopate.workload.fuzz.program;

/** A value of 32 bits. */
public sealed interface Expression {
  /** A number. */
  record Constant(int value) implements Expression {}

  /** A variable of the thread. */
  record Variable(int number) implements Expression {}

  /** Who the thread is. */
  record Own(Identity identity) implements Expression {}

  /** An operation on two values. */
  record Binary(Operator operator, Expression a, Expression b) implements Expression {}

  /** One of two values. */
  record Chosen(Condition condition, Expression a, Expression b) implements Expression {}

  /** A word. */
  record Load(Space space, Expression index) implements Expression {}

  /** Numbers of a thread. */
  enum Identity {
    THREAD,
    LANE,
    CTA
  }

  /** What {@link Binary} computes. */
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
  record Condition(Test test, Expression a, Expression b) {}

  /** How a {@link Condition} compares. */
  enum Test {
    EQUAL,
    DIFFERENT,
    LESS,
    SIGNED_LESS
  }
}
