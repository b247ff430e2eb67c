package dev.syncopate.workload.dnn.network;

import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.dnn.layer.TensorShape;
import dev.syncopate.workload.runtime.Device;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/** Factory of layer parameters, in the order in which layers ask for them. */
public final class ParameterMaker {
  private final Device device;
  private final RandomGenerator random;
  private final List<Tensor> parameters = new ArrayList<>();

  public ParameterMaker(Device device, RandomGenerator random) {
    this.device = device;
    this.random = random;
  }

  Device device() {
    return device;
  }

  RandomGenerator random() {
    return random;
  }

  /** All parameters that were made. */
  public List<Tensor> parameters() {
    return Collections.unmodifiableList(parameters);
  }

  /**
   * Random weights that keep the variance of what passes through them (He et al., "Delving deep
   * into rectifiers", ICCV 2015, section 2.2): uniform with the variance 2 / terms.
   */
  Tensor weights(TensorShape shape, int terms) {
    return kept(Tensor.zeros(device, shape).draw(random, (float) Math.sqrt(6.0 / terms)));
  }

  /** A number for each channel. */
  Tensor constants(int channels, float value) {
    float[] values = new float[channels];
    Arrays.fill(values, value);
    Tensor constants = Tensor.zeros(device, new TensorShape(1, channels, 1, 1));
    constants.value().write(values);
    return kept(constants);
  }

  /** A random class for each image. */
  int[] classes(int images, int classes) {
    return random.ints(images, 0, classes).toArray();
  }

  private Tensor kept(Tensor parameter) {
    parameters.add(parameter);
    return parameter;
  }
}
