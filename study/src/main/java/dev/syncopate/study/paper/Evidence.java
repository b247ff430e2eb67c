package dev.syncopate.study.paper;

import dev.syncopate.study.grid.Grid;
import java.util.List;

/**
 * What a paper's claims are judged by, and where verdicts are put.
 *
 * @param published what the paper states
 * @param subjects their labels, in the paper's order
 * @param ratios over the baseline, on the paper's machine
 */
record Evidence<P extends Published>(
    P published, List<String> subjects, Grid grid, Ratios ratios, Verdicts verdicts) {

  /** Scenarios over another one than the baseline, on the paper's machine. */
  Ratios over(String reference) {
    return new Ratios(grid, ratios.machine(), subjects, reference);
  }

  /**
   * The one shape that the data file states with these words.
   *
   * @throws IllegalStateException if there is none or more than one: a criterion would stand beside
   *     the wrong statement
   */
  String shape(String words) {
    List<String> found = published.shape().stream().filter(shape -> shape.contains(words)).toList();
    if (found.size() != 1) {
      throw new IllegalStateException(
          "%d shapes have the words '%s'".formatted(found.size(), words));
    }
    return found.getFirst();
  }
}
