package dev.syncopate.app.extract;

import dev.syncopate.model.litmus.LitmusTest;
import org.jspecify.annotations.Nullable;

/**
 * What the memory model says of a suggestion to synchronise less, or of a line that is needed.
 *
 * @param tests extracted from the run that were judged
 * @param reason why it is so, in a clause
 * @param counterexample the test whose outcome the weaker line allows; null for none
 */
public record LineVerdict(
    Standing standing, int tests, String reason, @Nullable LitmusTest counterexample) {
  /** How far a suggestion goes. */
  public enum Standing {
    /** All extracted tests hold with the suggestion; or none holds with less than the line. */
    PROVED("proved"),
    /** An extracted test does not hold with it. */
    REFUTED("refuted"),
    /** The run shows no accesses that were ordered by the line, or all were within a scope. */
    THIS_INPUT_ONLY("this input only"),
    /** Not all that relies on the line could be judged. */
    NOT_DECIDED("not decided");

    private final String words;

    Standing(String words) {
      this.words = words;
    }

    /** As printed. */
    public String words() {
      return words;
    }
  }
}
