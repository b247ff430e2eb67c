package dev.syncopate.app.extract;

import dev.syncopate.check.Checker;
import dev.syncopate.check.extract.Excerpt;
import java.util.List;

/**
 * What the PTX model says of the two accesses of a race, by the tests that are cut out of the run.
 *
 * @param problem why the model could not be asked, in a clause; empty if it could
 */
public record RaceJudgement(Standing standing, String problem) {
  /** The model's answer. */
  public enum Standing {
    /** The model allows the outcome of a test, which causality order would forbid. */
    RACE("race"),
    /** The model forbids the outcomes of all tests: the accesses are ordered. */
    ORDERED("ordered"),
    /** The model could not be asked. */
    NOT_JUDGED("not judged");

    private final String words;

    Standing(String words) {
      this.words = words;
    }

    /** As printed. */
    public String words() {
      return words;
    }
  }

  /** Asks the model about a recorded race. */
  public static RaceJudgement of(Checker.Recorded recorded) {
    List<Excerpt> excerpts = recorded.cut().excerpts();
    if (excerpts.isEmpty()) {
      return new RaceJudgement(Standing.NOT_JUDGED, recorded.cut().problem());
    }
    if (Extractor.isTooLarge(excerpts)) {
      return new RaceJudgement(
          Standing.NOT_JUDGED, "too many threads hand on from one access to the other");
    }
    return new RaceJudgement(
        new Extractor().allows(excerpts) ? Standing.RACE : Standing.ORDERED, "");
  }
}
