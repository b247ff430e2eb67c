package dev.syncopate.model.explore.search;

import java.util.List;

/**
 * Result of a search.
 *
 * @param endings outcomes, in the order of their values
 * @param faults in the order in which they were met; of faults with one message, the first
 * @param complete whether everything was searched
 * @param size how much that was
 */
public record SearchResult(
    List<FinalOutcome> endings, List<PropertyViolation> faults, boolean complete, Extent size) {

  /**
   * Extent of a search.
   *
   * @param states of the machine
   * @param transitions between them
   * @param depth the most steps that the shortest way to any state takes
   * @param partStates of single parts
   * @param partTransitions of single parts: how often controllers did something
   * @param messages different ones
   */
  public record Extent(
      long states,
      long transitions,
      int depth,
      long partStates,
      long partTransitions,
      long messages) {}
}
