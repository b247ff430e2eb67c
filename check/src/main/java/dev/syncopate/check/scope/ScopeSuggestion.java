package dev.syncopate.check.scope;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Replacement that a run suggests for a line that synchronises.
 *
 * @param site the line
 * @param executed how often threads executed it; of barriers, how often they were complete
 * @param instead what would do, all other lines as they are; null if the line is needed as it is
 * @param reliance on the line: what races if it orders as little as it can
 * @param cycles of the run with the line changed; 0 where nothing is suggested
 * @param objection why what would have done by the order of events of this run did not when it was
 *     tried, which then is not suggested; null for none
 * @param narrows whether what is suggested has a narrower scope than the line
 * @param alternatives that were tried, the weakest first
 */
public record ScopeSuggestion(
    InstructionSite site,
    long executed,
    @Nullable Replacement instead,
    ExposedRaces reliance,
    long cycles,
    @Nullable String objection,
    boolean narrows,
    List<Replacement> alternatives) {
  /** Keeps a copy. */
  public ScopeSuggestion {
    alternatives = List.copyOf(alternatives);
  }
}
