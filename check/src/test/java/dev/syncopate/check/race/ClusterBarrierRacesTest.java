package dev.syncopate.check.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.ClusterSize;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.LaunchShape;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The barrier of a cluster orders what comes before an arrival that releases, and only that. */
class ClusterBarrierRacesTest {
  private static List<Finding> check(int ctas, int cluster, String body, boolean functional) {
    DeviceBuilder device =
        new DeviceBuilder("titanv-80sm", "gpu", "hrf")
            .set("core.units=8")
            .set("dram.size=1GiB")
            .set("cluster.unitsPerGpc=4")
            .functional(functional);
    LaunchShape shape = LaunchShape.of(ctas, 32).withCluster(ClusterSize.of(Dim3.of(cluster)));
    return Kernels.check(device, Set.of(Check.RACES), shape, body).findings();
  }

  /** The first CTA writes each thread's word, the others read it behind the barrier. */
  private static String handOver(String fence, String arrive, String suffix) {
    return """
      @%%p1 st.global.u32 [%%rd4], 7;
      %s
      barrier.cluster.arrive%s;
      barrier.cluster.wait;
      %s
      @!%%p1 ld.global.u32 %%r7, [%%rd4];
    """
        .formatted(fence, arrive, suffix);
  }

  @ParameterizedTest
  @CsvSource({"'',false", ".release,false", ".release.aligned,false", "'',true"})
  void anArrivalThatReleasesOrdersWithTheWait(String arrive, boolean functional) {
    assertThat(check(2, 2, handOver("", arrive, ""), functional)).isEmpty();
    assertThat(check(4, 4, handOver("", arrive, ""), functional)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRelaxedArrivalOrdersNothing(boolean functional) {
    List<Finding> findings = check(2, 2, handOver("", ".relaxed", ""), functional);
    assertThat(Kernels.pairs(findings)).containsExactly("1-6");
    assertThat(findings.getFirst().details().get(2))
        .matches(
            "the barrier.cluster.arrive.relaxed at k.ptx:\\d+ needs release at cluster scope, or a fence before it");
  }

  /** A fence before a relaxed arrival is a release pattern. */
  @Test
  void aFenceBeforeARelaxedArrivalOrders() {
    assertThat(check(2, 2, handOver("fence.acq_rel.cluster;", ".relaxed", ""), false)).isEmpty();
    assertThat(Kernels.pairs(check(2, 2, handOver("fence.acq_rel.cta;", ".relaxed", ""), false)))
        .containsExactly("1-6");
  }

  /** One thread initialises an mbarrier, and one of the other CTA arrives at it. */
  private static String initialised(String beforeMeeting, String meeting) {
    return """
      mapa.shared::cluster.u32 %%r8, %%r3, 0;
      @!%%p2 bra MEET;
      @!%%p1 bra MEET;
      %s
    MEET:
      %s
      setp.ne.u32 %%p3, %%r1, 1;
      @%%p3 bra WAIT;
      @%%p2 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%%r8];
      bra END;
    WAIT:
      mbarrier.try_wait.parity.acquire.cluster.shared.b64 %%p4, [%%r3], 0;
      @!%%p4 bra WAIT;
    END:
      barrier.cluster.arrive;
      barrier.cluster.wait;
    """
        .formatted(beforeMeeting, meeting);
  }

  private static final String INIT = "mbarrier.init.shared.b64 [%r3], 1;";
  private static final String FENCE = "fence.mbarrier_init.release.cluster;";
  private static final String RELAXED = "barrier.cluster.arrive.relaxed; barrier.cluster.wait;";

  /** Threads of both CTAs know of the initialisation: through the barrier, and from each other. */
  @ParameterizedTest
  @CsvSource({
    "'', false",
    "'', true",
    "bar.sync 0;, false",
    "bar.warp.sync 0xffffffff;, false",
  })
  void aFenceOfInitialisationsBeforeARelaxedArrivalReleasesThem(String met, boolean functional) {
    assertThat(check(2, 2, initialised(INIT + FENCE, met + RELAXED), functional)).isEmpty();
    assertThat(check(2, 2, initialised(INIT + FENCE, RELAXED + met), functional)).isEmpty();
    assertThat(check(2, 2, initialised(INIT, FENCE + met + RELAXED), functional)).isEmpty();
  }

  /** No fence, one before the initialisation, and one of another thread. */
  @Test
  void withoutTheFenceBehindThemInitialisationsAreNotReleased() {
    assertThat(Kernels.pairs(check(2, 2, initialised(INIT, "bar.sync 0;" + RELAXED), false)))
        .isNotEmpty();
    assertThat(Kernels.pairs(check(2, 2, initialised(FENCE + INIT, RELAXED), false))).isNotEmpty();
    assertThat(Kernels.pairs(check(2, 2, initialised(INIT, "@!%p2 " + FENCE + RELAXED), false)))
        .isNotEmpty();
  }

  /** A second initialisation needs a second fence. */
  @Test
  void aFenceReleasesWhatIsInitialisedBeforeIt() {
    String again = INIT + FENCE + "mbarrier.inval.shared.b64 [%r3];" + INIT;
    assertThat(Kernels.pairs(check(2, 2, initialised(again, RELAXED), false))).isNotEmpty();
    assertThat(check(2, 2, initialised(again + FENCE, RELAXED), false)).isEmpty();
  }

  /** It is a fence of initialisations alone. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFenceOfInitialisationsReleasesNoData(boolean initialises) {
    String fence = (initialises ? "@%p2 mbarrier.init.shared.b64 [%r3+512], 1; " : "") + FENCE;
    assertThat(Kernels.pairs(check(2, 2, handOver(fence, ".relaxed", ""), false))).isNotEmpty();
  }

  /** The barrier is the cluster's: another cluster is not behind it. */
  @Test
  void anotherClusterIsNotOrdered() {
    assertThat(Kernels.pairs(check(4, 2, handOver("", "", ""), false))).containsExactly("1-6");
  }

  /** What a thread writes between its arrival and its wait is released by the next arrival only. */
  @Test
  void whatFollowsTheArrivalIsNotReleasedByIt() {
    String written =
        """
          barrier.cluster.arrive;
          @%p1 st.global.u32 [%rd4], 7;
          barrier.cluster.wait;
          @!%p1 ld.global.u32 %r7, [%rd4];
        """;
    assertThat(Kernels.pairs(check(2, 2, written, false))).containsExactly("2-4");
    String again =
        """
          barrier.cluster.arrive;
          @%p1 st.global.u32 [%rd4], 7;
          barrier.cluster.wait;
          barrier.cluster.arrive;
          barrier.cluster.wait;
          @!%p1 ld.global.u32 %r7, [%rd4];
        """;
    assertThat(check(2, 2, again, false)).isEmpty();
  }

  /**
   * The middle thread acquires and does not release. The last one has seen its flag, so the first
   * fence.sc comes before the last if both are of the cluster of both.
   */
  @ParameterizedTest
  @CsvSource({
    "4, fence.sc.cluster, fence.sc.cluster, true",
    "4, fence.sc.gpu, fence.sc.cluster, true",
    "4, fence.sc.cluster, fence.sc.cta, false",
    "4, fence.sc.cluster, fence.acq_rel.cluster, false",
    "2, fence.sc.cluster, fence.sc.cluster, false",
    "2, fence.sc.gpu, fence.sc.gpu, true"
  })
  void aReadBetweenForcesTheOrderOfTwoFencesOfTheCluster(
      int cluster, String first, String last, boolean right) {
    String body =
        """
          @!%%p2 bra END;
          setp.eq.u32 %%p3, %%r1, 3;
          @%%p3 bra LAST;
          setp.eq.u32 %%p4, %%r1, 1;
          @%%p4 bra MIDDLE;
          @!%%p1 bra END;
          st.global.u32 [%%rd1], 42;
          %s;
          st.relaxed.gpu.global.u32 [%%rd2], 1;
          bra END;
        MIDDLE:
          ld.acquire.gpu.global.u32 %%r6, [%%rd2];
          setp.eq.u32 %%p5, %%r6, 0;
          @%%p5 bra MIDDLE;
          st.relaxed.gpu.global.u32 [%%rd2+256], 1;
          bra END;
        LAST:
          ld.relaxed.gpu.global.u32 %%r6, [%%rd2+256];
          setp.eq.u32 %%p5, %%r6, 0;
          @%%p5 bra LAST;
          %s;
          ld.global.u32 %%r7, [%%rd1];
        END:
        """
            .formatted(first, last);
    assertThat(check(4, cluster, body, false))
        .filteredOn(finding -> finding.rule().equals("race"))
        .hasSize(right ? 0 : 1);
  }
}
