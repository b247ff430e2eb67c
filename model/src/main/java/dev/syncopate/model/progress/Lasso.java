package dev.syncopate.model.progress;

import java.util.List;

/**
 * Infinite run: steps from the start, then steps that repeat forever.
 *
 * @param prefix from the start to the first state of the round
 * @param round at least one step, from that state back to it
 */
public record Lasso(List<Step> prefix, List<Step> round) {
  /** Keeps copies. */
  public Lasso {
    prefix = List.copyOf(prefix);
    round = List.copyOf(round);
  }

  /** An agent's step from a state to another. */
  public record Step(int source, int agent, int target) {}
}
