package dev.syncopate.check.extract;

import dev.syncopate.check.race.InstructionPair;
import java.util.List;

/**
 * How accesses of two instructions that conflict were ordered in a run.
 *
 * @param ways a list for each way that was recorded: excerpts of two such accesses, the likeliest
 *     first
 * @param complete whether the recorder has looked at all such accesses, or found no new way for
 *     long
 * @param problem why the latest accesses that gave no excerpt gave none, in a clause; empty for
 *     none
 */
public record OrderedPair(
    InstructionPair instructions, List<List<Excerpt>> ways, boolean complete, String problem) {
  /** Keeps a copy. */
  public OrderedPair {
    ways = List.copyOf(ways);
  }
}
