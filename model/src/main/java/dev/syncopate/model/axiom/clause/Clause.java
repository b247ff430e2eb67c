package dev.syncopate.model.axiom.clause;

/**
 * Disjunction of literals. The solver watches the first two: as long as neither is false, the
 * clause neither implies a literal nor is in conflict.
 */
final class Clause {
  final int[] literals;

  /**
   * Whether the search may do without it: it follows from others, or the theory can find it anew.
   */
  final boolean removable;

  /** How often it took part in recent conflicts. */
  double activity;

  /** Whether the theory is still to confirm it, before anything follows from it. */
  boolean tentative;

  boolean removed;

  Clause(int[] literals, boolean removable) {
    this.literals = literals;
    this.removable = removable;
  }
}
