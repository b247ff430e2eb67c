package dev.syncopate.study.paper.claim;

import dev.syncopate.study.figure.Claim;
import java.util.List;

/**
 * The claims of a file, judged.
 *
 * @param claims in the file's order
 * @param percentages the reductions and increases among them, those under other readings of the
 *     paper left out
 */
public record Verdicts(List<Claim> claims, List<Percentage> percentages) {
  /**
   * A reduction or an increase that the paper states.
   *
   * @param id of its claim
   * @param published in per cent
   * @param measured in per cent; NaN if not measured
   */
  public record Percentage(String id, double published, double measured) {}

  public Verdicts {
    claims = List.copyOf(claims);
    percentages = List.copyOf(percentages);
  }
}
