package dev.syncopate.workload.dnn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.workload.dnn.layer.Pass;
import dev.syncopate.workload.dnn.layer.Shape;
import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.host.Inputs;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.CtaSample;
import dev.syncopate.workload.runtime.Device;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * The gradients of a whole network are what the loss does when parameters move: along random
 * directions of all parameters together, central differences of the device's own loss equal the
 * product of direction and gradient.
 */
class GradientTest {
  private static final int DIRECTIONS = 3;

  /** Small against bends of ReLU and maxima, large against the rounding of the loss. */
  private static final float STEP = 0x1p-11f;

  /** Rounding of the loss, some 2^-22 over two steps, and bends: a wrong term is far more. */
  private static final double TOLERANCE = 5e-3;

  private static final Device DEVICE = Device.open("rsp-8cu", "gpu", "hrf");
  private static final Pass PASS =
      new Pass(DEVICE, KernelLibrary.bundled(), "commutative", CtaSample.ALL);

  @Test
  void aNetworkOfEveryLayer() {
    NetworkBuilder net = new NetworkBuilder(new Shape(2, 2, 5, 5), 1);
    net.convolution(4, 3, 1, 1).normalise().leaky(0.1f).maximum(3, 2, 1);
    int shortcut = net.here();
    net.convolution(4, 3, 1, 1, 2, true).plus(shortcut).relu();
    net.expand(2).average().connect(6).relu().connect(4).lose();
    Network network = net.build();
    Run base = new Run(network, -1, 0);
    base.iteration.backward(PASS);
    assertThat(PASS.verdict().equal()).as(PASS.verdict().message()).isTrue();
    for (int i = 0; i < DIRECTIONS; i++) {
      double expected = 0;
      RandomGenerator direction = Inputs.random(100 + i);
      for (Tensor parameter : base.maker.parameters()) {
        float[] gradient = parameter.gradient().readFloats();
        float[] along = Inputs.floats(direction, gradient.length);
        for (int k = 0; k < gradient.length; k++) {
          expected += (double) gradient[k] * along[k];
        }
      }
      double up = new Run(network, i, STEP).iteration.loss();
      double down = new Run(network, i, -STEP).iteration.loss();
      assertThat((up - down) / (2 * STEP))
          .as("direction %d", i)
          .isCloseTo(expected, within(TOLERANCE * (1 + Math.abs(expected))));
      assertThat(Math.abs(expected)).as("it says something").isGreaterThan(10 * TOLERANCE);
    }
  }

  /** A forward pass with all parameters moved along a direction. */
  private static final class Run {
    private final Maker maker;
    private final Iteration iteration;

    Run(Network network, int direction, float step) {
      maker = new Maker(DEVICE, Inputs.random(3));
      iteration = new Iteration(network, maker);
      RandomGenerator random = Inputs.random(100 + direction);
      for (Tensor parameter : maker.parameters()) {
        float[] values = parameter.value().readFloats();
        float[] along = Inputs.floats(random, values.length);
        for (int k = 0; k < values.length; k++) {
          values[k] += step * along[k];
        }
        parameter.value().write(values);
      }
      iteration.forward(PASS);
    }
  }
}
