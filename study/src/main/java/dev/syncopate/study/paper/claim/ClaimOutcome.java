package dev.syncopate.study.paper.claim;

import dev.syncopate.study.figure.Claim;
import java.util.Locale;

/**
 * Result of judging a claim.
 *
 * @param published the paper's number, or a dash
 * @param measured the number here, or what was counted; a dash if not measured
 * @param shown numbers that are put behind the statement, in brackets; empty for none
 */
public record ClaimOutcome(String published, String measured, Claim.Verdict verdict, String shown) {
  /** Of a statement without a published number. */
  public static ClaimOutcome of(String measured, Claim.Verdict verdict) {
    return new ClaimOutcome("-", measured, verdict, "");
  }

  /** The same with numbers behind the statement. */
  public ClaimOutcome showing(String words) {
    return new ClaimOutcome(published, measured, verdict, words);
  }

  /** A ratio for people, as {@code 1.25×}; a dash if not measured. */
  public static String times(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.2f×", value);
  }

  /** A fraction for people, as {@code 25%}; a dash if not measured. */
  public static String percent(double fraction) {
    return Double.isNaN(fraction) ? "-" : String.format(Locale.ROOT, "%.0f%%", 100 * fraction);
  }
}
