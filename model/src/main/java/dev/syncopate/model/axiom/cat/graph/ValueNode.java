package dev.syncopate.model.axiom.cat.graph;

import dev.syncopate.model.axiom.cat.syntax.Operator;
import java.util.List;

/**
 * Value of a model, with the values it is computed from. Functions are gone by now: each call has
 * separate nodes, and equal ones are shared.
 *
 * @param id its number; operands have smaller ones
 * @param operator what is computed
 * @param type what comes out
 * @param name of a base name or a chosen order; empty otherwise
 * @param operands what it is computed from
 * @param stage the earliest moment at which it is known: the level of a {@link Stage}, or for what
 *     depends on the choice of an order one more for each choice
 * @param group the recursive definitions whose variables it depends on; -1 if none
 * @param antitone whether less of {@code rf}, {@code co} or a chosen order may mean more of it
 */
public record ValueNode(
    int id,
    Operator operator,
    ValueType type,
    String name,
    List<ValueNode> operands,
    int stage,
    int group,
    boolean antitone) {

  public ValueNode operand() {
    return operands.getFirst();
  }

  public ValueNode left() {
    return operands.getFirst();
  }

  public ValueNode right() {
    return operands.getLast();
  }

  // Nodes are shared, so each is equal to itself only; comparing operands would take forever.
  @Override
  public boolean equals(Object object) {
    return this == object;
  }

  @Override
  public int hashCode() {
    return id;
  }
}
