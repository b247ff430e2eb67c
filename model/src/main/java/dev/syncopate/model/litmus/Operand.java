package dev.syncopate.model.litmus;

/** What an instruction reads. */
public sealed interface Operand {
  /** A number. */
  record Constant(long value) implements Operand {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /** A register's value. */
  record Register(String name) implements Operand {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The address of a location. */
  record Location(String name) implements Operand {
    @Override
    public String toString() {
      return name;
    }
  }
}
