package dev.syncopate.workload.dnn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Convolution in both directions is right for every kind of filters, and its check sees errors. */
class ConvolutionTest {
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  @ParameterizedTest
  @CsvSource({
    "nvcc, commutative, its, 3, 5, 3, 1, 1, 1",
    "clang, commutative, IPDOM, 3, 5, 3, 1, 1, 1",
    "clang, relaxed, its, 4, 66, 1, 1, 0, 1",
    "nvcc, acq_rel, its, 6, 4, 5, 2, 2, 2",
    "nvcc, relaxed, IPDOM, 8, 2, 3, 3, 0, 1"
  })
  void bothDirectionsAreRight(
      String compiler,
      String atomic,
      String divergence,
      int channels,
      int count,
      int side,
      int stride,
      int pad,
      int groups) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    Device device =
        new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.divergence=" + divergence).open();
    TensorShape input = new TensorShape(2, channels, 9, 7);
    ConvolutionShape filters =
        new ConvolutionShape(input, count, side, stride, pad, groups, count + 3, 2);
    ResultComparison verdict = run(new Pass(device, kernels, atomic, CtaSample.ALL), filters);
    assertThat(verdict.equal()).as(verdict.message()).isTrue();
  }

  /** What CTAs compute that have run is checked; what others would have is as it was. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void aSampleIsCheckedToo(boolean broken) {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.maxCtas=1").open();
    KernelLibrary kernels =
        broken
            ? KernelLibrary.bundled()
                .altered(text -> Mistake.in(text, "data_commutative", "fma.rn.f32"))
            : KernelLibrary.bundled();
    ConvolutionShape filters = ConvolutionShape.of(new TensorShape(2, 2, 24, 25), 3, 3, 1, 1, 1);
    ResultComparison verdict =
        run(new Pass(device, kernels, "commutative", CtaSample.waves(1)), filters);
    assertThat(device.launches().stream().map(LaunchResult::scale))
        .as("forward, and backward by biases, filters, input: of 19, 3, 5 and 19 CTAs 8 run")
        .containsExactly(19 / 8.0, 1.0, 1.0, 19 / 8.0);
    assertThat(verdict.equal()).as(verdict.message()).isEqualTo(!broken);
  }

  /** Of 1,152 terms the first 128 are added, then 384 others; both sums are checked. */
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void longSumsAreSampledByTheirTerms(boolean broken) {
    KernelLibrary kernels =
        broken
            ? KernelLibrary.bundled().altered(text -> Mistake.in(text, "forward", "fma.rn.f32"))
            : KernelLibrary.bundled();
    ConvolutionShape filters = ConvolutionShape.of(new TensorShape(2, 128, 9, 7), 3, 3, 1, 1, 1);
    Pass sampled = new Pass(device(), kernels, "commutative", CtaSample.waves(1));
    ResultComparison verdict = run(sampled, filters);
    assertThat(verdict.equal()).as(verdict.message()).isEqualTo(!broken);
    List<LaunchResult> parts = forward(sampled);
    assertThat(parts).extracting(LaunchResult::scale).containsExactly(-3.0, 4.0);
    if (!broken) {
      Pass fullPass = new Pass(device(), kernels, "commutative", CtaSample.ALL);
      run(fullPass, filters);
      LaunchResult fullResult = forward(fullPass).getFirst();
      for (String counter : List.of("instructions.warp", "instructions.globalThread", "ctas")) {
        assertThat(
                parts.stream()
                    .mapToDouble(result -> result.scale() * result.statistic(counter))
                    .sum())
            .as(counter)
            .isCloseTo((double) fullResult.statistic(counter), withinPercentage(0.5));
      }
      assertThat(parts.stream().mapToDouble(result -> result.scale() * result.cycles()).sum())
          .isCloseTo((double) fullResult.cycles(), withinPercentage(5));
    }
  }

  private static Device device() {
    return Device.open("rsp-8cu", "gpu", "hrf");
  }

  private static List<LaunchResult> forward(Pass pass) {
    return pass.device().launches().stream()
        .filter(launch -> launch.kernel().contains("forward"))
        .toList();
  }

  /** A CTA that adds twice as many terms as most do takes the place of two. */
  @Test
  void ofLongCtasFewerWavesRun() {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.maxCtas=1").open();
    Pass pass = new Pass(device, KernelLibrary.bundled(), "commutative", CtaSample.waves(2));
    run(pass, ConvolutionShape.of(new TensorShape(2, 1, 44, 45), 257, 1, 1, 0, 1));
    LaunchResult data =
        device.launches().stream()
            .filter(launch -> launch.kernel().contains("convolution_data"))
            .findFirst()
            .orElseThrow();
    assertThat(data.ran().count()).as("of 62 CTAs, each with 257 terms").isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({
    "forward, fma.rn.f32",
    "data_commutative, fma.rn.f32",
    "filter_commutative, fma.rn.f32",
    "bias_commutative, add.f32"
  })
  void oneWrongTermIsSeen(String kernel, String instruction) {
    KernelLibrary broken =
        KernelLibrary.bundled().altered(text -> Mistake.in(text, kernel, instruction));
    ConvolutionShape filters = ConvolutionShape.of(new TensorShape(1, 2, 6, 6), 3, 3, 1, 1, 1);
    ResultComparison verdict =
        run(
            new Pass(Device.open("rsp-8cu", "gpu", "hrf"), broken, "commutative", CtaSample.ALL),
            filters);
    assertThat(verdict.equal()).isFalse();
    assertThat(verdict.message()).contains("found", "expected");
  }

  private static ResultComparison run(Pass pass, ConvolutionShape filters) {
    RandomGenerator random = RandomInputs.random(7);
    Device device = pass.device();
    Tensor input = Tensor.zeros(device, filters.input()).draw(random, 1);
    Tensor out = Tensor.zeros(device, filters.output()).drawGradient(random, 1);
    Convolution layer =
        new Convolution(
            filters,
            true,
            input,
            out,
            Tensor.zeros(device, filters.weights()).draw(random, 1),
            Tensor.zeros(device, new TensorShape(1, filters.count(), 1, 1)).draw(random, 1));
    layer.forward(pass);
    layer.backward(pass);
    return pass.verdict();
  }
}
