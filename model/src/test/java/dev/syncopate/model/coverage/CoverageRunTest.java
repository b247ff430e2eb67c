package dev.syncopate.model.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.coverage.CoverageRun.Extent;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CoverageRunTest {
  private static final BoundHardware DRF0 = new BoundHardware("gpu", "drf0");

  @Test
  void hardwareThatTwoModelsBindCountsOnce() {
    assertThat(BoundHardware.all().stream().map(BoundHardware::toString))
        .containsExactly(
            "gpu × drf0",
            "gpu × drfrlx",
            "gpu × hrf",
            "brsp × hrf",
            "srsp × hrf",
            "srsp-opt × hrf",
            "denovo × drf0",
            "denovo × drfrlx",
            "denovo × hrf",
            "hlrc × drf0",
            "hlrc × drfrlx",
            "hlrc × hrf",
            "phi × hrf",
            "phi × drf0");
  }

  @Test
  void everySourceCountsAndASecondRunCountsTheSame() {
    Extent extent = new Extent(50, 500, 3);
    CoveredTransitions covered = CoverageRun.of(DRF0, extent, (source, completed, total) -> true);
    for (TransitionOrigin source : TransitionOrigin.values()) {
      assertThat(covered.happened(source)).as(source.text()).isPositive();
    }
    assertThat(CoverageRun.of(DRF0, extent, (source, completed, total) -> true).rows())
        .isEqualTo(covered.rows());
    assertThat(covered.refuted()).isEmpty();
    assertThat(covered.wrong()).isEmpty();
  }

  @Test
  void itIsToldHowFarItIsAndEndsWhenAskedTo() {
    List<String> reports = new ArrayList<>();
    CoveredTransitions covered =
        CoverageRun.of(
            DRF0,
            new Extent(50, 500, 3),
            (source, completed, total) -> {
              reports.add(source + " " + completed + " of " + total);
              return false;
            });
    assertThat(reports).hasSize(4).last().isEqualTo("STRESS 0 of 500");
    assertThat(covered.rows()).isEmpty();
  }

  @Test
  void pairsThatNeverHappenedComeLastWithTheirReason() {
    CoveredTransitions covered = new CoveredTransitions(DRF0);
    covered.add(
        TransitionOrigin.TINY, Map.of("L1 CLEAN ATOMIC", 0L, "L2 CLEAN READ", 2L, "L1 A B", 0L));
    covered.add(TransitionOrigin.STRESS, Map.of("L2 CLEAN READ", 3L));
    List<CoveredTransitions.Row> rows = covered.rows();
    assertThat(rows)
        .extracting(CoveredTransitions.Row::pair)
        .containsExactly("L2 CLEAN READ", "L1 A B", "L1 CLEAN ATOMIC");
    assertThat(rows.getFirst().counts()).containsExactly(2L, 0L, 0L, 3L);
    assertThat(rows.get(1).why()).isNull();
    assertThat(rows.get(2).why())
        .startsWith("an atomic of any scope is performed where all threads meet");
    assertThat(covered.unexplained()).containsExactly("L1 A B");
    assertThat(covered.unlisted()).contains("L1 DIRTY ATOMIC").doesNotContain("L1 CLEAN ATOMIC");
    assertThat(covered.passes()).isFalse();
  }

  @Test
  void anExplanationOfWhatHappenedIsRefuted() {
    CoveredTransitions covered = new CoveredTransitions(DRF0);
    covered.add(TransitionOrigin.CORNERS, Map.of("L1 CLEAN ATOMIC", 1L));
    assertThat(covered.refuted()).containsExactly("L1 CLEAN ATOMIC");
    assertThat(covered.passes()).isFalse();
  }

  @Test
  void testsOfSeveralBlocksOnOneGpuAreSpread() {
    LitmusTest test =
        LitmusTest.read(
            "t",
            """
            PTX t
            { }
             P0@cta 5,gpu 0 | P1@cta 7,gpu 0 | P2@cta 5,gpu 0 ;
             st.weak x, 1   | st.weak x, 2   | st.weak x, 3   ;
            exists (x = 1)
            """);
    assertThat(SpreadTests.spreads(test)).isTrue();
    LitmusTest spread = SpreadTests.over2(test);
    assertThat(spread.threads()).extracting(LitmusThread::gpu).containsExactly(0, 1, 0);
    assertThat(spread.threads()).extracting(LitmusThread::cta).containsExactly(5, 7, 5);
    assertThat(SpreadTests.spreads(spread)).as("two GPUs already").isFalse();
  }
}
