package dev.syncopate.workload.dnn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.workload.dnn.layer.Mistake;
import dev.syncopate.workload.dnn.layer.Pass;
import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.dnn.layer.TensorShape;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A small network with a layer of each kind: every launch is right, and so is the gradient. */
class IterationTest {
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  private static final long SEED = 3;
  private static final double STEP = 0.0001;
  private static final double TOLERANCE = 0.005;

  @ParameterizedTest
  @CsvSource({
    "nvcc, commutative, its, srsp-8cu",
    "clang, relaxed, IPDOM, rsp-8cu",
    "nvcc, acq_rel, IPDOM, rsp-8cu",
    "clang, commutative, its, titanv-80sm"
  })
  void everyLaunchIsRight(String compiler, String atomic, String divergence, String machine) {
    KernelLibrary kernels = compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
    Device device =
        new DeviceBuilder(machine, "gpu", "hrf").set("core.divergence=" + divergence).open();
    ResultComparison verdict =
        trained(new Pass(device, kernels, atomic, CtaSample.ALL), ofEachKind());
    assertThat(verdict.equal()).as(verdict.message()).isTrue();
  }

  /**
   * Along a direction in which every parameter changes the loss by the same, the loss rises as the
   * gradients say. The slope is measured by central differences. Their error is of the second order
   * in the step, plus the losses' rounding divided by it, unless a ReLU or a maximum changes sides.
   * A gradient that lacks, or has the wrong sign, would be a thirteenth of the slope or more.
   */
  @ParameterizedTest
  @ValueSource(ints = 5)
  void gradientsAreThoseOfTheLoss(int seed) {
    ParameterMaker maker = maker();
    Iteration iteration = new Iteration(ofEachKind(), maker);
    Pass pass = pass(maker.device(), KernelLibrary.bundled());
    iteration.forward(pass);
    iteration.backward(pass);
    RandomGenerator random = RandomInputs.random(seed);
    List<float[]> directions = new ArrayList<>();
    int trained = 0;
    for (Tensor parameter : maker.parameters()) {
      float[] gradient = parameter.gradient().readFloats();
      float[] direction = RandomInputs.floats(random, gradient.length);
      double slope = 0;
      for (int i = 0; i < gradient.length; i++) {
        direction[i] += Math.signum(gradient[i]);
        slope += (double) gradient[i] * direction[i];
      }
      float scale = slope == 0 ? 0 : (float) (1 / slope);
      for (int i = 0; i < gradient.length; i++) {
        direction[i] *= scale;
      }
      directions.add(direction);
      trained += slope == 0 ? 0 : 1;
    }
    assertThat(trained).as("parameters but a bias before a normalisation").isEqualTo(13);
    double slope = (loss(directions, STEP) - loss(directions, -STEP)) / (2 * STEP);
    assertThat(slope).isCloseTo(trained, within(TOLERANCE * trained));
  }

  /** The loss so many steps along a direction of all parameters. */
  private static double loss(List<float[]> directions, double step) {
    ParameterMaker maker = maker();
    Iteration iteration = new Iteration(ofEachKind(), maker);
    for (int p = 0; p < directions.size(); p++) {
      Buffer values = maker.parameters().get(p).value();
      float[] moved = values.readFloats();
      for (int i = 0; i < moved.length; i++) {
        moved[i] += (float) (step * directions.get(p)[i]);
      }
      values.write(moved);
    }
    iteration.forward(pass(maker.device(), KernelLibrary.bundled()));
    return iteration.loss();
  }

  @ParameterizedTest
  @CsvSource({
    "dense_forward_comm, fma.rn.f32",
    "dense_data_comm, fma.rn.f32",
    "dense_weights, fma.rn.f32",
    "dense_bias, add.f32",
    "relu_forward, mul.f32",
    "relu_backward, mul.f32",
    "add_forward, add.f32",
    "maximum_forward, setp.gt.f32",
    "average_forward, add.f32",
    "average_backward, div.rn.f32",
    "channel_sum_comm, add.f32",
    "channel_squares_comm, div.rn.f32",
    "channel_gradients_comm, fma.rn.f32",
    "normalise_forward, fma.rn.f32",
    "normalise_backward, sub.f32",
    "softmax_forward, ex2.approx.ftz.f32",
    "softmax_backward, mul.f32"
  })
  void aWrongOperandIsSeen(String kernel, String instruction) {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    KernelLibrary broken =
        KernelLibrary.bundled().altered(text -> Mistake.in(text, kernel, instruction));
    NetworkBuilder net = new NetworkBuilder(new TensorShape(5, 2, 11, 11), 1);
    if (kernel.startsWith("dense")) {
      net.connect(66).lose();
    } else {
      net.normalise().leaky(0.1f).plus(0).maximum(3, 2, 0).average().lose();
    }
    ResultComparison verdict = trained(pass(device, broken), net.build());
    assertThat(verdict.equal()).isFalse();
    assertThat(verdict.message()).contains("found", "expected");
  }

  private static ParameterMaker maker() {
    return new ParameterMaker(Device.open("rsp-8cu", "gpu", "hrf"), RandomInputs.random(SEED));
  }

  private static Pass pass(Device device, KernelLibrary kernels) {
    return new Pass(device, kernels, "commutative", CtaSample.ALL);
  }

  private static ResultComparison trained(Pass pass, NeuralNetwork network) {
    Iteration iteration =
        new Iteration(network, new ParameterMaker(pass.device(), RandomInputs.random(SEED)));
    iteration.forward(pass);
    iteration.backward(pass);
    return pass.verdict();
  }

  private static NeuralNetwork ofEachKind() {
    NetworkBuilder net = new NetworkBuilder(new TensorShape(2, 3, 9, 9), 1);
    net.convolution(4, 3, 1, 1, 1, false).normalise().leaky(0.1f).maximum(3, 2, 1);
    int shortcut = net.here();
    net.expand(2).relu().convolution(4, 3, 1, 1, 2, true).plus(shortcut).maximumOfEach(2);
    return net.connect(70).relu().average().connect(10).lose().build();
  }
}
