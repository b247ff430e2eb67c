package dev.syncopate.study.paper;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.paper.claim.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The reductions and increases that a paper states in its text, in one chart: what was measured as
 * bars, what is stated as marks. Figures have marks only where a paper states the value of a bar.
 */
public final class Percentages {
  private static final String DIFFERENCE = "difference";

  private Percentages() {}

  /**
   * The chart.
   *
   * @param title for example {@code Percentages that section V states}
   * @param percentages of the paper's claims
   */
  public static Figure figure(String title, List<Verdicts.Percentage> percentages) {
    List<BarFigure.Group> groups = new ArrayList<>();
    List<BarFigure.Stated> stated = new ArrayList<>();
    for (Verdicts.Percentage percentage : percentages) {
      groups.add(new BarFigure.Group(percentage.id(), List.of(percentage.measured())));
      stated.add(
          new BarFigure.Stated(
              percentage.id(),
              DIFFERENCE,
              percentage.published(),
              String.format(Locale.ROOT, "%.0f", percentage.published())));
    }
    return new BarFigure(
        "percentages",
        title,
        "By how much one value is less, or more, than another, by the id of the claim that says so."
            + " Below zero: the other way round.",
        DIFFERENCE,
        "%",
        List.of(DIFFERENCE),
        groups,
        List.of(),
        stated);
  }
}
