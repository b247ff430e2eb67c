package dev.syncopate.workload.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Each code gives the reference's answerwith every compiler and on every machine, or is convicted.
 */
class ClassicTest {
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  /** The smallest inputs with more than one CTA, and with CTAs that are not full. */
  private static final List<String> TINY =
      List.of(
          "backprop 100",
          "bfs 300",
          "dwt2d 45",
          "dwt2d 45 wavelet=9/7",
          "srad 37",
          "nw 70",
          "nn 300",
          "pathfinder 300 rows=30",
          "lud 40",
          "gaussian 20",
          "bplustree 1000 queries=20 order=8",
          "hotspot 37",
          "kmeans-features 300",
          "lavamd 2",
          "streamcluster 300",
          "particlefilter 200",
          "mummergpu 500 reads=300",
          "myocyte 3 cells=200",
          "heartwall 64 points=3 frames=1",
          "leukocyte 20 samples=30",
          "huffman 2500",
          "huffman 2500 atomic=relaxed",
          "huffman 2500 atomic=acq_rel",
          "hybridsort 700 buckets=10",
          "hybridsort 700 buckets=10 atomic=relaxed",
          "hybridsort 700 buckets=10 atomic=acq_rel");

  private static List<Workload> all(KernelLibrary kernels) {
    return List.of(
        new Backprop(kernels),
        new BreadthFirst(kernels),
        new Wavelets(kernels),
        new SpeckleDiffusion(kernels),
        new Alignment(kernels),
        new NearestNeighbours(kernels),
        new PathFinder(kernels),
        new BlockedLu(kernels),
        new Gaussian(kernels),
        new TreeQueries(kernels),
        new HotSpot(kernels),
        new KMeans(kernels),
        new BoxedParticles(kernels),
        new StreamClusters(kernels),
        new ParticleFilter(kernels),
        new GenomeMatch(kernels),
        new ExcitableCells(kernels),
        new WallTracking(kernels),
        new CellDetection(kernels),
        new Huffman(kernels),
        new HybridSort(kernels));
  }

  /** For example {@code nw 70}, or with options {@code dwt2d 45 wavelet=9/7 levels=1}. */
  private static WorkloadOutcome run(String choice, KernelLibrary kernels, Device device) {
    String[] words = choice.split(" ", -1);
    Workload workload =
        all(kernels).stream().filter(w -> w.name().equals(words[0])).findFirst().orElseThrow();
    ContextBuilder context = new ContextBuilder(workload).size(words[1]);
    for (int i = 2; i < words.length; i++) {
      String[] option = words[i].split("=", 2);
      context.option(option[0], option[1]);
    }
    return workload.run(context.build(device));
  }

  private static Device device(String machine, String protocol, String setting) {
    return new DeviceBuilder(machine, protocol, "hrf").set(setting).open();
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, rsp-8cu, gpu, core.divergence=ipdom",
    "clang, rsp-8cu, phi, core.divergence=its",
    "nvcc, srsp-8cu, hlrc, core.divergence=its",
    "clang, srsp-8cu, denovo, core.divergence=ipdom",
    "nvcc, srsp-8cu, srsp, mechanisms.lab.entries=8"
  })
  void everyCodeIsRight(String compiler, String machine, String protocol, String setting) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    for (String choice : TINY) {
      WorkloadOutcome outcome = run(choice, kernels, device(machine, protocol, setting));
      assertThat(outcome.verified()).as("%s: %s", choice, outcome.message()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "backprop 1",
    "bfs 1",
    "bfs 100 degree=1",
    "dwt2d 2",
    "dwt2d 33 levels=14",
    "dwt2d 33 wavelet=9/7 levels=14",
    "srad 1",
    "srad 17 iterations=3",
    "nw 1",
    "nn 1",
    "nn 20 nearest=20",
    "pathfinder 1",
    "pathfinder 100 rows=2 height=1",
    "pathfinder 200 rows=8 height=100",
    "lud 1",
    "lud 16",
    "gaussian 1",
    "bplustree 1",
    "bplustree 9 order=2 queries=3",
    "bplustree 64",
    "bplustree 2000 order=1024 queries=2",
    "hotspot 1 iterations=3",
    "hotspot 16",
    "kmeans-features 1",
    "kmeans-features 40 clusters=40 iterations=3",
    "lavamd 1",
    "streamcluster 2 candidates=2",
    "streamcluster 70 candidates=64",
    "particlefilter 1 frames=1",
    "mummergpu 2 reads=1",
    "myocyte 1 cells=1",
    "heartwall 64 points=1 frames=3",
    "leukocyte 1 samples=1",
    "huffman 1",
    "huffman 1025",
    "hybridsort 1",
    "hybridsort 257 buckets=1",
    "hybridsort 100 buckets=200"
  })
  void everyShapeIsRight(String choice) {
    WorkloadOutcome outcome =
        run(choice, KernelLibrary.bundled(), Device.open("srsp-8cu", "gpu", "hrf"));
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "backprop 100; fma.rn; fma.rz; weights[",
        "bfs 300; add\\.s32(.*), 1;add.s32$1, 2; levels[",
        "dwt2d 45 wavelet=9/7; fma.rn; fma.rz; coefficients[",
        "srad 37; div.rn; div.rz; pixels[",
        "nw 70; max.s32; min.s32; scores[",
        "nn 300; sqrt.rn; sqrt.rz; distances[",
        "pathfinder 300 rows=30; min.s32; max.s32; costs[",
        "lud 40; fma.rn; fma.rz; elements[",
        "gaussian 20; fma.rn; fma.rz; elements[",
        "bplustree 1000 queries=20; , 1, 0, %p; , 0, 1, %p; first ranks[",
        "hotspot 37; fma.rn; fma.rz; temperatures[",
        "kmeans-features 300; setp.lt.f32; setp.gt.f32; clusters[",
        "lavamd 2; fma.rn; fma.rz; forces[",
        "streamcluster 300; fma.rn; fma.rz; savings[",
        "streamcluster 300; setp.lt.f32; setp.gt.f32; savings[",
        "particlefilter 200; fma.rn; fma.rz; weights[",
        "particlefilter 200; div.rn; div.rz; weights[",
        "mummergpu 500 reads=300; st.global.u32(.*), %r44; st.global.u32$1, %r35; lengths[",
        "myocyte 3 cells=200; fma.rn; fma.rz; voltages[",
        "heartwall 64 points=3 frames=1; setp.gt.f32; setp.lt.f32; points[",
        "leukocyte 20 samples=30; fma.rn; fma.rz; variations[",
        "huffman 2500; red.comm.gpu.add; red.comm.gpu.max; counts[",
        "huffman 2500; atom.shared.or; atom.shared.and; symbols decoded[",
        "huffman 2500 atomic=relaxed; atom.shared.or; atom.shared.and; symbols decoded[",
        "hybridsort 700 buckets=10; red.comm.gpu.add; red.comm.gpu.max; bins[",
        "hybridsort 700 buckets=10; max.f32; min.f32; keys["
      })
  void aPlantedMistakeIsConvicted(String choice, String right, String mistake, String message) {
    KernelLibrary wrong = KernelLibrary.bundled().altered(ptx -> ptx.replaceAll(right, mistake));
    WorkloadOutcome outcome = run(choice, wrong, Device.open("srsp-8cu", "gpu", "hrf"));
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message()).startsWith(message);
  }

  @Test
  void sizesThatCannotBeAreTheUsersMistake() {
    Device device = Device.open("srsp-8cu", "gpu", "hrf");
    assertThatThrownBy(() -> run("dwt2d 1", KernelLibrary.bundled(), device))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("size of dwt2d must be at least 2, not 1");
    assertThatThrownBy(() -> run("nw 16385", KernelLibrary.bundled(), device))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("size of nw can be at most 16384, not 16385");
    assertThatThrownBy(() -> run("pathfinder 16M rows=17", KernelLibrary.bundled(), device))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("number of places of pathfinder can be at most 268435456, not 285212672");
  }
}
