package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.config.GpcLayout;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.warp.ClusterShape;
import dev.syncopate.sim.perturb.Perturbation.DrawnOrder;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clusters: all their CTAs are resident at once, on one GPC. */
class ClusterLaunchTest {
  /** What each CTA leaves: words of {@link #MEETING}. */
  private static final List<String> WORDS =
      List.of(
          "%ctaid.x",
          "%ctaid.y",
          "%ctaid.z",
          "%clusterid.x",
          "%clusterid.y",
          "%clusterid.z",
          "%nclusterid.x",
          "%nclusterid.y",
          "%nclusterid.z",
          "%cluster_ctaid.x",
          "%cluster_ctaid.y",
          "%cluster_ctaid.z",
          "%cluster_nctaid.x",
          "%cluster_nctaid.y",
          "%cluster_nctaid.z",
          "%cluster_ctarank",
          "%cluster_nctarank",
          "%smid");

  /** Behind them: {@code %is_explicit_cluster}, and how many CTAs met before this one. */
  private static final int EXPLICIT = WORDS.size();

  private static final int TICKET = EXPLICIT + 1;
  private static final int STRIDE = TICKET + 1;

  /**
   * Each CTA counts itself at its cluster's counter and waits for all CTAs of the cluster. Without
   * all of them resident at once some would wait for ever.
   */
  private static final String MEETING = meeting();

  private static String meeting() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        .reg .pred %p<4>;
        .reg .b32 %r<16>;
        .reg .b64 %rd<8>;
        ld.param.u64 %rd1, [out];
        ld.param.u64 %rd2, [counters];
        mov.u32 %r1, %clusterid.z;
        mov.u32 %r2, %nclusterid.y;
        mov.u32 %r3, %clusterid.y;
        mad.lo.u32 %r1, %r1, %r2, %r3;
        mov.u32 %r2, %nclusterid.x;
        mov.u32 %r3, %clusterid.x;
        mad.lo.u32 %r1, %r1, %r2, %r3;
        mul.wide.u32 %rd3, %r1, 4;
        add.u64 %rd2, %rd2, %rd3;
        atom.relaxed.gpu.global.add.u32 %r4, [%rd2], 1;
        atom.relaxed.gpu.global.add.u32 %r5, [%rd1], 1;
        mov.u32 %r6, %cluster_nctarank;
        AGAIN:
        ld.relaxed.gpu.global.u32 %r7, [%rd2];
        setp.lt.u32 %p1, %r7, %r6;
        @%p1 bra AGAIN;
        mov.u32 %r8, %ctaid.z;
        mov.u32 %r9, %nctaid.y;
        mov.u32 %r10, %ctaid.y;
        mad.lo.u32 %r8, %r8, %r9, %r10;
        mov.u32 %r9, %nctaid.x;
        mov.u32 %r10, %ctaid.x;
        mad.lo.u32 %r8, %r8, %r9, %r10;
        mul.lo.u32 %r8, %r8, STRIDE;
        mul.wide.u32 %rd3, %r8, 4;
        add.u64 %rd4, %rd1, %rd3;
        """
            .replace("STRIDE", Integer.toString(STRIDE)));
    for (int i = 0; i < WORDS.size(); i++) {
      text.append("mov.u32 %r11, ").append(WORDS.get(i)).append(";\n");
      text.append("st.global.u32 [%rd4+").append(4 + 4 * i).append("], %r11;\n");
    }
    text.append("mov.pred %p2, %is_explicit_cluster;\nselp.u32 %r11, 1, 0, %p2;\n");
    text.append("st.global.u32 [%rd4+").append(4 + 4 * EXPLICIT).append("], %r11;\n");
    text.append("st.global.u32 [%rd4+").append(4 + 4 * TICKET).append("], %r5;\nret;\n");
    return TestGpu.kernel(".param .u64 out, .param .u64 counters", text.toString());
  }

  private record Result(KernelRun run, List<int[]> ctas, List<PerturbationLog.Entry> log) {
    int word(int cta, String register) {
      return ctas.get(cta)[WORDS.indexOf(register)];
    }
  }

  private static Result run(int threads, int[] grid, ClusterShape cluster, String... settings) {
    MachineConfig machine = TestGpu.machine(settings);
    TestGpu gpu = new TestGpu(machine, threads);
    gpu.gpu.logPerturbations();
    int count = grid[0] * grid[1] * grid[2];
    long out = gpu.allocate(4 + 4L * count * STRIDE);
    long counters = gpu.allocate(4L * count);
    Launch launch = gpu.launch(MEETING, grid, new int[] {1, 1, 1}, 0, out, counters);
    KernelRun run = gpu.gpu.launch(launch.inClusters(cluster), LaunchWatch.DEFAULT);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    int[] words = gpu.readInts(out + 4, count * STRIDE);
    List<int[]> ctas = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ctas.add(Arrays.copyOfRange(words, i * STRIDE, (i + 1) * STRIDE));
    }
    assertWhole(ctas, cluster, GpcLayout.of(machine));
    return new Result(run, ctas, gpu.gpu.perturbations());
  }

  /** Each cluster has each rank once, on one GPC. */
  private static void assertWhole(List<int[]> ctas, ClusterShape cluster, GpcLayout layout) {
    Set<List<Integer>> members = new HashSet<>();
    Set<List<Integer>> places = new HashSet<>();
    for (int[] cta : ctas) {
      int rank = cta[WORDS.indexOf("%cluster_ctarank")];
      List<Integer> id =
          List.of(
              cta[WORDS.indexOf("%clusterid.x")],
              cta[WORDS.indexOf("%clusterid.y")],
              cta[WORDS.indexOf("%clusterid.z")]);
      List<Integer> member = new ArrayList<>(id);
      member.add(rank);
      assertThat(members.add(member)).as("rank %d of cluster %s", rank, id).isTrue();
      List<Integer> place = new ArrayList<>(id);
      if (layout.present()) {
        place.add(layout.gpcOf(cta[WORDS.indexOf("%smid")]));
      }
      places.add(place);
      assertThat(rank).isLessThan(cluster.ctas());
    }
    assertThat(places).as("GPCs of clusters").hasSize(ctas.size() / cluster.ctas());
  }

  private static final String[] FOUR_UNITS = {
    "core.units=4", "core.maxCtas=1", "cluster.unitsPerGpc=2"
  };

  private static String[] with(String[] settings, String... added) {
    List<String> joined = new ArrayList<>(List.of(settings));
    joined.addAll(List.of(added));
    return joined.toArray(String[]::new);
  }

  /**
   * The CTAs of a cluster have numbers far apart, and no unit holds two: in the order of numbers
   * each would wait for one that does not start.
   */
  @ParameterizedTest
  @CsvSource({"static,0", "dynamic,0", "static,7", "dynamic,7", "dynamic,8"})
  void allCtasOfAClusterAreResidentAtOnceOnAnyNumberOfThreads(String placement, int seed) {
    int[] grid = {8, 6, 2};
    ClusterShape columns = new ClusterShape(1, 2, 1, true);
    String[] settings =
        with(
            FOUR_UNITS,
            "core.placement=" + placement,
            "perturb.seed=" + seed,
            "perturb.warpPause=16");
    Result first = run(1, grid, columns, settings);
    for (int threads = 2; threads <= 3; threads++) {
      Result again = run(threads, grid, columns, settings);
      assertThat(again.run().cycles()).as("%d threads", threads).isEqualTo(first.run().cycles());
      assertThat(again.run().statistics()).isEqualTo(first.run().statistics());
      assertThat(again.ctas()).usingRecursiveComparison().isEqualTo(first.ctas());
    }
  }

  @Test
  void registersSayWhereACtaIsInItsCluster() {
    int[] grid = {4, 6, 4};
    ClusterShape box = new ClusterShape(2, 3, 2, true);
    Result result =
        run(1, grid, box, "core.units=4", "cluster.unitsPerGpc=4", "core.placement=dynamic");
    for (int i = 0; i < 96; i++) {
      int x = i % 4;
      int y = i / 4 % 6;
      int z = i / 24;
      assertThat(result.word(i, "%ctaid.x")).isEqualTo(x);
      assertThat(result.word(i, "%ctaid.y")).isEqualTo(y);
      assertThat(result.word(i, "%ctaid.z")).isEqualTo(z);
      assertThat(result.word(i, "%clusterid.x")).isEqualTo(x / 2);
      assertThat(result.word(i, "%clusterid.y")).isEqualTo(y / 3);
      assertThat(result.word(i, "%clusterid.z")).isEqualTo(z / 2);
      assertThat(result.word(i, "%nclusterid.x")).isEqualTo(2);
      assertThat(result.word(i, "%nclusterid.y")).isEqualTo(2);
      assertThat(result.word(i, "%nclusterid.z")).isEqualTo(2);
      assertThat(result.word(i, "%cluster_ctaid.x")).isEqualTo(x % 2);
      assertThat(result.word(i, "%cluster_ctaid.y")).isEqualTo(y % 3);
      assertThat(result.word(i, "%cluster_ctaid.z")).isEqualTo(z % 2);
      assertThat(result.word(i, "%cluster_nctaid.x")).isEqualTo(2);
      assertThat(result.word(i, "%cluster_nctaid.y")).isEqualTo(3);
      assertThat(result.word(i, "%cluster_nctaid.z")).isEqualTo(2);
      assertThat(result.word(i, "%cluster_ctarank")).isEqualTo((z % 2 * 3 + y % 3) * 2 + x % 2);
      assertThat(result.word(i, "%cluster_nctarank")).isEqualTo(12);
      assertThat(result.ctas().get(i)[EXPLICIT]).isEqualTo(1);
    }
  }

  /** Also on machines that have no clusters. */
  @Test
  void withoutClustersEachCtaIsOneByItself() {
    Result result = run(1, new int[] {3, 2, 2}, ClusterShape.NONE);
    for (int i = 0; i < 12; i++) {
      assertThat(result.word(i, "%clusterid.x")).isEqualTo(i % 3);
      assertThat(result.word(i, "%nclusterid.x")).isEqualTo(3);
      assertThat(result.word(i, "%cluster_ctarank")).isZero();
      assertThat(result.word(i, "%cluster_nctarank")).isEqualTo(1);
      assertThat(result.ctas().get(i)[EXPLICIT]).isZero();
    }
  }

  /**
   * A GPC of three units with two slots each holds one cluster of four and has two slots over, the
   * last GPC holds none at all.
   */
  @ParameterizedTest
  @CsvSource({"static", "dynamic"})
  void clustersWaitForWholeRoom(String placement) {
    Result result =
        run(
            1,
            new int[] {40, 1, 1},
            new ClusterShape(4, 1, 1, true),
            "core.units=7",
            "core.maxCtas=2",
            "cluster.unitsPerGpc=3",
            "core.placement=" + placement);
    assertThat(result.ctas()).allMatch(cta -> cta[WORDS.indexOf("%smid")] < 6);
  }

  /** The CTAs of a cluster go to different units as long as these have equal room. */
  @Test
  void aClusterSpreadsOverItsGpc() {
    Result result =
        run(
            1,
            new int[] {4, 1, 1},
            new ClusterShape(4, 1, 1, true),
            with(FOUR_UNITS, "core.maxCtas=8", "cluster.unitsPerGpc=4"));
    assertThat(result.ctas().stream().map(cta -> cta[WORDS.indexOf("%smid")]))
        .containsExactly(0, 1, 2, 3);
  }

  /** More units of a GPC hold more clusters at once. */
  @Test
  void theUnitsOfAGpcDecideHowManyClustersRunAtOnce() {
    int[] grid = {48, 1, 1};
    ClusterShape three = new ClusterShape(3, 1, 1, true);
    String[] settings = with(FOUR_UNITS, "core.units=6");
    long small = run(1, grid, three, with(settings, "cluster.unitsPerGpc=4")).run().cycles();
    long large = run(1, grid, three, with(settings, "cluster.unitsPerGpc=3")).run().cycles();
    assertThat(large).isLessThan(small);
  }

  /** A program may count on no order of clusters: a perturbed schedule draws another. */
  @Test
  void clustersStartInADrawnOrderUnderAPerturbedSchedule() {
    ClusterShape pairs = new ClusterShape(2, 1, 1, true);
    int[] grid = {64, 1, 1};
    String[] settings = with(FOUR_UNITS, "core.placement=dynamic");
    assertThat(run(1, grid, pairs, settings).log()).isEmpty();
    Result drawn = run(1, grid, pairs, with(settings, "perturb.seed=3"));
    assertThat(drawn.log())
        .anyMatch(entry ->
            entry.perturbation() instanceof DrawnOrder order
                && order.kind() == dev.syncopate.sim.perturb.Perturbation.OrderKind.CTAS);
  }

  /** Each GPU has separate GPCs. */
  @Test
  void aGpcLiesInOneGpu() {
    GpcLayout layout = new GpcLayout(20, 10, 4);
    assertThat(layout.gpcs()).isEqualTo(6);
    assertThat(List.of(layout.firstUnit(2), layout.unitsOf(2))).containsExactly(8, 2);
    assertThat(List.of(layout.firstUnit(3), layout.unitsOf(3))).containsExactly(10, 4);
    for (int unit = 0; unit < 20; unit++) {
      int gpc = layout.gpcOf(unit);
      assertThat(unit)
          .isBetween(layout.firstUnit(gpc), layout.firstUnit(gpc) + layout.unitsOf(gpc) - 1);
    }
    assertThat(layout.largestCluster(3)).isEqualTo(12);
    assertThat(layout.clusters(4, 3)).isEqualTo(3 + 3 + 1 + 3 + 3 + 1);
  }
}
