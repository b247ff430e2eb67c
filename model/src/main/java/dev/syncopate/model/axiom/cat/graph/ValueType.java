package dev.syncopate.model.axiom.cat.graph;

/** Type of a value. */
public enum ValueType {
  SET("a set"),
  RELATION("a relation"),
  /** {@code 0} and {@code ~0}, which are whichever the other operand is. */
  EITHER("a set or a relation"),
  /** Several relations, of which {@code with} takes one after the other. */
  ORDERS("a set of orders");

  private final String described;

  ValueType(String described) {
    this.described = described;
  }

  /** How a message calls it. */
  String described() {
    return described;
  }
}
