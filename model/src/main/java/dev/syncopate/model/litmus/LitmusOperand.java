package dev.syncopate.model.litmus;

/** Operand that an instruction reads. */
public sealed interface LitmusOperand {
  /** A number. */
  record Constant(long value) implements LitmusOperand {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /** A register's value. */
  record Register(String name) implements LitmusOperand {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The address of a location. */
  record Location(String name) implements LitmusOperand {
    @Override
    public String toString() {
      return name;
    }
  }
}
