package dev.syncopate.workload.dnn.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.Inputs;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.random.RandomGenerator;
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
    Shape input = new Shape(2, channels, 9, 7);
    Filters filters = new Filters(input, count, side, stride, pad, groups, count + 3, 2);
    Comparison verdict = run(new Pass(device, kernels, atomic, CtaSample.ALL), filters);
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
    Filters filters = Filters.of(new Shape(2, 2, 24, 25), 3, 3, 1, 1, 1);
    Comparison verdict = run(new Pass(device, kernels, "commutative", CtaSample.waves(1)), filters);
    assertThat(device.launches().stream().map(LaunchResult::scale))
        .as("forward, and backward by biases, filters, input: of 19, 3, 5 and 19 CTAs 8 run")
        .containsExactly(19 / 8.0, 1.0, 1.0, 19 / 8.0);
    assertThat(verdict.equal()).as(verdict.message()).isEqualTo(!broken);
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
    Filters filters = Filters.of(new Shape(1, 2, 6, 6), 3, 3, 1, 1, 1);
    Comparison verdict =
        run(
            new Pass(Device.open("rsp-8cu", "gpu", "hrf"), broken, "commutative", CtaSample.ALL),
            filters);
    assertThat(verdict.equal()).isFalse();
    assertThat(verdict.message()).contains("found", "expected");
  }

  private static Comparison run(Pass pass, Filters filters) {
    RandomGenerator random = Inputs.random(7);
    Device device = pass.device();
    Tensor in = Tensor.zeros(device, filters.input()).draw(random, 1);
    Tensor out = Tensor.zeros(device, filters.output()).drawGradient(random, 1);
    Convolution layer =
        new Convolution(
            filters,
            true,
            in,
            out,
            Tensor.zeros(device, filters.weights()).draw(random, 1),
            Tensor.zeros(device, new Shape(1, filters.count(), 1, 1)).draw(random, 1));
    layer.forward(pass);
    layer.backward(pass);
    return pass.verdict();
  }
}
