package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The barrier of a cluster (PTX ISA, {@code barrier.cluster}). */
class ClusterBarrierTest {
  private static final int THREADS = 64;

  /**
   * Each thread knows: {@code %r1} its CTA's rank, {@code %r2} its number in the CTA, {@code %r3}
   * the rank of the next CTA, {@code %rd1} {@code out}, {@code %rd2} its word there, {@code %rd4}
   * the first of the 32 words of {@code data} of its CTA, {@code %rd5} that of the next CTA; {@code
   * %p1} holds in the first thread of a CTA, {@code %p2} in rank 0.
   */
  private static final String HEAD =
      """
      .version 8.0
      .target sm_90
      .address_size 64
      .visible .entry k(.param .u64 out, .param .u64 data) {
        .reg .pred %p<8>;
        .reg .b32 %r<24>;
        .reg .b64 %rd<16>;
        ld.param.u64 %rd1, [out];
        ld.param.u64 %rd3, [data];
        mov.u32 %r1, %cluster_ctarank;
        mov.u32 %r2, %tid.x;
        mov.u32 %r4, %ctaid.x;
        mov.u32 %r5, %cluster_nctarank;
        add.u32 %r3, %r1, 1;
        setp.eq.u32 %p3, %r3, %r5;
        selp.u32 %r3, 0, %r3, %p3;
        shl.b32 %r6, %r4, 6;
        add.u32 %r6, %r6, %r2;
        mul.wide.u32 %rd2, %r6, 4;
        add.u64 %rd2, %rd1, %rd2;
        mul.wide.u32 %rd4, %r4, 128;
        add.u64 %rd4, %rd3, %rd4;
        sub.u32 %r7, %r4, %r1;
        add.u32 %r7, %r7, %r3;
        mul.wide.u32 %rd5, %r7, 128;
        add.u64 %rd5, %rd3, %rd5;
        setp.eq.u32 %p1, %r2, 0;
        setp.eq.u32 %p2, %r1, 0;
      """;

  private static DeviceBuilder builder() {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf")
        .set("core.units=8")
        .set("dram.size=1GiB")
        .set("cluster.unitsPerGpc=4")
        .watchdog(200_000);
  }

  private record Outcome(LaunchResult result, int[] out) {}

  private static Outcome attempt(DeviceBuilder builder, int ctas, int cluster, String body) {
    Device device = builder.open();
    Buffer out = device.copyOf(new int[THREADS * ctas]);
    Buffer data = device.copyOf(new int[32 * ctas]);
    LaunchShape shape = LaunchShape.of(ctas, THREADS).withCluster(ClusterSize.of(Dim3.of(cluster)));
    Kernel kernel = device.load("k.ptx", HEAD + body + "  ret;\n}\n").kernel("k");
    LaunchResult result = kernel.attempt(shape, out, data);
    return new Outcome(result, out.readInts());
  }

  private static int[] run(DeviceBuilder builder, int ctas, int cluster, String body) {
    Outcome outcome = attempt(builder, ctas, cluster, body);
    assertThat(outcome.result().ending()).as(outcome.result().report()).isEqualTo(Ending.DONE);
    return outcome.out();
  }

  /** Each thread reads a word of the next CTA, writes its CTA's, meets, and reads again. */
  private static String exchange(String arrive) {
    return """
      ld.global.ca.u32 %%r10, [%%rd5];
      @%%p1 st.global.u32 [%%rd4], 7;
      bar.sync 0;
      barrier.cluster.arrive%s;
      barrier.cluster.wait;
      ld.global.ca.u32 %%r11, [%%rd5];
      mad.lo.u32 %%r11, %%r10, 100, %%r11;
      st.global.u32 [%%rd2], %%r11;
    """
        .formatted(arrive);
  }

  @ParameterizedTest
  @CsvSource({"2,false", "4,false", "8,false", "1,false", "2,true", "4,true", "8,true", "1,true"})
  void whatWasWrittenBeforeTheArrivalIsReadBehindTheWait(int cluster, boolean functional) {
    int[] out = run(builder().functional(functional), 16, cluster, exchange(".release.aligned"));
    assertThat(Arrays.stream(out)).allMatch(value -> value % 100 == 7);
    assertThat(run(builder().functional(functional), 16, cluster, exchange(""))).isEqualTo(out);
  }

  /** The writer's own caches hold what it has written: a fence is missing. */
  @Test
  void aRelaxedArrivalPublishesNothing() {
    DeviceBuilder slow = builder().set("perturb.seed=2").set("perturb.messageDelay=3000");
    int[] relaxed = run(slow, 2, 2, exchange(".relaxed"));
    assertThat(relaxed).as("old words").contains(0);
    assertThat(
            Arrays.stream(
                run(
                    builder().set("perturb.seed=2").set("perturb.messageDelay=3000"),
                    2,
                    2,
                    exchange(".release"))))
        .allMatch(value -> value % 100 == 7);
    int[] fenced =
        run(
            builder().set("perturb.seed=2").set("perturb.messageDelay=3000"),
            2,
            2,
            exchange(".relaxed").replace("bar.sync 0;", "fence.acq_rel.gpu;\n  bar.sync 0;"));
    assertThat(Arrays.stream(fenced)).allMatch(value -> value % 100 == 7);
  }

  /** Phases follow each other, and no thread gets ahead of the slowest. */
  private static String phases(int rounds) {
    return """
      mov.u32 %%r12, 0;
      sub.u32 %%r7, %%r4, %%r1;
      mul.wide.u32 %%rd6, %%r7, 128;
      add.u64 %%rd6, %%rd3, %%rd6;
      mov.u32 %%r15, 0;
    AGAIN:
      @%%p1 red.relaxed.gpu.global.add.u32 [%%rd6], 1;
      barrier.cluster.arrive.release;
      barrier.cluster.wait.acquire;
      ld.relaxed.gpu.global.u32 %%r13, [%%rd6];
      add.u32 %%r12, %%r12, 1;
      mul.lo.u32 %%r14, %%r12, %%r5;
      setp.ne.u32 %%p4, %%r13, %%r14;
      @%%p4 add.u32 %%r15, %%r15, 1;
      barrier.cluster.arrive;
      barrier.cluster.wait;
      setp.lt.u32 %%p4, %%r12, %d;
      @%%p4 bra AGAIN;
      st.global.u32 [%%rd2], %%r15;
    """
        .formatted(rounds);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void phasesFollowEachOther(boolean functional) {
    int[] out = run(builder().functional(functional), 16, 4, phases(10));
    assertThat(out).containsOnly(0);
  }

  @Test
  void runsAreAlikeOnAnyNumberOfThreads() {
    Outcome first = attempt(builder(), 32, 4, phases(5));
    for (int threads = 2; threads <= 3; threads++) {
      Outcome again = attempt(builder().threads(threads), 32, 4, phases(5));
      assertThat(again.result().cycles()).isEqualTo(first.result().cycles());
      assertThat(again.result().statistics()).isEqualTo(first.result().statistics());
    }
  }

  @Test
  void otherSchedulesEndAsWell() {
    int seed = new Random().nextInt(1, 1 << 20);
    int[] out = run(builder().set("perturb.seed=" + seed), 16, 4, phases(5));
    assertThat(out).as("perturb.seed=%d", seed).containsOnly(0);
  }

  /** Threads that have exited count as arrived: some of each CTA, or all of one. */
  @ParameterizedTest
  @CsvSource({
    "'setp.gt.u32 %p5, %r2, 40;\n@%p5 exit;',false",
    "'setp.gt.u32 %p5, %r2, 40;\n@%p5 exit;',true",
    "'setp.eq.u32 %p5, %r1, 1;\n@%p5 exit;',false",
    "'setp.eq.u32 %p5, %r1, 1;\n@%p5 exit;',true",
    "'setp.eq.u32 %p5, %r1, 0;\n@%p5 exit;',false",
    "'@%p1 nanosleep.u32 4000;\n@%p1 exit;',false"
  })
  void exitedThreadsCountAsArrived(String leave, boolean functional) {
    String body =
        leave
            + """

            barrier.cluster.arrive;
            barrier.cluster.wait;
            barrier.cluster.arrive;
            barrier.cluster.wait;
            st.global.u32 [%rd2], 1;
            """;
    int[] out = run(builder().functional(functional), 8, 4, body);
    assertThat(Arrays.stream(out).sum()).isPositive();
  }

  /** One that has arrived and exits does not arrive twice. */
  @Test
  void anArrivalBeforeTheExitCountsOnce() {
    String body =
        """
          barrier.cluster.arrive;
          setp.gt.u32 %p5, %r2, 40;
          @%p5 exit;
          barrier.cluster.wait;
          barrier.cluster.arrive;
          barrier.cluster.wait;
          st.global.u32 [%rd2], 1;
        """;
    assertThat(Arrays.stream(run(builder(), 8, 4, body)).sum()).isEqualTo(8 * 41);
  }

  /** Lanes of one warp arrive and wait at different places. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void lanesMayBeDiverged(boolean functional) {
    String body =
        """
          and.b32 %r8, %r2, 1;
          setp.eq.u32 %p5, %r8, 0;
          @%p5 bra EVEN;
          barrier.cluster.arrive;
          barrier.cluster.wait;
          bra DONE;
        EVEN:
          nanosleep.u32 500;
          barrier.cluster.arrive;
          barrier.cluster.wait;
        DONE:
          st.global.u32 [%rd2], 1;
        """;
    assertThat(run(builder().functional(functional), 8, 4, body)).containsOnly(1);
  }

  private static String fault(String body) {
    LaunchResult result = attempt(builder(), 4, 2, body).result();
    assertThat(result.ending()).isEqualTo(Ending.FAULT);
    return result.report().lines().findFirst().orElseThrow();
  }

  @Test
  void aSecondArrivalWithoutAWaitIsAFault() {
    assertThat(fault("  barrier.cluster.arrive;\n  barrier.cluster.arrive;\n"))
        .endsWith(
            "the thread arrives at the barrier of its cluster a second time: barrier.cluster.wait must come between two arrivals");
  }

  @Test
  void aWaitWithoutAnArrivalIsAFault() {
    assertThat(fault("  barrier.cluster.wait;\n"))
        .endsWith(
            "the thread waits at the barrier of its cluster without having arrived: it would wait for itself");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aHangSaysWhichCtaAndHowManyThreadsAreMissing(boolean functional) {
    String body =
        """
          setp.gt.u32 %p5, %r2, 40;
          @!%p5 bra ARRIVE;
          @%p2 bra ARRIVE;
        POLL:
          ld.relaxed.gpu.global.u32 %r8, [%rd4];
          setp.eq.u32 %p6, %r8, 0;
          @%p6 bra POLL;
        ARRIVE:
          barrier.cluster.arrive;
          barrier.cluster.wait;
        """;
    LaunchResult result = attempt(builder().functional(functional), 2, 2, body).result();
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    assertThat(result.report())
        .contains(
            "barriers of clusters:\n  cluster 0: 1 of 2 CTAs have arrived; missing are 23 of 64 threads of CTA (1,0,0)\n")
        .contains("  3 x at the barrier of the cluster, k.ptx:");
  }

  /** The barriers of the CTA and of the cluster do not match. */
  @Test
  void aCircleThroughBothBarriersIsExplained() {
    String body =
        """
          setp.gt.u32 %p5, %r2, 31;
          @%p5 bra CLUSTER;
          @%p2 bra CLUSTER;
          bar.sync 0;
        CLUSTER:
          barrier.cluster.arrive;
          barrier.cluster.wait;
          bar.sync 0;
        """;
    LaunchResult result = attempt(builder(), 2, 2, body).result();
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    assertThat(result.report())
        .contains(
            "wait at the barrier of the cluster, where 1 of 2 CTAs have arrived and missing are 32 of 64 threads of CTA (1,0,0)")
        .contains("at barrier 0, where 32 of 64 threads have arrived");
  }
}
