package dev.syncopate.model.axiom.cat.syntax;

/** Operator of the cat language. */
public enum Operator {
  /** A set or relation that the execution gives. */
  BASE("a base name"),
  /** All events, or all pairs. */
  ALL("_"),
  /** Nothing. */
  EMPTY("0"),
  /** Every event with itself. */
  ID("id"),
  /** One of mutually recursive definitions, inside them. */
  VARIABLE("let rec"),
  /** One of mutually recursive definitions, seen from outside. */
  FIXPOINT("let rec"),
  /** An order that some choice fixes: {@code with … from}. */
  CHOICE("with"),
  UNION("|"),
  SEQUENCE(";"),
  DIFFERENCE("\\"),
  INTERSECTION("&"),
  PRODUCT("*"),
  COMPLEMENT("~"),
  INVERSE("^-1"),
  PLUS("+"),
  STAR("*"),
  OPTIONAL("?"),
  BRACKETS("[]"),
  DOMAIN("domain"),
  RANGE("range"),
  /** All strict total orders of a set around a relation. */
  LINEARISATIONS("linearisations"),
  /**
   * All strict partial orders of a set that relate the pairs of a relation one way or the other.
   */
  PARTIAL_ORDERS("partialorders");

  private final String symbol;

  Operator(String symbol) {
    this.symbol = symbol;
  }

  /** How it is written. */
  public String symbol() {
    return symbol;
  }

  /** How many arguments it takes where it is written as a function. */
  public int arguments() {
    return this == DOMAIN || this == RANGE ? 1 : 2;
  }
}
