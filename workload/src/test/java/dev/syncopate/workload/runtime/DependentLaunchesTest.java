package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches of a stream that overlap: programmatic dependent launches. */
class DependentLaunchesTest {
  /**
   * {@code writes} lets the next launch start, computes for a while and writes a word of each
   * thread; {@code writesOnly} does not let it. {@code reads} reads the word of another CTA, waits
   * for the launch before and reads it again. {@code passes} does not wait, and lets the next
   * launch start. Of {@code exchanges} each thread keeps a number in shared and in local memory.
   */
  private static final String TEXT =
      """
      .version 8.0
      .target sm_90
      .address_size 64
      .extern .shared .align 4 .b8 tile[];
      .entry writes(.param .u64 data, .param .u32 rounds) {
        .reg .pred p; .reg .u32 i, n, t, c; .reg .u64 d, o;
        griddepcontrol.launch_dependents;
        ld.param.u64 d, [data];
        ld.param.u32 n, [rounds];
        again:
        sub.u32 n, n, 1;
        setp.ne.u32 p, n, 0;
        @p bra again;
        mov.u32 i, %ctaid.x;
        mov.u32 t, %ntid.x;
        mul.lo.u32 i, i, t;
        mov.u32 t, %tid.x;
        add.u32 i, i, t;
        mul.wide.u32 o, i, 4;
        add.u64 d, d, o;
        st.global.u32 [d], 7;
        ret;
      }
      .entry writesOnly(.param .u64 data, .param .u32 rounds) {
        .reg .pred p; .reg .u32 i, n, t; .reg .u64 d, o;
        ld.param.u64 d, [data];
        ld.param.u32 n, [rounds];
        again:
        sub.u32 n, n, 1;
        setp.ne.u32 p, n, 0;
        @p bra again;
        mov.u32 i, %ctaid.x;
        mov.u32 t, %ntid.x;
        mul.lo.u32 i, i, t;
        mov.u32 t, %tid.x;
        add.u32 i, i, t;
        mul.wide.u32 o, i, 4;
        add.u64 d, d, o;
        st.global.u32 [d], 7;
        ret;
      }
      .entry reads(.param .u64 data, .param .u64 early, .param .u64 late) {
        .reg .u32 i, t, v, c; .reg .u64 d, e, l, o, q;
        ld.param.u64 d, [data];
        ld.param.u64 e, [early];
        ld.param.u64 l, [late];
        mov.u32 i, %ctaid.x;
        mov.u32 t, %ntid.x;
        mul.lo.u32 i, i, t;
        mov.u32 t, %tid.x;
        add.u32 i, i, t;
        mul.wide.u32 o, i, 4;
        mov.u32 c, %nctaid.x;
        mov.u32 t, %ntid.x;
        mul.lo.u32 c, c, t;
        sub.u32 c, c, i;
        sub.u32 c, c, 1;
        mul.wide.u32 q, c, 4;
        add.u64 d, d, q;
        add.u64 e, e, o;
        add.u64 l, l, o;
        ld.global.u32 v, [d];
        st.global.u32 [e], v;
        griddepcontrol.wait;
        ld.global.u32 v, [d];
        st.global.u32 [l], v;
        ret;
      }
      .entry passes() {
        griddepcontrol.launch_dependents;
        ret;
      }
      .entry hangs(.param .u64 flag) {
        .reg .pred p; .reg .u32 v; .reg .u64 f;
        griddepcontrol.launch_dependents;
        ld.param.u64 f, [flag];
        again:
        ld.relaxed.gpu.global.u32 v, [f];
        setp.eq.u32 p, v, 0;
        @p bra again;
        ret;
      }
      .entry exchanges(.param .u64 out, .param .u32 number, .param .u32 releases, .param .u32 rounds) {
        .local .align 4 .b8 own[16];
        .reg .pred p; .reg .u32 i, n, t, s, v, w, a, c, k; .reg .u64 d, o;
        ld.param.u32 n, [releases];
        setp.ne.u32 p, n, 0;
        @p griddepcontrol.launch_dependents;
        ld.param.u64 d, [out];
        ld.param.u32 n, [number];
        ld.param.u32 k, [rounds];
        mov.u32 c, %ctaid.x;
        mov.u32 s, %ntid.x;
        mov.u32 t, %tid.x;
        mad.lo.u32 i, c, s, t;
        add.u32 v, i, n;
        mov.u32 a, tile;
        mad.lo.u32 a, t, 4, a;
        again:
        st.shared.u32 [a], v;
        st.local.u32 [own+8], v;
        bar.sync 0;
        xor.b32 w, t, 1;
        mov.u32 c, tile;
        mad.lo.u32 c, w, 4, c;
        ld.shared.u32 w, [c];
        ld.local.u32 v, [own+8];
        bar.sync 0;
        sub.u32 k, k, 1;
        setp.ne.u32 p, k, 0;
        @p bra again;
        mad.lo.u32 v, v, 65536, w;
        mul.wide.u32 o, i, 4;
        add.u64 d, d, o;
        st.global.u32 [d], v;
        griddepcontrol.wait;
        ret;
      }
      .entry meets(.param .u64 out, .param .u64 units, .param .u32 number, .param .u32 releases,
                   .param .u32 rounds) {
        .reg .pred p; .reg .u32 i, n, t, s, v, w, a, c, k, r, z; .reg .u64 d, o;
        ld.param.u32 n, [releases];
        setp.ne.u32 p, n, 0;
        @p griddepcontrol.launch_dependents;
        ld.param.u64 d, [out];
        ld.param.u32 n, [number];
        ld.param.u32 k, [rounds];
        mov.u32 c, %ctaid.x;
        mov.u32 s, %ntid.x;
        mov.u32 t, %tid.x;
        mad.lo.u32 i, c, s, t;
        add.u32 v, i, n;
        mov.u32 r, %cluster_ctarank;
        add.u32 r, r, 1;
        mov.u32 z, %cluster_nctarank;
        rem.u32 r, r, z;
        mov.u32 a, tile;
        mad.lo.u32 a, t, 4, a;
        mapa.shared::cluster.u32 z, a, r;
        again:
        barrier.cluster.arrive;
        barrier.cluster.wait;
        st.shared::cluster.u32 [z], v;
        barrier.cluster.arrive;
        barrier.cluster.wait;
        ld.shared.u32 w, [a];
        sub.u32 k, k, 1;
        setp.ne.u32 p, k, 0;
        @p bra again;
        mad.lo.u32 v, v, 65536, w;
        mul.wide.u32 o, i, 4;
        add.u64 d, d, o;
        st.global.u32 [d], v;
        ld.param.u64 d, [units];
        mul.wide.u32 o, c, 4;
        add.u64 d, d, o;
        mov.u32 s, %smid;
        st.global.u32 [d], s;
        griddepcontrol.wait;
        ret;
      }
      .entry leaves() {
        .reg .pred p; .reg .u32 n, a;
        griddepcontrol.launch_dependents;
        mov.u32 n, %cluster_ctarank;
        setp.eq.u32 p, n, 0;
        @p exit;
        mov.u32 n, 2000;
        again:
        sub.u32 n, n, 1;
        setp.ne.u32 p, n, 0;
        @p bra again;
        mov.u32 a, tile;
        mapa.shared::cluster.u32 a, a, 0;
        st.shared::cluster.u32 [a], 1;
        ret;
      }
      .entry stays() {
        griddepcontrol.wait;
        ret;
      }
      """;

  private static final int CTAS = 4;
  private static final int THREADS = 64;
  private static final int COUNT = CTAS * THREADS;
  private static final LaunchShape SHAPE = LaunchShape.of(CTAS, THREADS);

  private Device device = new DeviceBuilder("titanv-80sm", "gpu", "hrf").open();
  private Module module = device.load("overlap.ptx", TEXT);

  private void on(DeviceBuilder builder) {
    device = builder.open();
    module = device.load("overlap.ptx", TEXT);
  }

  private PreparedLaunch prepared(String kernel, Object... arguments) {
    return module.kernel(kernel).prepare(SHAPE, arguments);
  }

  private static int[] all(int value) {
    int[] values = new int[COUNT];
    Arrays.fill(values, value);
    return values;
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "hlrc", "denovo"})
  void onlyBehindTheWaitIsTheDataThere(String protocol) {
    on(new DeviceBuilder("titanv-80sm", protocol, "hrf"));
    Buffer data = device.allocate(4 * COUNT);
    Buffer early = device.copyOf(all(-1));
    Buffer late = device.copyOf(all(-1));
    List<LaunchResult> results =
        device.launchOverlapping(
            List.of(prepared("writes", data, 1000), prepared("reads", data, early, late)));
    assertThat(results).extracting(LaunchResult::ending).containsOnly(Ending.DONE);
    assertThat(early.readInts()).containsExactly(all(0));
    assertThat(late.readInts()).containsExactly(all(7));
  }

  @Test
  void withoutALetTheNextLaunchStartsWhenAllCtasHaveEnded() {
    Buffer data = device.allocate(4 * COUNT);
    Buffer early = device.copyOf(all(-1));
    Buffer late = device.copyOf(all(-1));
    List<LaunchResult> results =
        device.launchOverlapping(
            List.of(prepared("writesOnly", data, 1000), prepared("reads", data, early, late)));
    assertThat(results.getFirst().cycles()).isGreaterThan(1000);
    assertThat(late.readInts()).containsExactly(all(7));
  }

  @Test
  void theTimeOfTheOverlapIsSaved() {
    long serialCycles = 0;
    for (PreparedLaunch launch : readers()) {
      serialCycles += device.launchOverlapping(List.of(launch)).getFirst().cycles();
    }
    List<LaunchResult> overlapped = device.launchOverlapping(readers());
    long cycles = overlapped.stream().mapToLong(LaunchResult::cycles).sum();
    assertThat(cycles).isLessThan(serialCycles);
    long instructions =
        overlapped.stream().mapToLong(result -> result.statistic("instructions.warp")).sum();
    assertThat(instructions)
        .isEqualTo(
            device.launches().subList(0, 2).stream()
                .mapToLong(result -> result.statistic("instructions.warp"))
                .sum());
  }

  private List<PreparedLaunch> readers() {
    Buffer data = device.allocate(4 * COUNT);
    return List.of(
        prepared("writes", data, 1000),
        prepared("reads", data, device.allocate(4 * COUNT), device.allocate(4 * COUNT)));
  }

  /** The last of three waits for the one before it, which is complete only behind the first. */
  @Test
  void aLaunchIsCompleteBehindTheOneBefore() {
    Buffer data = device.allocate(4 * COUNT);
    Buffer early = device.copyOf(all(-1));
    Buffer late = device.copyOf(all(-1));
    device.launchOverlapping(
        List.of(
            prepared("writes", data, 3000),
            prepared("passes"),
            prepared("reads", data, early, late)));
    assertThat(early.readInts()).containsExactly(all(0));
    assertThat(late.readInts()).containsExactly(all(7));
  }

  /** Of launches of any shape each thread finds its own numbers in shared and local memory. */
  @ParameterizedTest
  @ValueSource(strings = {"core.placement=dynamic", "core.placement=static"})
  void launchesShareComputeUnits(String placement) {
    on(new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.units=2").set(placement));
    for (int seed = 1; seed <= 12; seed++) {
      Random random = new Random(seed);
      List<PreparedLaunch> launches = new ArrayList<>();
      List<Buffer> outputs = new ArrayList<>();
      List<int[]> expected = new ArrayList<>();
      for (int number = 1; number <= 4; number++) {
        int threads = 2 * (1 + random.nextInt(128));
        int ctas = 1 + random.nextInt(9);
        int shared = 4 * threads + 128 * random.nextInt(40);
        Buffer out = device.allocate(4L * threads * ctas);
        LaunchShape shape = LaunchShape.of(ctas, threads).withDynamicShared(shared);
        launches.add(
            module
                .kernel("exchanges")
                .prepare(shape, out, 1000 * number, random.nextInt(2), 1 + random.nextInt(20)));
        outputs.add(out);
        int[] values = new int[threads * ctas];
        for (int i = 0; i < values.length; i++) {
          int cta = i / threads;
          int neighbour = cta * threads + (i % threads ^ 1);
          values[i] = (i + 1000 * number) * 65536 + neighbour + 1000 * number;
        }
        expected.add(values);
      }
      List<LaunchResult> results = device.launchOverlapping(launches);
      assertThat(results)
          .as("seed %d", seed)
          .extracting(LaunchResult::ending)
          .hasSize(4)
          .containsOnly(Ending.DONE);
      for (int i = 0; i < outputs.size(); i++) {
        assertThat(outputs.get(i).readInts())
            .as("seed %d, launch %d", seed, i)
            .containsExactly(expected.get(i));
      }
    }
  }

  /** A launch of {@code meets} or {@code exchanges}, and what it must leave. */
  private record MixedLaunch(
      PreparedLaunch launch, Buffer out, int[] expected, Buffer units, int cluster) {}

  private MixedLaunch mixed(Random random, int number) {
    int threads = 2 * (1 + random.nextInt(128));
    int cluster = 1 << random.nextInt(3);
    int ctas = cluster * (1 + random.nextInt(6));
    int shared = 4 * threads + 128 * random.nextInt(40);
    int releases = random.nextInt(2);
    int rounds = 1 + random.nextInt(20);
    Buffer out = device.allocate(4L * threads * ctas);
    Buffer units = device.allocate(4L * ctas);
    LaunchShape shape = LaunchShape.of(ctas, threads).withDynamicShared(shared);
    boolean meets = cluster > 1;
    int[] values = new int[threads * ctas];
    for (int i = 0; i < values.length; i++) {
      int cta = i / threads;
      int writer =
          meets
              ? (cta / cluster * cluster + (cta + cluster - 1) % cluster) * threads + i % threads
              : cta * threads + (i % threads ^ 1);
      values[i] = (i + 1000 * number) * 65536 + writer + 1000 * number;
    }
    PreparedLaunch launch =
        meets
            ? module
                .kernel("meets")
                .prepare(
                    shape.withCluster(ClusterSize.of(Dim3.of(cluster))),
                    out,
                    units,
                    1000 * number,
                    releases,
                    rounds)
            : module.kernel("exchanges").prepare(shape, out, 1000 * number, releases, rounds);
    return new MixedLaunch(launch, out, values, units, cluster);
  }

  /**
   * Launches with clusters and without share compute units: each thread finds what the thread of
   * the neighbour CTA has sent it, and each cluster is on one GPC of two units.
   */
  @ParameterizedTest
  @CsvSource({"dynamic,0,1", "static,0,1", "dynamic,5,1", "dynamic,5,2"})
  void launchesWithClustersShareComputeUnits(String placement, int perturbSeed, int threads) {
    on(
        new DeviceBuilder("titanv-80sm", "gpu", "hrf")
            .set("core.units=4")
            .set("core.maxCtas=4")
            .set("cluster.unitsPerGpc=2")
            .set("core.placement=" + placement)
            .set("perturb.seed=" + perturbSeed)
            .threads(threads));
    long overlaps = 0;
    for (int seed = 1; seed <= 16; seed++) {
      Random random = new Random(seed);
      List<MixedLaunch> mixed = new ArrayList<>();
      for (int number = 1; number <= 5; number++) {
        mixed.add(mixed(random, number));
      }
      List<LaunchResult> results =
          device.launchOverlapping(mixed.stream().map(MixedLaunch::launch).toList());
      assertThat(results)
          .as("seed %d", seed)
          .extracting(LaunchResult::ending)
          .hasSize(5)
          .containsOnly(Ending.DONE);
      for (int i = 0; i < mixed.size(); i++) {
        MixedLaunch mixedLaunch = mixed.get(i);
        assertThat(mixedLaunch.out.readInts())
            .as("seed %d, launch %d", seed, i)
            .containsExactly(mixedLaunch.expected);
        int[] units = mixedLaunch.units.readInts();
        for (int cta = 0; mixedLaunch.cluster > 1 && cta < units.length; cta++) {
          assertThat(units[cta] / 2)
              .as("seed %d, launch %d, GPC of CTA %d", seed, i, cta)
              .isEqualTo(units[cta / mixedLaunch.cluster * mixedLaunch.cluster] / 2);
        }
      }
      long overlappedCycles = results.stream().mapToLong(LaunchResult::cycles).sum();
      long serialCycles = 0;
      for (MixedLaunch mixedLaunch : mixed) {
        serialCycles += device.launchOverlapping(List.of(mixedLaunch.launch)).getFirst().cycles();
      }
      overlaps += overlappedCycles < serialCycles ? 1 : 0;
    }
    assertThat(overlaps).isGreaterThan(8);
  }

  /** The data is there behind the wait, and only there, of a launch of clusters as well. */
  @Test
  void clustersWaitForTheLaunchBefore() {
    on(
        new DeviceBuilder("titanv-80sm", "gpu", "hrf")
            .set("core.units=8")
            .set("cluster.unitsPerGpc=4"));
    Buffer data = device.allocate(4 * COUNT);
    Buffer early = device.copyOf(all(-1));
    Buffer late = device.copyOf(all(-1));
    LaunchShape clusters = SHAPE.withCluster(ClusterSize.of(Dim3.of(4)));
    device.launchOverlapping(
        List.of(
            module.kernel("writes").prepare(clusters, data, 1000),
            module.kernel("reads").prepare(clusters, data, early, late)));
    assertThat(early.readInts()).containsExactly(all(0));
    assertThat(late.readInts()).containsExactly(all(7));
  }

  /** A CTA of the next launch that has come to its place is not taken for one that has left. */
  @Test
  void anAccessToACtaThatHasLeftFailsThoughAnotherLaunchIsThere() {
    on(
        new DeviceBuilder("titanv-80sm", "gpu", "hrf")
            .set("core.units=2")
            .set("cluster.unitsPerGpc=2"));
    LaunchShape pair =
        LaunchShape.of(2, 32).withDynamicShared(128).withCluster(ClusterSize.of(Dim3.of(2)));
    List<LaunchResult> results =
        device.launchOverlapping(
            List.of(module.kernel("leaves").prepare(pair), module.kernel("stays").prepare(pair)));
    assertThat(results.getFirst().ending()).isNotEqualTo(Ending.DONE);
    assertThat(results.getFirst().report()).contains("which has exited");
  }

  @Test
  void simulationThreadsChangeNothing() {
    List<LaunchResult> oneThread = device.launchOverlapping(readers());
    on(new DeviceBuilder("titanv-80sm", "gpu", "hrf").threads(2));
    List<LaunchResult> threaded = device.launchOverlapping(readers());
    for (int i = 0; i < oneThread.size(); i++) {
      assertThat(threaded.get(i).cycles()).isEqualTo(oneThread.get(i).cycles());
      assertThat(threaded.get(i).statistics()).isEqualTo(oneThread.get(i).statistics());
    }
  }

  @Test
  void aHangNamesTheLaunchesThatOverlap() {
    on(new DeviceBuilder("titanv-80sm", "gpu", "hrf").watchdog(20_000));
    Buffer flag = device.allocate(4);
    Buffer out = device.allocate(4 * COUNT);
    List<LaunchResult> results =
        device.launchOverlapping(
            List.of(prepared("hangs", flag), prepared("reads", out, out, out)));
    assertThat(results).hasSize(1);
    assertThat(results.getFirst().ending()).isEqualTo(Ending.HANG);
    assertThat(results.getFirst().report())
        .contains("keep reading argument 0[0]")
        .contains(
            "overlapped by reads, launch 1 behind it: 8 warps are here, 8 wait by griddepcontrol.wait");
  }

  @Test
  void launchesThatAreWatchedRunOneAfterTheOther() {
    device.observe((grid, clock) -> LaunchObserver.NOBODY);
    Buffer data = device.allocate(4 * COUNT);
    Buffer early = device.copyOf(all(-1));
    device.launchOverlapping(
        List.of(prepared("writes", data, 1000), prepared("reads", data, early, early)));
    assertThat(device.overlaps()).isFalse();
    assertThat(early.readInts()).containsExactly(all(7));
  }
}
