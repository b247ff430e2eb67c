package dev.syncopate.workload.dnn.layer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.Inputs;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    Comparison verdict = run(new Pass(device, kernels, atomic), filters);
    assertThat(verdict.equal()).as(verdict.message()).isTrue();
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
        KernelLibrary.bundled().edited(text -> otherOperand(text, kernel, instruction));
    Filters filters = Filters.of(new Shape(1, 2, 6, 6), 3, 3, 1, 1, 1);
    Comparison verdict =
        run(new Pass(Device.open("rsp-8cu", "gpu", "hrf"), broken, "commutative"), filters);
    assertThat(verdict.equal()).isFalse();
    assertThat(verdict.message()).contains("found", "expected");
  }

  /** The kernel's first instruction of the kind takes its first operand for the second, too. */
  private static String otherOperand(String text, String kernel, String instruction) {
    int entry = text.indexOf(".visible .entry _Z");
    while (!text.substring(entry, text.indexOf('(', entry)).contains(kernel)) {
      entry = text.indexOf(".visible .entry _Z", entry + 1);
    }
    Matcher first =
        Pattern.compile(Pattern.quote(instruction) + "\\s+(%\\w+), (%\\w+), %\\w+").matcher(text);
    assertThat(first.find(entry)).isTrue();
    String changed =
        instruction + " " + first.group(1) + ", " + first.group(2) + ", " + first.group(2);
    return text.substring(0, first.start()) + changed + text.substring(first.end());
  }

  private static Comparison run(Pass pass, Filters filters) {
    RandomGenerator random = Inputs.random(7);
    Device device = pass.device();
    Tensor in = Tensor.zeros(device, filters.input()).draw(random, 1);
    Tensor out = Tensor.zeros(device, filters.output()).drawGradient(random, 1);
    Convolution layer =
        new Convolution(
            filters,
            in,
            out,
            Tensor.zeros(device, filters.weights()).draw(random, 1),
            Tensor.zeros(device, new Shape(1, filters.count(), 1, 1)).draw(random, 1));
    layer.forward(pass);
    layer.backward(pass);
    return pass.verdict();
  }
}
