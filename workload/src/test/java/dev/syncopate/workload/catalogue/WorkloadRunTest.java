package dev.syncopate.workload.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.atomics.Histogram;
import dev.syncopate.workload.basic.Reduction;
import dev.syncopate.workload.basic.VectorAdd;
import dev.syncopate.workload.heterosync.SpinMutex;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.pannotia.Coloring;
import dev.syncopate.workload.pannotia.IndependentSet;
import dev.syncopate.workload.pannotia.PageRankPull;
import dev.syncopate.workload.pannotia.PageRankPush;
import dev.syncopate.workload.pannotia.ShortestPaths;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchStoppedException;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every workload gives the right answer in both compilers' PTX, on narrow and wide warps, in every
 * variant.
 */
class WorkloadRunTest {
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  @Test
  void noTwoWorkloadsHaveOneName() {
    assertThat(Workloads.all()).extracting(Workload::name).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, titanv-80sm, hrf",
    "clang, titanv-80sm, hrf",
    "nvcc, rsp-8cu, drf0",
    "clang, rsp-8cu, drfrlx",
    "nvcc, srsp-16cu, drfrlx"
  })
  void everyWorkloadIsRight(String compiler, String machine, String model) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    List<Workload> workloads =
        List.of(
            new VectorAdd(kernels),
            new Reduction(kernels),
            new Histogram(kernels),
            new SpinMutex(kernels),
            new PageRankPush(kernels),
            new ShortestPaths(kernels),
            new Coloring(kernels),
            new IndependentSet(kernels),
            new PageRankPull(kernels));
    for (Workload workload : workloads) {
      WorkloadOutcome outcome =
          workload.run(
              new ContextBuilder(workload).size("small").build(Device.open(machine, "gpu", model)));
      assertThat(outcome.verified())
          .as("%s on %s: %s", workload.name(), machine, outcome.message())
          .isTrue();
    }
  }

  @Test
  void theCatalogueNamesThemAll() {
    assertThat(Workloads.all().stream().map(Workload::name))
        .doesNotHaveDuplicates()
        .startsWith(
            "vecadd",
            "reduction",
            "histogram",
            "spinmutex",
            "pagerank-push",
            "sssp",
            "color",
            "mis",
            "pagerank");
    assertThat(Workloads.find("vecadd")).isPresent();
    assertThat(Workloads.find("nothing")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "histogram, atomic, acq_rel",
    "histogram, atomic, commutative",
    "histogram, atomic, shared",
    "histogram, pixels, uniform",
    "histogram, pixels, skewed",
    "histogram, pixels, picture",
    "histogram, ctas, 5",
    "histogram, bins, 1",
    "histogram, bins, 4096",
    "histogram, block, 100",
    "reduction, variant, tree",
    "reduction, block, 64",
    "vecadd, block, 1000",
    "pagerank-push, atomic, acq_rel",
    "pagerank-push, atomic, commutative",
    "pagerank-push, atomic, binned_gpu",
    "pagerank-push, atomic, binned_cta",
    "pagerank-push, iterations, 3",
    "pagerank-push, shape, power-law",
    "spinmutex, variant, scoped",
    "spinmutex, variant, local",
    "spinmutex, variant, lane",
    "spinmutex, backoff, 64",
    "spinmutex, block, 96",
    "spinmutex, acquires, 9",
    "spinmutex, work, 0"
  })
  void everyOptionIsRight(String name, String option, String value) {
    WorkloadOutcome outcome = run(name, "small", device("srsp-8cu"), option, value);
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @Test
  void aLockWithoutFencesIsConvictedThoughItAdmitsOneAtATime() {
    WorkloadOutcome outcome = run("spinmutex", "small", device("srsp-8cu"), "variant", "unfenced");
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message()).contains("both were inside at once, or one read stale data");
  }

  @Test
  void lanesOfOneWarpHangOnAReconvergenceStack() {
    Device device =
        new DeviceBuilder("srsp-8cu", "gpu", "hrf")
            .set("core.divergence=IPDOM")
            .watchdog(20_000)
            .open();
    assertThatThrownBy(() -> run("spinmutex", "small", device, "variant", "lane"))
        .isInstanceOf(LaunchStoppedException.class)
        .hasMessageContaining("mutex_lane")
        .hasMessageContaining("HANG");
  }

  @Test
  void theSameSeedGivesTheSameCountersAndAnotherOneDoesNot() {
    List<LaunchResult> first = counters(1);
    assertThat(counters(1)).isEqualTo(first);
    assertThat(counters(2)).isNotEqualTo(first);
  }

  private static List<LaunchResult> counters(long seed) {
    Device device = device("srsp-8cu");
    Workload workload = new PageRankPush();
    workload.run(new ContextBuilder(workload).size("small").seed(seed).build(device));
    return device.launches();
  }

  @Test
  void ranksOfAGraphFileAreRight(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("square.graph"), "4 4\n2 4\n1 3\n2 4\n1 3\n");
    Workload workload = new PageRankPush();
    WorkloadOutcome outcome =
        workload.run(new ContextBuilder(workload).graph(file).build(device("srsp-8cu")));
    assertThat(outcome.verified()).isTrue();
    assertThat(outcome.figures()).containsEntry("vertices", 4L).containsEntry("arcs", 8L);
  }

  @Test
  void graphFilesThatCannotBeUsedAreTheUsersMistake(@TempDir Path folder) throws IOException {
    Path broken = Files.writeString(folder.resolve("broken.gr"), "p sp 2 1\na 1 3 1\n");
    Path empty = Files.writeString(folder.resolve("empty.gr"), "p sp 2 0\n");
    Workload workload = new PageRankPush();
    assertThatThrownBy(
            () -> workload.run(new ContextBuilder(workload).graph(broken).build(device("rsp-8cu"))))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(broken + ":2: found '3', expected a vertex from 1 to 2");
    assertThatThrownBy(
            () -> workload.run(new ContextBuilder(workload).graph(empty).build(device("rsp-8cu"))))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(empty + ": the graph has no arcs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "reduction; small; block; 96; block of reduction must be a power of two, not 96",
        "histogram; small; bins; 100; bins of histogram must be a power of two, not 100",
        "vecadd; 1G; block; 256; size of vecadd can be at most 268435456, not 1073741824",
        "spinmutex; 1M; acquires; 17; number of visits of spinmutex can be at most 16777216, not"
            + " 17825792",
        "pagerank-push; 20; degree; 10; number of arcs of pagerank-push can be at most 95, not 200"
      })
  void impossibleChoicesAreTheUsersMistake(
      String name, String size, String option, String value, String message) {
    assertThatThrownBy(() -> run(name, size, device("rsp-8cu"), option, value))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 257})
  void oddSizesAreRight(int size) {
    for (String name : List.of("vecadd", "reduction", "histogram")) {
      WorkloadOutcome outcome =
          run(name, Integer.toString(size), device("srsp-8cu"), "block", "64");
      assertThat(outcome.verified()).as(name + ": " + outcome.message()).isTrue();
    }
  }

  private static WorkloadOutcome run(
      String name, String size, Device device, String option, String value) {
    Workload workload = Workloads.find(name).orElseThrow();
    return workload.run(
        new ContextBuilder(workload).size(size).option(option, value).build(device));
  }

  private static Device device(String machine) {
    return Device.open(machine, "gpu", "hrf");
  }
}
