package dev.syncopate.study.figure;

/**
 * A statement of a paper, with the result here.
 *
 * @param id short and unique in its study
 * @param source section, figure or table
 * @param statement what the paper says
 * @param criterion what counts as held and as partly held
 * @param published the paper's number, or a dash
 * @param measured the number here, or what was counted
 */
public record Claim(
    String id,
    String source,
    String statement,
    String criterion,
    String published,
    String measured,
    Verdict verdict) {

  /** Verdict on a claim. */
  public enum Verdict {
    HELD("held"),
    PARTLY("partly"),
    NOT_HELD("not held"),
    /** A simulation that it needs failed or was not asked for. */
    NOT_MEASURED("not measured");

    private final String words;

    Verdict(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }
}
