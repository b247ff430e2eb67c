package dev.syncopate.model.library;

import java.util.List;

/**
 * Expected verdict of a test under some models.
 *
 * @param models their names
 * @param expected what is expected
 * @param flag the name of what is undefined; empty for other verdicts
 * @param reason why
 */
public record ExpectedVerdict(List<String> models, Expected expected, String flag, String reason) {
  /** Copies the list. */
  public ExpectedVerdict {
    models = List.copyOf(models);
  }

  /** Possible expectations. */
  public enum Expected {
    /** The condition is met by an allowed outcome; the test has no race. */
    YES,
    /** The condition is met by none; the test has no race. */
    NO,
    /** The test has a race, and the model promises nothing. */
    RACY,
    /** The test does what the model leaves undefined. */
    UNDEFINED
  }
}
