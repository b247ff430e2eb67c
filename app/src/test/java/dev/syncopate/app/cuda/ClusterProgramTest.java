package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cuda.Programs.Outcome;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A CUDA program that launches clusters, as nvcc compiles it for a GPU that has them. */
class ClusterProgramTest {
  @TempDir static Path folder;

  @BeforeAll
  static void build() {
    Programs.needs("nvcc");
    Programs.needs("cc");
    Programs.command(
        List.of(
            "nvcc",
            "-arch=sm_90",
            "-cudart=shared",
            "-o",
            folder.resolve("clusters").toString(),
            Path.of("src", "test", "cuda", "clusters.cu").toString()));
  }

  private static DeviceBuilder machine() {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("cluster.unitsPerGpc=4");
  }

  @Test
  void aProgramWithClustersIsRight() throws IOException {
    right(Programs.run(machine(), folder.resolve("clusters")));
  }

  @Test
  void likewiseInTheFunctionalTier() throws IOException {
    right(Programs.run(machine().functional(true), folder.resolve("clusters")));
  }

  private static void right(Outcome outcome) {
    assertThat(outcome.out()).isEqualTo("clusters: right\n");
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.status()).isZero();
    assertThat(outcome.messages())
        .containsExactly(
            "cannot launch _Z5pairsPjS_: cluster 4,1,1: the kernel requires 2,1,1 (.reqnctapercluster)",
            "cannot launch _Z5plainPjS_: cluster 5,1,1: each extent of the grid, 48,1,1, must be a multiple of the cluster's",
            "cannot launch _Z5plainPjS_: cluster 16,1,1: more than 8 CTAs run on some GPUs only, and need the permission for that (--non-portable-cluster, cudaFuncAttributeNonPortableClusterSizeAllowed)");
  }
}
