package dev.syncopate.study.figure;

import static dev.syncopate.study.figure.Claim.Verdict.HELD;
import static dev.syncopate.study.figure.Claim.Verdict.NOT_HELD;
import static dev.syncopate.study.figure.Claim.Verdict.NOT_MEASURED;
import static dev.syncopate.study.figure.Claim.Verdict.PARTLY;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CriterionTest {
  @ParameterizedTest
  @CsvSource({
    "0.18, 0.09, HELD",
    "0.18, 0.36, HELD",
    "0.18, 0.08, PARTLY",
    "0.18, 0.90, PARTLY",
    "0.18, 0.004, NOT_HELD",
    "0.18, -0.10, NOT_HELD",
    "-0.14, -0.10, HELD",
    "-0.14, -0.02, PARTLY",
    "-0.14, 0.10, NOT_HELD",
    "0.18, NaN, NOT_MEASURED"
  })
  void aGainIsJudgedByItsRatioToThePublishedOne(
      double published, double measured, Claim.Verdict verdict) {
    assertThat(Criterion.gain(published, measured)).isEqualTo(verdict);
  }

  @ParameterizedTest
  @CsvSource({
    "0.57, 0.57, HELD",
    "0.57, 0.30, HELD",
    "0.57, 0.78, HELD",
    "0.57, 0.79, PARTLY",
    "0.57, 0.97, PARTLY",
    "0.24, 0.10, PARTLY",
    "0.24, 0.00, NOT_HELD",
    "0.24, -0.41, NOT_HELD",
    "0.24, NaN, NOT_MEASURED"
  })
  void aReductionIsJudgedByWhatItLeavesToo(
      double published, double measured, Claim.Verdict verdict) {
    assertThat(Criterion.reduction(published, measured)).isEqualTo(verdict);
  }

  @Test
  void aBoundHoldsFromThereOn() {
    assertThat(Criterion.atLeast(0.65, 0.65)).isEqualTo(HELD);
    assertThat(Criterion.atLeast(0.65, 3)).isEqualTo(HELD);
    assertThat(Criterion.atLeast(0.65, 0.64)).isEqualTo(PARTLY);
    assertThat(Criterion.atLeast(0.65, 0)).isEqualTo(NOT_HELD);
    assertThat(Criterion.atLeast(0.65, Double.NaN)).isEqualTo(NOT_MEASURED);
  }

  @Test
  void aStatementAboutCasesHoldsInAllOrPartlyInMost() {
    assertThat(Criterion.share(4, 4)).isEqualTo(HELD);
    assertThat(Criterion.share(3, 4)).isEqualTo(PARTLY);
    assertThat(Criterion.share(2, 4)).isEqualTo(NOT_HELD);
    assertThat(Criterion.share(0, 0)).isEqualTo(NOT_MEASURED);
  }
}
