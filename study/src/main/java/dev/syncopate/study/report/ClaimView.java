package dev.syncopate.study.report;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.RejudgedClaims;
import java.util.List;

/**
 * A claim as pages show it.
 *
 * @param style class of the verdict's colour
 * @param beside where one thing is changed
 */
record ClaimView(
    String style,
    String verdict,
    String statement,
    String source,
    String published,
    String measured,
    String criterion,
    List<Beside> beside) {
  /** A verdict where one thing is otherwise. */
  record Beside(String style, String verdict, String measured) {
    static Beside of(Claim claim) {
      String verdict = claim.verdict().words();
      return new Beside(styleOf(verdict), verdict, claim.measured());
    }
  }

  private static String styleOf(String verdict) {
    return verdict.replace(' ', '-');
  }

  static ClaimView of(Claim claim) {
    return of(claim, List.of());
  }

  static ClaimView of(Claim claim, List<RejudgedClaims> beside) {
    String verdict = claim.verdict().words();
    return new ClaimView(
        styleOf(verdict),
        verdict,
        claim.statement(),
        claim.source(),
        claim.published(),
        claim.measured(),
        claim.criterion(),
        beside.stream().map(judged -> Beside.of(judged.claim(claim.id()))).toList());
  }
}
