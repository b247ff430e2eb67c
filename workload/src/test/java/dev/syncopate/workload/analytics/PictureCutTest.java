package dev.syncopate.workload.analytics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.input.Flower;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A picture is cut where it costs least, wherever the flow is pushed, or that is said. */
class PictureCutTest {
  private static final KernelLibrary NVCC = KernelLibrary.bundled();
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  private static WorkloadOutcome run(
      KernelLibrary kernels, Device device, String size, String... extraOptions) {
    PictureCut workload = new PictureCut(kernels);
    ContextBuilder context = new ContextBuilder(workload).size(size);
    for (String option : extraOptions) {
      String[] parts = option.split("=", 2);
      context.option(parts[0], parts[1]);
    }
    return workload.run(context.build(device));
  }

  private static Device device() {
    return Device.open("srsp-8cu", "gpu", "hrf");
  }

  private static void assertRight(WorkloadOutcome outcome) {
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, titanv-80sm, ITS",
    "clang, srsp-8cu, ITS",
    "clang, srsp-8cu, IPDOM",
    "nvcc, rsp-8cu, IPDOM"
  })
  void whateverCompiledItAndRunsItItIsRight(String compiler, String machine, String divergence) {
    Device device =
        new DeviceBuilder(machine, "gpu", "hrf").set("core.divergence=" + divergence).open();
    WorkloadOutcome outcome = run(compiler.equals("clang") ? CLANG : NVCC, device, "20");
    assertRight(outcome);
    assertThat(outcome.message()).startsWith("flow ").endsWith("pixels are in the foreground");
  }

  @ParameterizedTest
  @ValueSource(strings = {"phi", "hlrc", "denovo", "lab"})
  void whateverKeepsTheUpdatesItIsRight(String protocol) {
    DeviceBuilder device =
        protocol.equals("lab")
            ? new DeviceBuilder("srsp-8cu", "gpu", "hrf").set("mechanisms.lab.entries=8")
            : new DeviceBuilder("srsp-8cu", protocol, "hrf");
    assertRight(run(NVCC, device.open(), "20"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "atomic=relaxed",
        "atomic=acq_rel",
        "block=33",
        "smoothness=0",
        "smoothness=1000",
        "exact=1",
        "exact=1000",
        "iterations=3",
        "from=5",
        "sample=3"
      })
  void everyOptionIsRight(String option) {
    assertRight(run(NVCC, device(), "15", option));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "2", "3", "5"})
  void oddSizesAreRight(String size) {
    assertRight(run(NVCC, device(), size));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"red.comm.gpu.add | red.comm.gpu.max | excess[", "min.s32 | max.s32 | excess["})
  void aPlantedMistakeIsConvicted(String right, String mistake, String message) {
    assertThat(NVCC.text("analytics_cuts")).contains(right);
    KernelLibrary wrong = NVCC.altered(ptx -> ptx.replace(right, mistake));
    WorkloadOutcome outcome = run(wrong, device(), "20", "iterations=5");
    assertThat(outcome.verified()).isFalse();
    assertThat(outcome.message()).startsWith(message);
  }

  @Test
  void tooManyPixelsAreTheUsersMistake() {
    assertThatThrownBy(() -> run(NVCC, device(), "5000"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("size of cuts can be at most 4096, not 5000");
  }

  /** Every one of the 2^12 ways to divide twelve pixels. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 30, 200})
  void theLargestFlowIsTheSmallestCut(int smoothness) {
    PixelGrid grid = PixelGrid.of(new Flower(4, 3, 5).rest(), 4, smoothness);
    long smallest =
        IntStream.range(0, 1 << 12)
            .mapToLong(near -> {
              int[] distances = new int[12];
              Arrays.setAll(distances, v -> (near >> v & 1) == 0 ? grid.limit() : 1);
              return grid.cut(distances);
            })
            .min()
            .orElseThrow();
    assertThat(AugmentingPaths.flow(grid)).isEqualTo(smallest);
  }

  /** Two pixels in a row: 7 from the source to the one, 4 between them, 5 from the other on. */
  @Test
  void pushingByHand() {
    PixelGrid grid =
        new PixelGrid(2, new int[] {7, 0}, new int[] {0, 5}, new int[] {4, 0, 0, 4, 0, 0, 0, 0});
    assertThat(AugmentingPaths.flow(grid)).isEqualTo(4);
    FlowReference reference = new FlowReference(grid, 100);
    assertThat(reference.heights()).containsExactly(2, 1);
    reference.step();
    assertThat(reference.excess()).containsExactly(3, 4);
    assertThat(reference.arcs()).startsWith(0, 0, 0, 8);
    assertThat(reference.heights()).containsExactly(3, 1);
    assertThat(reference.done()).isFalse();
    reference.step();
    assertThat(reference.excess()).containsExactly(3, 0);
    assertThat(reference.sinks()).containsExactly(0, 1);
    assertThat(reference.done()).isTrue();
    assertThat(grid.cut(grid.distances(reference.sinks(), reference.arcs()))).isEqualTo(4);
  }

  @Test
  void aFlowThatIsNotTheLargestIsConvicted() {
    PixelGrid grid = PixelGrid.of(new Flower(12, 9, 1).rest(), 12, 100);
    FlowReference reference = new FlowReference(grid, 8);
    reference.step();
    assertThat(
            reference
                .check(
                    reference.excess(),
                    reference.sinks(),
                    reference.arcs(),
                    reference.heights(),
                    true)
                .message())
        .matches("flow [0-9,]+, cut [0-9,]+, largest flow [0-9,]+");
  }

  /** Golden value: results with the picture stay comparable from version to version. */
  @Test
  void thePictureIsTheSameOnEveryMachine() {
    int[] pixels = new Flower(40, 30, 1).rest();
    assertThat(pixels).hasSize(1200);
    assertThat(Arrays.stream(pixels)).allMatch(value -> 0 <= value && value <= Flower.WHITE);
    assertThat(Arrays.hashCode(pixels)).isEqualTo(1544507297);
    assertThat(new Flower(40, 30, 2).rest()).isNotEqualTo(pixels);
  }
}
