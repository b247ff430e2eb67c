package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One thread writes data and then a flag, another waits for the flag and reads the data: what order
 * and scope that takes, between CTAs and within one.
 */
class MessagePassingTest {
  private static String between(String store, String load) {
    return Kernels.message(store, load, "");
  }

  private static final String RELEASE = "st.release.gpu.global.u32 [%rd2], 1;";
  private static final String ACQUIRE = "ld.acquire.gpu.global.u32 %r6, [%rd2];";

  @Test
  void releaseAndAcquireOrder() {
    assertThat(Kernels.check(2, 32, between(RELEASE, ACQUIRE))).isEmpty();
  }

  @Test
  void aMissingReleaseIsNamed() {
    List<Finding> findings =
        Kernels.check(2, 32, between("st.relaxed.gpu.global.u32 [%rd2], 1;", ACQUIRE));
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().title()).isEqualTo("data race on argument 0[0]");
    assertThat(findings.getFirst().details())
        .containsExactly(
            "weak store at k.ptx:23 by CTA (0,0,0), thread (0,0,0); had not synchronised since the"
                + " launch",
            "weak load at k.ptx:30 by CTA (1,0,0), thread (0,0,0); had not synchronised since the"
                + " launch",
            "the st.relaxed.gpu at k.ptx:24 needs release at gpu scope, or a fence before it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ld.relaxed.gpu.global.u32 %r6, [%rd2]; | the ld.relaxed.gpu at k.ptx:27 needs acquire at"
            + " gpu scope, or a fence after it",
        "ld.volatile.global.u32 %r6, [%rd2]; | the volatile load at k.ptx:27 needs acquire at gpu"
            + " scope, or a fence after it",
        "ld.acquire.cta.global.u32 %r6, [%rd2]; | the ld.acquire.cta at k.ptx:27 needs gpu scope"
      })
  void whatTheReaderLacksIsNamed(String load, String advice) {
    List<Finding> findings = Kernels.check(2, 32, between(RELEASE, load));
    assertThat(findings).extracting(Finding::rule).contains("race");
    assertThat(findings)
        .filteredOn(finding -> finding.rule().equals("race"))
        .singleElement()
        .satisfies(race -> assertThat(race.details().get(2)).isEqualTo(advice));
  }

  /** The message is passed as it should be; what races comes after it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ld.relaxed.gpu.global.u32 %r6, [%rd2]; fence.acq_rel.gpu;",
        "ld.relaxed.gpu.global.u32 %r6, [%rd2]; ld.acquire.gpu.global.u32 %r6, [%rd2];"
      })
  void aReadThatAFenceOrAnotherReadMakesGoodIsNotBlamed(String load) {
    String late = RELEASE + " st.global.u32 [%rd1], 43;";
    assertThat(Kernels.check(2, 32, between(late, load)))
        .singleElement()
        .satisfies(race ->
            assertThat(race.details().get(2))
                .isEqualTo(
                    "nothing orders threads of these CTAs: a release at gpu scope after the"
                        + " first, and an acquire of it before the second would"));
  }

  @Test
  void aNarrowReleaseIsNamedAndTheScopesAsWell() {
    List<Finding> findings =
        Kernels.check(2, 32, between("st.release.cta.global.u32 [%rd2], 1;", ACQUIRE));
    assertThat(findings).extracting(Finding::rule).containsExactlyInAnyOrder("race", "race-scope");
    assertThat(findings)
        .filteredOn(finding -> finding.rule().equals("race"))
        .singleElement()
        .satisfies(race ->
            assertThat(race.details().get(2))
                .isEqualTo("the st.release.cta at k.ptx:24 needs gpu scope"));
    assertThat(findings)
        .filteredOn(finding -> finding.rule().equals("race-scope"))
        .allSatisfy(race ->
            assertThat(race.details().get(2))
                .isEqualTo(
                    "the st.release.cta at k.ptx:24 needs gpu scope: the threads are in different"
                        + " CTAs"));
  }

  @Test
  void clusterScopeIsTooNarrowBetweenCtasThatAreClustersAlone() {
    String narrow = between("st.release.cluster.global.u32 [%rd2], 1;", ACQUIRE);
    assertThat(Kernels.check(2, 32, narrow))
        .extracting(Finding::rule)
        .containsExactlyInAnyOrder("race", "race-scope");
    assertThat(Kernels.check(2, 32, narrow))
        .allSatisfy(race ->
            assertThat(race.details().get(2))
                .startsWith("the st.release.cluster at k.ptx:24 needs gpu scope"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fence.acq_rel.gpu; st.relaxed.gpu.global.u32 [%rd2], 1; | 0",
        "fence.sc.gpu; st.volatile.global.u32 [%rd2], 1; | 0",
        "membar.gl; st.volatile.global.u32 [%rd2], 1; | 0",
        "fence.acq_rel.cta; st.relaxed.gpu.global.u32 [%rd2], 1; | 1",
        "fence.acq_rel.cluster; st.relaxed.gpu.global.u32 [%rd2], 1; | 1",
        "st.relaxed.gpu.global.u32 [%rd2], 1; fence.acq_rel.gpu; | 1"
      })
  void aFenceReleasesTheStrongWritesBehindIt(String store, int races) {
    assertThat(Kernels.check(2, 32, between(store, ACQUIRE))).hasSize(races);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ld.global.u32 %r7, [%rd1+64]; ld.volatile.global.u32 %r6, [%rd2]; fence.acq_rel.gpu; | 0",
        "ld.relaxed.gpu.global.u32 %r6, [%rd2]; fence.acq_rel.cta; | 1",
        "ld.relaxed.gpu.global.u32 %r6, [%rd2]; fence.acquire.cluster; | 1",
        "fence.acq_rel.gpu; ld.relaxed.gpu.global.u32 %r6, [%rd2]; | 1"
      })
  void aFenceAcquiresWhatStrongReadsBeforeItHaveSeen(String load, int races) {
    assertThat(Kernels.check(2, 32, between(RELEASE, load))).hasSize(races);
  }

  @Test
  void aFenceOfTooNarrowAScopeIsNamed() {
    List<Finding> findings =
        Kernels.check(
            2, 32, between(RELEASE, "ld.relaxed.gpu.global.u32 %r6, [%rd2]; fence.acq_rel.cta;"));
    assertThat(findings.getFirst().details().get(2))
        .isEqualTo("the fence.acq_rel.cta at k.ptx:27 needs gpu scope");
  }

  @Test
  void aStoreThatHasBeenReadIsBeforeWhatTheReaderDoesToTheSamePlace() {
    // The flag is set back by a weak store: by then its only strong write has been read.
    String body =
        """
          @!%p2 bra END;
          @!%p1 bra READ;
          st.relaxed.gpu.global.u32 [%rd2], 1;
          bra END;
        READ:
          ld.relaxed.gpu.global.u32 %r6, [%rd2];
          setp.eq.u32 %p3, %r6, 0;
          @%p3 bra READ;
          st.global.u32 [%rd2], 0;
        END:
        """;
    assertThat(Kernels.check(2, 32, body)).isEmpty();
  }

  @Test
  void aReaderThatDoesNotWaitForTheFlagRacesThoughItReadsTheFlag() {
    String body =
        """
          @!%p2 bra END;
          @%p1 bra WRITE;
          ld.acquire.gpu.global.u32 %r6, [%rd2];
          ld.global.u32 %r7, [%rd1];
          bra END;
        WRITE:
          nanosleep.u32 5000;
          st.global.u32 [%rd1], 42;
          st.release.gpu.global.u32 [%rd2], 1;
        END:
        """;
    assertThat(Kernels.pairs(Kernels.check(2, 32, body))).containsExactly("4-8");
  }

  @Test
  void withinACtaItsScopeIsEnough() {
    String body =
        """
          setp.gt.u32 %p3, %r2, 31;
          @%p3 bra READ;
          @!%p2 bra END;
          st.global.u32 [%rd1], 42;
          st.release.cta.global.u32 [%rd2], 1;
          bra END;
        READ:
          ld.acquire.cta.global.u32 %r6, [%rd2];
          setp.eq.u32 %p4, %r6, 0;
          @%p4 bra READ;
          ld.global.u32 %r7, [%rd1];
        END:
        """;
    assertThat(Kernels.check(1, 64, body)).isEmpty();
  }
}
