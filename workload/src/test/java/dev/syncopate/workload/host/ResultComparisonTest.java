package dev.syncopate.workload.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A wrong answer says what differs where; a right one how much was compared. */
class ResultComparisonTest {
  @Test
  void equalIntegersAreRight() {
    ResultComparison comparison =
        ResultComparison.unsigned("bins", new int[] {1, -1}, new int[] {1, -1});
    assertThat(comparison).isEqualTo(new ResultComparison(true, "2 of 2 elements of bins equal"));
    assertThat(comparison.outcome(Map.of("n", 2L)))
        .isEqualTo(new WorkloadOutcome(true, "2 of 2 elements of bins equal", Map.of("n", 2L)));
  }

  @Test
  void theFirstDifferenceAndTheirNumberAreSaid() {
    ResultComparison comparison =
        ResultComparison.unsigned("bins", new int[] {1, -1, 0, 7}, new int[] {1, 2, 0, 8});
    assertThat(comparison.equal()).isFalse();
    assertThat(comparison.message())
        .isEqualTo("bins[1]: found 4294967295, expected 2; 2 of 4 elements differ");
    assertThat(comparison.outcome(Map.of()).verified()).isFalse();
  }

  @Test
  void exactFloatsDifferInTheLastBit() {
    assertThat(
            ResultComparison.exact("c", new float[] {Math.nextUp(1f)}, new float[] {1f}).message())
        .isEqualTo("c[0]: found 1.0000001, expected 1.0; 1 of 1 elements differ");
    assertThat(ResultComparison.exact("c", new float[] {-0f}, new float[] {0f}).equal()).isFalse();
    assertThat(ResultComparison.exact("c", new float[] {1f}, new float[] {1f}).message())
        .isEqualTo("1 of 1 elements of c equal to the last bit");
  }

  @Test
  void boundedFloatsMayDifferByTheirBound() {
    double[] expected = {1, 0.5};
    double[] bounds = {1e-3, 1e-3};
    assertThat(
            ResultComparison.within("r", new float[] {1.0005f, 0.5f}, expected, bounds).message())
        .isEqualTo("2 of 2 elements of r within rounding, the worst off by a relative 5.00e-04");
    assertThat(ResultComparison.within("r", new float[] {1, 0.51f}, expected, bounds).message())
        .isEqualTo(
            "r[1]: found 0.51, expected 0.5 within a relative 1.00e-03; 1 of 2 elements differ");
    assertThat(ResultComparison.within("r", new float[] {1, Float.NaN}, expected, bounds).equal())
        .isFalse();
  }
}
