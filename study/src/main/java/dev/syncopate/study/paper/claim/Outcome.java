package dev.syncopate.study.paper.claim;

import dev.syncopate.study.figure.Claim.Verdict;

/**
 * What came out of judging a claim.
 *
 * @param published the paper's number, or a dash
 * @param measured the number here, or what was counted; a dash if not measured
 * @param shown numbers that are put behind the statement, in brackets; empty for none
 */
public record Outcome(String published, String measured, Verdict verdict, String shown) {
  /** Of a statement without a published number. */
  public static Outcome of(String measured, Verdict verdict) {
    return new Outcome("-", measured, verdict, "");
  }

  Outcome showing(String words) {
    return new Outcome(published, measured, verdict, words);
  }
}
