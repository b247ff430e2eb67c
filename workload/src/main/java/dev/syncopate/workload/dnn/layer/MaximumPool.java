package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Struct;

/**
 * The largest value of each window, cut off at the image's borders. Windows may overlap, so that
 * gradients are added atomically.
 */
public final class MaximumPool implements Layer {
  private final int side;
  private final int stride;
  private final int pad;
  private final Tensor input;
  private final Tensor out;
  private final Buffer places;

  /**
   * @param side rows and columns of a window
   * @param stride rows and columns from one window to the next
   * @param pad rows above and columns left of the image that the first windows take in
   * @param out whose every window has at least one element of the image
   */
  public MaximumPool(Device device, int side, int stride, int pad, Tensor input, Tensor out) {
    this.side = side;
    this.stride = stride;
    this.pad = pad;
    this.input = input;
    this.out = out;
    this.places = device.allocate((long) Integer.BYTES * out.elements());
  }

  @Override
  public String label() {
    return "maximum of %dx%d/%d of %s".formatted(side, side, stride, input.shape());
  }

  @Override
  public void forward(Pass pass) {
    int n = out.elements();
    BoundedSums sums = new BoundedSums(out.value().readFloats());
    int[] expected = places.readInts();
    float[] x = input.value().readFloats();
    pass.launchElements("dnn_maximum_forward", n, struct(), input.value(), out.value(), places)
        .forEachElement(
            n,
            i -> {
              expected[i] = largest(x, i);
              sums.set(i, x[expected[i]]);
            });
    pass.check(label() + ": y", out.value(), sums, 0);
    pass.check(ResultComparison.unsigned(label() + ": place", places.readInts(), expected), n);
  }

  @Override
  public void backward(Pass pass) {
    int n = out.elements();
    BoundedSums sums = new BoundedSums(input.gradient().readFloats());
    int[] place = places.readInts();
    float[] dy = out.gradient().readFloats();
    pass.launchElements(
            pass.atomic("dnn_maximum_backward"), n, n, places, out.gradient(), input.gradient())
        .forEachElement(n, i -> sums.add(place[i], dy[i]));
    int windows = Math.ceilDiv(side, stride) * Math.ceilDiv(side, stride);
    pass.check(label() + ": dx", input.gradient(), sums, windows);
  }

  private int largest(float[] x, int output) {
    TensorShape inputShape = input.shape();
    TensorShape outputShape = out.shape();
    int channel = output / outputShape.area();
    int top = output % outputShape.area() / outputShape.width() * stride - pad;
    int leftEdge = output % outputShape.width() * stride - pad;
    int best = -1;
    for (int row = Math.max(top, 0); row < Math.min(top + side, inputShape.height()); row++) {
      for (int column = Math.max(leftEdge, 0);
          column < Math.min(leftEdge + side, inputShape.width());
          column++) {
        int index = channel * inputShape.area() + row * inputShape.width() + column;
        best = best < 0 || x[index] > x[best] ? index : best;
      }
    }
    return best;
  }

  private Struct struct() {
    return Struct.of(
        input.shape().height(),
        input.shape().width(),
        side,
        stride,
        pad,
        out.elements(),
        KernelDivisor.by(out.shape().area()),
        KernelDivisor.by(out.shape().width()));
  }
}
