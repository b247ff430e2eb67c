package dev.syncopate.study.report;

import dev.syncopate.study.figure.Claim;

/**
 * A claim as pages show it.
 *
 * @param style class of the verdict's colour
 */
record ClaimView(
    String style,
    String verdict,
    String statement,
    String source,
    String published,
    String measured,
    String criterion) {
  static ClaimView of(Claim claim) {
    String verdict = claim.verdict().words();
    return new ClaimView(
        verdict.replace(' ', '-'),
        verdict,
        claim.statement(),
        claim.source(),
        claim.published(),
        claim.measured(),
        claim.criterion());
  }
}
