package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Dim3;

/**
 * The loss of a network: an image's values become probabilities of classes, and its loss is minus
 * the logarithm of the right one's. Gradients are those of the images' mean loss.
 *
 * <p>With u = 2^-24, the kernel's exponential is off by at most 2 units in the last place, 4 u
 * (CUDA C++ programming guide, "Mathematical functions"). The rounding of its argument d = x - max
 * adds u |d|. The logarithm is off by at most 1 unit, 2 u.
 */
public final class Softmax implements Layer {
  private final Tensor input;
  private final Tensor out;
  private final int[] right;
  private final Buffer classesOnDevice;
  private final Buffer loss;

  /**
   * @param right class of each image
   */
  public Softmax(Device device, Tensor input, Tensor out, int[] right) {
    this.input = input;
    this.out = out;
    this.right = right.clone();
    this.classesOnDevice = device.copyOf(right);
    this.loss = device.allocate((long) Float.BYTES * right.length);
  }

  @Override
  public String label() {
    return "softmax loss of " + input.shape();
  }

  /** Each image's loss, as the device has computed it. */
  public float[] losses() {
    return loss.readFloats();
  }

  @Override
  public void forward(Pass pass) {
    int classes = input.elements() / right.length;
    BoundedSums ofLoss = new BoundedSums(loss.readFloats());
    BoundedSums ofValues = new BoundedSums(out.value().readFloats());
    float[] x = input.value().readFloats();
    ComputedTiles ran =
        pass.launch(
            Pass.LAYERS,
            "dnn_softmax_forward",
            Dim3.of(right.length),
            classes,
            input.value(),
            classesOnDevice,
            out.value(),
            loss);
    int chain = classes / Pass.THREADS + Integer.numberOfTrailingZeros(Pass.THREADS) + 1;
    ran.forEach((image, y, z) -> forward(x, classes, image, chain, ofValues, ofLoss));
    pass.check(label() + ": y", out.value(), ofValues, 1);
    pass.check(label() + ": loss", loss, ofLoss, 1);
  }

  private void forward(
      float[] x, int classes, int image, int chain, BoundedSums ofValues, BoundedSums ofLoss) {
    int first = image * classes;
    double largest = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < classes; k++) {
      largest = Math.max(largest, x[first + k]);
    }
    double sum = 0;
    double error = 0;
    for (int k = 0; k < classes; k++) {
      double d = x[first + k] - largest;
      sum += Math.exp(d);
      error += Math.exp(d) * BoundedSums.UNIT * (4 + Math.abs(d));
    }
    double ofSum = error / sum + BoundedSums.gamma(chain);
    for (int k = 0; k < classes; k++) {
      double d = x[first + k] - largest;
      double probability = Math.exp(d) / sum;
      ofValues.set(first + k, probability);
      ofValues.slack(
          first + k, 1.01 * probability * (ofSum + BoundedSums.UNIT * (4 + Math.abs(d))));
    }
    double shifted = x[first + right[image]] - largest;
    ofLoss.set(image, Math.log(sum) - shifted, Math.log(sum) + Math.abs(shifted));
    ofLoss.slack(
        image, 1.01 * (ofSum + BoundedSums.UNIT * (2 * Math.log(sum) + Math.abs(shifted))));
  }

  @Override
  public void backward(Pass pass) {
    int n = input.elements();
    int classes = n / right.length;
    float share = 1f / right.length;
    BoundedSums sums = new BoundedSums(input.gradient().readFloats());
    float[] y = out.value().readFloats();
    pass.launchElements(
            "dnn_softmax_backward",
            n,
            n,
            KernelDivisor.by(classes),
            share,
            out.value(),
            classesOnDevice,
            input.gradient())
        .forEachElement(
            n,
            i -> {
              int oneHot = i % classes == right[i / classes] ? 1 : 0;
              sums.set(i, share * ((double) y[i] - oneHot), share * ((double) y[i] + oneHot));
            });
    pass.check(label() + ": dx", input.gradient(), sums, 2);
  }
}
