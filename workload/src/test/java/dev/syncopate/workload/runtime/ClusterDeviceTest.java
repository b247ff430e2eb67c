package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Launches with clusters as the host sees them: what runs, what is refused, and what fits. */
class ClusterDeviceTest {
  /**
   * Each CTA counts itself at its cluster's counter and waits until all of the cluster are there;
   * then it leaves its rank.
   */
  private static final String BODY =
      """
      (.param .u64 out, .param .u64 counters) DIRECTIVES
      {
        .reg .pred %p<2>;
        .reg .b32 %r<8>;
        .reg .b64 %d<6>;
        ld.param.u64 %d1, [out];
        ld.param.u64 %d2, [counters];
        mov.u32 %r1, %clusterid.x;
        mul.wide.u32 %d3, %r1, 4;
        add.u64 %d2, %d2, %d3;
        red.relaxed.gpu.global.add.u32 [%d2], 1;
        mov.u32 %r2, %cluster_nctarank;
      again:
        ld.relaxed.gpu.global.u32 %r3, [%d2];
        setp.lt.u32 %p1, %r3, %r2;
        @%p1 bra again;
        mov.u32 %r4, %ctaid.x;
        mul.wide.u32 %d4, %r4, 4;
        add.u64 %d5, %d1, %d4;
        mov.u32 %r5, %cluster_ctarank;
        st.global.u32 [%d5], %r5;
        ret;
      }
      """;

  private static final String PTX =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
          + kernel("free", "")
          + kernel("pairs", ".explicitcluster .reqnctapercluster 2, 1, 1")
          + kernel("explicit", ".explicitcluster")
          + kernel("upToFour", ".maxclusterrank 4");

  private static String kernel(String name, String directives) {
    return ".visible .entry " + name + BODY.replace("DIRECTIVES", directives);
  }

  private static DeviceBuilder builder() {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf")
        .set("core.units=4")
        .set("core.maxCtas=2")
        .set("dram.size=1GiB")
        .set("cluster.unitsPerGpc=4");
  }

  private static LaunchShape shape(int ctas, int cluster) {
    return LaunchShape.of(ctas, 32).withCluster(ClusterSize.of(Dim3.of(cluster)));
  }

  private static int[] run(Device device, String kernel, LaunchShape shape) {
    Buffer out = device.copyOf(new int[64]);
    Buffer counters = device.copyOf(new int[64]);
    device.load("clusters.ptx", PTX).kernel(kernel).launch(shape, out, counters);
    return out.readInts();
  }

  private static int[] ranks(int ctas, int cluster) {
    int[] ranks = new int[64];
    Arrays.setAll(ranks, i -> i < ctas ? i % cluster : 0);
    return ranks;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLaunchOrItsKernelHasClusters(boolean functional) {
    assertThat(run(builder().functional(functional).open(), "free", shape(32, 8)))
        .isEqualTo(ranks(32, 8));
    assertThat(run(builder().functional(functional).open(), "pairs", LaunchShape.of(64, 32)))
        .isEqualTo(ranks(64, 2));
    assertThat(run(builder().functional(functional).open(), "explicit", shape(32, 4)))
        .isEqualTo(ranks(32, 4));
    assertThat(run(builder().functional(functional).open(), "free", LaunchShape.of(64, 32)))
        .isEqualTo(ranks(64, 1));
  }

  /** The other tier may place them elsewhere, and has as much room. */
  @Test
  void theFunctionalTierRunsAClusterOfWhichEachUnitHoldsTwo() {
    LaunchShape shape = shape(64, 8);
    assertThat(run(builder().functional(true).open(), "free", shape)).isEqualTo(ranks(64, 8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "free | 6 | 4 | cluster 4,1,1: each extent of the grid, 6,1,1, must be a multiple of the cluster's",
        "free | 16 | 16 | cluster 16,1,1: more than 8 CTAs run on some GPUs only, and need the permission for that (--non-portable-cluster, cudaFuncAttributeNonPortableClusterSizeAllowed)",
        "free | 32 | 32 | cluster 32,1,1: at most 16 CTAs",
        "free | 0 | 0 | grid 0,1,1: every extent is at least 1",
        "free | 4 | 0 | cluster 0,1,1: every extent is at least 1",
        "pairs | 4 | 4 | cluster 4,1,1: the kernel requires 2,1,1 (.reqnctapercluster)",
        "upToFour | 8 | 8 | cluster 8,1,1: the kernel takes at most 4 CTAs (.maxclusterrank)",
      })
  void whatCannotBeIsRefused(String kernel, int ctas, int cluster, String message) {
    assertThatThrownBy(() -> run(builder().open(), kernel, shape(ctas, cluster)))
        .isInstanceOf(LaunchException.class)
        .hasMessage("cannot launch %s: %s", kernel, message);
  }

  @Test
  void anExplicitKernelNeedsClusters() {
    assertThatThrownBy(() -> run(builder().open(), "explicit", LaunchShape.of(4, 32)))
        .hasMessage(
            "cannot launch explicit: the kernel requires clusters (.explicitcluster), and the launch gives none");
  }

  @Test
  void sixteenNeedThePermissionAndTheRoom() {
    LaunchShape sixteen =
        LaunchShape.of(16, 32).withCluster(ClusterSize.of(Dim3.of(16)).allowingNonPortable());
    assertThatThrownBy(() -> run(builder().open(), "free", sixteen))
        .hasMessage(
            "cannot launch free: cluster 16,1,1: a GPC holds 8 CTAs at once: 2 in each of its 4 compute units (core.maxCtas 2)");
    assertThat(run(builder().set("core.maxCtas=4").open(), "free", sixteen))
        .isEqualTo(ranks(16, 16));
  }

  @Test
  void machinesWithoutClustersSaySo() {
    Device device = builder().set("cluster.unitsPerGpc=0").open();
    assertThatThrownBy(() -> run(device, "free", shape(4, 2)))
        .hasMessage(
            "cannot launch free: cluster 2,1,1: titanv-80sm has no clusters (cluster.unitsPerGpc is 0); a machine with compute units per GPC has");
    assertThat(run(builder().set("cluster.unitsPerGpc=0").open(), "free", shape(4, 1)))
        .isEqualTo(ranks(4, 1));
  }

  @Test
  void wideWarpsHaveNoClusters() {
    assertThatThrownBy(() ->
            new DeviceBuilder("southern-islands", "gpu", "hrf").set("cluster.unitsPerGpc=4").open())
        .hasMessageContaining(
            "cluster.unitsPerGpc=4: clusters need warps of 32 lanes, and core.warpWidth is 64");
  }

  @Test
  void clustersRunWhole() {
    LaunchShape sampled = shape(512, 2).sampled(CtaSample.waves(1));
    assertThatThrownBy(() -> run(builder().open(), "free", sampled))
        .hasMessage(
            "cannot launch free with some of its CTAs only: they are of clusters, which run whole");
  }

  @Test
  void aCooperativeLaunchCountsWholeClusters() {
    Kernel kernel = builder().open().load("clusters.ptx", PTX).kernel("free");
    assertThatThrownBy(() -> kernel.attempt(shape(9, 3).asCooperative(), 0L, 0L))
        .hasMessageStartingWith(
            "cannot launch free cooperatively: of 3 clusters 2 are resident at once, with 2 CTAs in each compute unit");
  }

  @Test
  void occupancyCountsClustersAndTheLargest() {
    Kernel kernel = builder().open().load("clusters.ptx", PTX).kernel("free");
    assertThat(kernel.clusterOccupancy(shape(1, 3))).isEqualTo(new Kernel.ClusterOccupancy(2, 8));
    assertThat(kernel.clusterOccupancy(shape(1, 1))).isEqualTo(new Kernel.ClusterOccupancy(8, 8));
    assertThat(kernel.clusterOccupancy(shape(1, 16))).isEqualTo(new Kernel.ClusterOccupancy(0, 8));
    Kernel large = builder().set("core.maxCtas=8").open().load("clusters.ptx", PTX).kernel("free");
    LaunchShape sixteen =
        LaunchShape.of(1, 32).withCluster(ClusterSize.of(Dim3.of(16)).allowingNonPortable());
    assertThat(large.clusterOccupancy(sixteen)).isEqualTo(new Kernel.ClusterOccupancy(2, 16));
  }
}
