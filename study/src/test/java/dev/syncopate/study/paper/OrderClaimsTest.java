package dev.syncopate.study.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.paper.catalogue.Papers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The shape of a chart: pairs of values in the order in which the paper has them. */
class OrderClaimsTest {
  private static final List<String> SERIES = List.of("scope", "steal", "both");

  /** A group of three series in which the paper states 1.1, 1.2 and 1.3. */
  private static BarFigure chart(double... measured) {
    List<Double> values = new ArrayList<>();
    List<BarFigure.Stated> stated = new ArrayList<>();
    for (int i = 0; i < measured.length; i++) {
      values.add(measured[i]);
      double value = (11 + i) / 10.0;
      stated.add(new BarFigure.Stated("mean", SERIES.get(i), value, Double.toString(value)));
      stated.add(new BarFigure.Stated("other mean", SERIES.get(i), value, Double.toString(value)));
    }
    stated.add(new BarFigure.Stated("A", "scope", 9, ">9"));
    return new BarFigure(
        "fig8",
        "Speed-up (fig. 8)",
        "note",
        "speed-up",
        "×",
        SERIES,
        List.of(new BarFigure.Group("A", List.of(1.0, 1.0, 1.0))),
        List.of(new BarFigure.Group("mean", values), new BarFigure.Group("other mean", values)),
        stated);
  }

  private static Claim judged(double... measured) {
    List<Claim> claims = OrderClaims.of(List.of(chart(measured)));
    assertThat(claims).hasSize(1);
    return claims.getFirst();
  }

  @Test
  void thePublishedOrderHoldsWhateverTheFactor() {
    Claim claim = judged(2, 4, 8);
    assertThat(claim.id()).isEqualTo("order-fig8");
    assertThat(claim.statement())
        .isEqualTo("The 3 values that the paper states come out in its order");
    assertThat(claim.published()).isEqualTo("3 pairs");
    assertThat(claim.measured()).isEqualTo("3 of 3");
    assertThat(claim.verdict()).isEqualTo(Claim.Verdict.HELD);
  }

  @Test
  void aSwappedPairIsNamed() {
    Claim claim = judged(1.2, 1.1, 1.3);
    assertThat(claim.measured()).isEqualTo("2 of 3, not mean scope and mean steal");
    assertThat(claim.verdict()).isEqualTo(Claim.Verdict.PARTLY);
    assertThat(judged(1.3, 1.2, 1.1).verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(judged(1.1, 1.1, 1.3).measured())
        .as("equal values have no order")
        .isEqualTo("2 of 3, not mean scope and mean steal");
  }

  @Test
  void whatIsNotMeasuredIsNotJudged() {
    assertThat(judged(Double.NaN, 1.2, 1.3).measured()).isEqualTo("1 of 1");
    Claim nothing = judged(Double.NaN, Double.NaN, Double.NaN);
    assertThat(nothing.verdict()).isEqualTo(Claim.Verdict.NOT_MEASURED);
    assertThat(nothing.measured()).isEqualTo("-");
  }

  @Test
  void twoValuesAreNoShape() {
    assertThat(OrderClaims.of(List.of(chart(1, 2)))).isEmpty();
  }

  @Test
  void theStudiesChartsHaveOrdersThatTheirOwnClaimsDoNotName() {
    ResultGrid nothing = ResultGrid.of(List.of(), Map.of());
    for (Paper paper : Papers.all()) {
      List<String> ownClaims = paper.claims(nothing).stream().map(Claim::id).toList();
      assertThat(OrderClaims.of(paper.figures(nothing)))
          .extracting(Claim::id)
          .doesNotContainAnyElementsOf(ownClaims)
          .doesNotHaveDuplicates();
    }
    assertThat(OrderClaims.of(Papers.all().getFirst().figures(nothing)))
        .extracting(Claim::id)
        .contains("order-fig8", "order-table3-stolen");
  }
}
