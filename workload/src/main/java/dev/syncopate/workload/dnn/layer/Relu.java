package dev.syncopate.workload.dnn.layer;

/** Rectifier: negative values become 0, or a part of themselves. */
public final class Relu implements Layer {
  private final float slope;
  private final Tensor input;
  private final Tensor out;

  /**
   * @param slope of what is negative, 0 to 1
   */
  public Relu(float slope, Tensor input, Tensor out) {
    this.slope = slope;
    this.input = input;
    this.out = out;
  }

  @Override
  public String label() {
    return slope == 0 ? "ReLU of " + input.shape() : "leaky ReLU of " + input.shape();
  }

  @Override
  public void forward(Pass pass) {
    int n = input.elements();
    BoundedSums sums = new BoundedSums(out.value().readFloats());
    float[] x = input.value().readFloats();
    pass.launchElements("dnn_relu_forward", n, n, slope, input.value(), out.value())
        .forEachElement(n, i -> sums.set(i, x[i] > 0 ? x[i] : (double) slope * x[i]));
    pass.check(label() + ": y", out.value(), sums, 1);
  }

  @Override
  public void backward(Pass pass) {
    int n = input.elements();
    BoundedSums sums = new BoundedSums(input.gradient().readFloats());
    float[] x = input.value().readFloats();
    float[] dy = out.gradient().readFloats();
    pass.launchElements(
            "dnn_relu_backward", n, n, slope, input.value(), out.gradient(), input.gradient())
        .forEachElement(n, i -> sums.set(i, x[i] > 0 ? dy[i] : (double) slope * dy[i]));
    pass.check(label() + ": dx", input.gradient(), sums, 1);
  }
}
