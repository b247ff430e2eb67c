package dev.syncopate.workload.runtime;

import static dev.syncopate.workload.runtime.ClusterKernels.CTAS;
import static dev.syncopate.workload.runtime.ClusterKernels.clusterDevice;
import static dev.syncopate.workload.runtime.ClusterKernels.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.ClusterKernels.Run;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Perturbed schedules delay messages between the CTAs of a cluster. */
class PeerDelayTest {
  private static final int SEEDS = 16;

  /** Each thread stores 7 in the next CTA, and reads what has come behind a barrier. */
  private static String store(String arrive) {
    return """
      mapa.shared::cluster.u32 %%r8, %%r4, %%r3;
      st.shared.u32 [%%r4], 0;
      MEET
      st.shared::cluster.u32 [%%r8], 7;
      barrier.cluster.arrive%s;
      barrier.cluster.wait.acquire;
      ld.shared.u32 %%r9, [%%r4];
      MEET
      st.global.u32 [%%rd2], %%r9;
    """
        .formatted(arrive);
  }

  /**
   * CTA 0 stores to CTA 1, and raises a flag in CTA 2, which then reads from CTA 1. Nothing orders
   * the two but, maybe, a release.
   */
  private static String flag(String order) {
    return """
      setp.eq.u32 %%p1, %%r2, 0;
      st.shared.u32 [%%r4], 0;
      mov.u32 %%r12, 7;
      MEET
      @!%%p1 bra MEETING;
      mapa.shared::cluster.u32 %%r8, %%r4, 1;
      mapa.shared::cluster.u32 %%r9, %%r4, 2;
      setp.eq.u32 %%p2, %%r1, 0;
      setp.eq.u32 %%p3, %%r1, 2;
      @%%p3 bra READER;
      @!%%p2 bra MEETING;
      st.relaxed.cluster.shared::cluster.u32 [%%r8], 7;
      st%s.cluster.shared::cluster.u32 [%%r9], 1;
      bra MEETING;
    READER:
      ld.acquire.cluster.shared.u32 %%r11, [%%r4];
      setp.eq.u32 %%p4, %%r11, 0;
      @%%p4 bra READER;
      ld.relaxed.cluster.shared::cluster.u32 %%r12, [%%r8];
    MEETING:
      MEET
      st.global.u32 [%%rd2], %%r12;
    """
        .formatted(order);
  }

  /** Seeds whose schedule leaves another word than 7 anywhere. */
  private static Set<Integer> wrong(String body) {
    Set<Integer> seeds = new HashSet<>();
    for (int seed = 1; seed <= SEEDS; seed++) {
      Run run = run(clusterDevice().set("perturb.seed=" + seed), CTAS, body);
      assertThat(run.result().ending()).as("seed %d", seed).isEqualTo(Ending.DONE);
      if (Arrays.stream(run.out()).anyMatch(word -> word != 7)) {
        seeds.add(seed);
      }
    }
    return seeds;
  }

  private static int[] own(String body) {
    return run(clusterDevice(), CTAS, body).out();
  }

  @Test
  void storesMayComeBehindARelaxedArrivalAtTheBarrier() {
    assertThat(wrong(store(".relaxed"))).isNotEmpty();
    assertThat(wrong(store(".release"))).isEmpty();
  }

  /** In the machine's own schedule the store to the other CTA is the first to come. */
  @Test
  void storesToTwoCtasMayChangePlaces() {
    assertThat(own(flag(".relaxed"))).containsOnly(7);
    assertThat(wrong(flag(".relaxed"))).isNotEmpty();
    assertThat(wrong(flag(".release"))).isEmpty();
  }

  /** The list that a seed has logged is the same schedule. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void aLoggedScheduleIsRunAgain(int seed) {
    String body = store(".release");
    Run drawn = run(clusterDevice().set("perturb.seed=" + seed).logDelays(), CTAS, body);
    assertThat(drawn.delays().toString()).contains("peer:");
    Run listed = run(clusterDevice().set("perturb.delays=" + drawn.delays()), CTAS, body);
    assertThat(listed.result()).usingRecursiveComparison().isEqualTo(drawn.result());
    assertThat(run(clusterDevice(), CTAS, body).result().cycles())
        .isNotEqualTo(drawn.result().cycles());
  }
}
