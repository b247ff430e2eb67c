package dev.syncopate.study.figure;

/** When a published number counts as reproduced. The same for every claim of a kind. */
public final class Criterion {
  /** A gain this small is none. */
  public static final double NEGLIGIBLE = 0.005;

  /** For {@link #gain}. */
  public static final String GAIN =
      "held: the gain is between half and twice the published one; partly: in the same direction";

  /** For {@link #reduction}. */
  public static final String REDUCTION =
      "held: the reduction is between half and twice the published one, and so is what is left;"
          + " partly: in the same direction";

  /** For {@link #atLeast}. */
  public static final String AT_LEAST =
      "held: at least the published number; partly: in the same direction";

  /** For {@link #share}. */
  public static final String SHARE = "held: in all cases; partly: in more than half of them";

  /** For {@link #order}. */
  public static final String ORDER =
      "held: nine in ten pairs of values in the published order; partly: more than half of them";

  private Criterion() {}

  /**
   * Of a gain or a reduction, where 0 is neither.
   *
   * @param published as a fraction, not 0
   * @param measured as a fraction, NaN if not measured
   */
  public static Claim.Verdict gain(double published, double measured) {
    if (Double.isNaN(measured)) {
      return Claim.Verdict.NOT_MEASURED;
    }
    double ratio = measured / published;
    if (ratio >= 0.5 && ratio <= 2) {
      return Claim.Verdict.HELD;
    }
    return ratio > 0 && Math.abs(measured) >= NEGLIGIBLE
        ? Claim.Verdict.PARTLY
        : Claim.Verdict.NOT_HELD;
  }

  /**
   * Of a reduction. What is left counts as well: of 100, to take away 97 and 57 are alike, to leave
   * 3 and 43 are not.
   *
   * @param published as a fraction between 0 and 1, neither included
   * @param measured as a fraction, NaN if not measured
   */
  public static Claim.Verdict reduction(double published, double measured) {
    Claim.Verdict verdict = gain(published, measured);
    double quotient = (1 - measured) / (1 - published);
    return verdict == Claim.Verdict.HELD && !(quotient >= 0.5 && quotient <= 2)
        ? Claim.Verdict.PARTLY
        : verdict;
  }

  /** Of a gain of which the paper gives a lower bound. */
  public static Claim.Verdict atLeast(double published, double measured) {
    if (Double.isNaN(measured)) {
      return Claim.Verdict.NOT_MEASURED;
    }
    if (measured >= published) {
      return Claim.Verdict.HELD;
    }
    return measured >= NEGLIGIBLE ? Claim.Verdict.PARTLY : Claim.Verdict.NOT_HELD;
  }

  /**
   * Of a statement about several cases.
   *
   * @param cases where it holds
   * @param total how many were measured
   */
  public static Claim.Verdict share(int cases, int total) {
    if (total == 0) {
      return Claim.Verdict.NOT_MEASURED;
    }
    return cases == total
        ? Claim.Verdict.HELD
        : 2 * cases > total ? Claim.Verdict.PARTLY : Claim.Verdict.NOT_HELD;
  }

  /**
   * Of the order of several values.
   *
   * @param pairs that are in the published order
   * @param total how many were measured
   */
  public static Claim.Verdict order(int pairs, int total) {
    if (total == 0) {
      return Claim.Verdict.NOT_MEASURED;
    }
    return 10 * pairs >= 9 * total
        ? Claim.Verdict.HELD
        : 2 * pairs > total ? Claim.Verdict.PARTLY : Claim.Verdict.NOT_HELD;
  }
}
