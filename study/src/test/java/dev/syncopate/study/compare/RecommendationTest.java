package dev.syncopate.study.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which mechanism a comparison recommends, by what margin, and where another is faster. */
class RecommendationTest {
  private static final List<String> MECHANISMS = List.of("gpu", "gpu+lab64", "phi", "denovo");

  /** Cycles of each mechanism on the workloads {@code a}, {@code b}, …; 0 for no right answer. */
  private static Recommendation advice(double[]... byMechanism) {
    List<String> workloads = List.of("a", "b", "c").subList(0, byMechanism[0].length);
    return new Recommendation(
        workloads,
        MECHANISMS.subList(0, byMechanism.length),
        (workload, mechanism) -> {
          double cycles = byMechanism[MECHANISMS.indexOf(mechanism)][workloads.indexOf(workload)];
          return cycles == 0 ? Double.NaN : cycles;
        });
  }

  private static double[] cycles(double... values) {
    return values;
  }

  @Test
  void theFastestIsRecommendedWithItsMarginOverTheReferenceAndTheNext() {
    assertThat(advice(cycles(1340), cycles(1000), cycles(1120)).sentences())
        .containsExactly(
            "Recommended: gpu+lab64, 1.34 times as fast as gpu. The next, phi, takes 12 % longer.");
  }

  @Test
  void severalWorkloadsCountByTheGeometricMean() {
    assertThat(advice(cycles(400, 100), cycles(100, 100)).sentences())
        .containsExactly(
            "Recommended: gpu+lab64, 2.00 times as fast as gpu (geometric mean over 2 workloads). The"
                + " next, gpu, takes 100 % longer.",
            "It is the fastest, or level with the fastest, on every workload.");
  }

  @Test
  void workloadsOnWhichAnotherIsFasterAreNamed() {
    assertThat(
            advice(cycles(200, 200, 200), cycles(100, 100, 150), cycles(170, 101, 100)).sentences())
        .last()
        .isEqualTo("Another mechanism is faster on 1 of 3 workloads: c (phi, 1.50 times as fast).");
  }

  @Test
  void theReferenceIsRecommendedWhereItIsLevelWithTheFastest() {
    assertThat(advice(cycles(1010), cycles(1000), cycles(1300)).sentences())
        .containsExactly(
            "Recommended: gpu, the reference. Level with it (within 2 %): gpu+lab64. The next, phi,"
                + " takes 29 % longer.");
  }

  @Test
  void aMechanismWithAWrongAnswerIsNotConsidered() {
    assertThat(advice(cycles(200, 200), cycles(10, 0), cycles(100, 100)).sentences())
        .containsExactly(
            "Recommended: phi, 2.00 times as fast as gpu (geometric mean over 2 workloads). The next,"
                + " gpu, takes 100 % longer.",
            "Another mechanism is faster on 1 of 2 workloads: a (gpu+lab64, 10.00 times as fast).",
            "Not considered, since they have no right answer on every workload: gpu+lab64.");
    assertThat(advice(cycles(0), cycles(0)).sentences())
        .first()
        .isEqualTo("No recommendation: no mechanism has a right answer on every workload.");
  }

  @Test
  void ofNoAnswersNothingIsRecommended() {
    Recommendation advice = new Recommendation(List.of(), MECHANISMS, (_, _) -> Double.NaN);
    assertThat(advice.sentences())
        .containsExactly("No recommendation: no mechanism has a right answer on every workload.");
    assertThat(advice.finalists()).isEmpty();
  }

  @Test
  void aSingleMechanismIsNoChoice() {
    assertThat(advice(cycles(1000)).sentences()).isEmpty();
    assertThat(advice(cycles(1000)).finalists()).containsExactly("gpu");
  }

  @Test
  void finalistsAreTheRecommendedItsRivalAndTheReference() {
    assertThat(advice(cycles(1340), cycles(1000), cycles(1005), cycles(1120)).finalists())
        .containsExactly("gpu+lab64", "denovo", "gpu");
    assertThat(advice(cycles(1000), cycles(1001)).finalists())
        .as("without a slower one, the fastest other")
        .containsExactly("gpu", "gpu+lab64");
  }

  @Test
  void aCheaperMechanismThatIsLevelInTimeIsToBePreferredForItsCost() {
    Recommendation advice = advice(cycles(1340), cycles(1000), cycles(1010));
    assertThat(advice.cost("Energy", (_, mechanism) -> mechanism.equals("phi") ? 1.0 : 2.0))
        .contains(
            "Energy over that of gpu: gpu+lab64 1.00, least phi 0.50, which is level in time: prefer"
                + " it where this cost counts.");
  }

  @Test
  void aCostStandsBesideTheLeastOfAnyMechanism() {
    Map<String, Double> bytes = Map.of("gpu", 100.0, "gpu+lab64", 90.0, "phi", 45.0);
    Recommendation advice = advice(cycles(1340), cycles(1000), cycles(1120));
    assertThat(advice.cost("Network bytes", (_, mechanism) -> bytes.getOrDefault(mechanism, 0.0)))
        .contains("Network bytes over that of gpu: gpu+lab64 0.90, least phi 0.45.");
    assertThat(advice.cost("Energy", (_, mechanism) -> mechanism.equals("gpu+lab64") ? 1.0 : 2.0))
        .contains("Energy over that of gpu: gpu+lab64 0.50, the least or level with it.");
    assertThat(advice.cost("Energy", (_, _) -> Double.NaN)).isEmpty();
  }
}
