package dev.syncopate.workload.atomics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every kernel counts every kind of pixels, wherever counts are kept, or is convicted. */
class HistogramTest {
  private static final KernelLibrary NVCC = KernelLibrary.bundled();
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  private static WorkloadOutcome run(KernelLibrary kernels, Device device, String... options) {
    Histogram workload = new Histogram(kernels);
    ContextBuilder context = new ContextBuilder(workload).size("3000").option("pixels", "picture");
    for (String option : options) {
      String[] parts = option.split("=", 2);
      context.option(parts[0], parts[1]);
    }
    return workload.run(context.build(device));
  }

  @ParameterizedTest
  @ValueSource(strings = {"relaxed", "acq_rel", "commutative", "shared"})
  void everyKernelCounts(String atomic) {
    for (KernelLibrary kernels : new KernelLibrary[] {NVCC, CLANG}) {
      for (String ctas : new String[] {"ctas=0", "ctas=1", "ctas=7", "ctas=100"}) {
        Device device = Device.open("srsp-8cu", "gpu", "hrf");
        WorkloadOutcome outcome = run(kernels, device, "atomic=" + atomic, ctas, "block=96");
        assertThat(outcome.verified()).as(ctas + ": " + outcome.message()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "phi, 256",
    "hlrc, 256",
    "denovo, 256",
    "lab, 256",
    "phi, 8192",
    "hlrc, 8192",
    "lab, 8192"
  })
  void whateverKeepsTheCountsTheyAreRight(String protocol, String bins) {
    for (String atomic : new String[] {"commutative", "shared"}) {
      DeviceBuilder device =
          protocol.equals("lab")
              ? new DeviceBuilder("srsp-8cu", "gpu", "hrf").set("mechanisms.lab.entries=8")
              : new DeviceBuilder("srsp-8cu", protocol, "hrf");
      WorkloadOutcome outcome =
          run(NVCC, device.open(), "atomic=" + atomic, "ctas=4", "bins=" + bins);
      assertThat(outcome.verified()).as(outcome.message()).isTrue();
    }
  }

  /** What CTAs have counted in shared memory goes to where commutative updates are kept. */
  @Test
  void aBufferTakesTheSumsOfSharedMemory() {
    Device device =
        new DeviceBuilder("srsp-8cu", "gpu", "hrf").set("mechanisms.lab.entries=64").open();
    assertThat(run(NVCC, device, "atomic=shared").verified()).isTrue();
    assertThat(device.launches().getFirst().statistics().getOrDefault("lab.hits", 0L)).isPositive();
  }

  @ParameterizedTest
  @CsvSource({
    "commutative, red.comm.gpu.add, red.comm.gpu.max",
    "shared, red.comm.gpu.add, red.comm.gpu.max",
    "shared, atom.shared.add, atom.shared.max",
    "relaxed, atom.global.add, atom.global.max"
  })
  void aPlantedMistakeIsConvicted(String atomic, String right, String mistake) {
    KernelLibrary wrong = NVCC.altered(ptx -> ptx.replace(right, mistake));
    for (String ctas : new String[] {"ctas=0", "ctas=2"}) {
      Device device = Device.open("srsp-8cu", "gpu", "hrf");
      WorkloadOutcome outcome = run(wrong, device, "atomic=" + atomic, ctas);
      assertThat(outcome.verified()).as(ctas).isFalse();
      assertThat(outcome.message()).startsWith("bins[");
    }
  }

  private static int[] counts(String kind, int n, int bins) {
    int[] counts = new int[bins];
    IntSupplier pixels = HistogramSamples.of(kind, n, bins, 1);
    for (int i = 0; i < n; i++) {
      counts[pixels.getAsInt() & (bins - 1)]++;
    }
    return counts;
  }

  @Test
  void uniformPixelsMeetEveryBinEquallyOften() {
    assertThat(counts("uniform", 5 * 256, 256)).containsOnly(5);
  }

  @Test
  void halfOfTheSkewedPixelsAreInASixteenthOfTheBins() {
    int[] counts = counts("skewed", 100_000, 256);
    int first = 0;
    for (int bin = 0; bin < 16; bin++) {
      first += counts[bin];
    }
    assertThat(first / 100_000.0).isCloseTo(0.5, within(0.01));
  }

  @ParameterizedTest
  @ValueSource(ints = {256, 8192})
  void aPictureHasMoreOfSomeGreysThanOfOthers(int bins) {
    int[] counts = counts("picture", 100_000, bins);
    int[] eighths = new int[8];
    for (int bin = 0; bin < bins; bin++) {
      eighths[bin / (bins / 8)] += counts[bin];
    }
    Arrays.sort(eighths);
    assertThat(eighths[7]).isGreaterThan(2 * eighths[0]);
    assertThat(eighths[0]).isPositive();
  }
}
