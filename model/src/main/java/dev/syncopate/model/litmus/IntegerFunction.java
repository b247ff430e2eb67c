package dev.syncopate.model.litmus;

import java.util.Locale;

/** Function of two whole numbers that an instruction or an atomic operation computes. */
public enum IntegerFunction {
  ADD,
  SUB,
  MUL,
  DIV,
  AND,
  OR,
  XOR;

  /** As tests write it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The result, of 64 bits. Dividing by zero gives all ones, as the hardware does. */
  public long apply(long a, long b) {
    return switch (this) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
      case DIV -> b == 0 ? -1 : a / b;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
    };
  }
}
