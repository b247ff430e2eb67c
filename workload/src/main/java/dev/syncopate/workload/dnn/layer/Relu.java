package dev.syncopate.workload.dnn.layer;

/** What is negative becomes 0, or a part of itself. */
public final class Relu implements Layer {
  private final float slope;
  private final Tensor in;
  private final Tensor out;

  /**
   * @param slope of what is negative, 0 to 1
   */
  public Relu(float slope, Tensor in, Tensor out) {
    this.slope = slope;
    this.in = in;
    this.out = out;
  }

  @Override
  public String label() {
    return slope == 0 ? "ReLU of " + in.shape() : "leaky ReLU of " + in.shape();
  }

  @Override
  public void forward(Pass pass) {
    int n = in.elements();
    Sums sums = new Sums(out.value().readFloats());
    float[] x = in.value().readFloats();
    pass.launchElements("dnn_relu_forward", n, n, slope, in.value(), out.value())
        .forEachElement(n, i -> sums.set(i, x[i] > 0 ? x[i] : (double) slope * x[i]));
    pass.check(label() + ": y", out.value(), sums, 1);
  }

  @Override
  public void backward(Pass pass) {
    int n = in.elements();
    Sums sums = new Sums(in.gradient().readFloats());
    float[] x = in.value().readFloats();
    float[] dy = out.gradient().readFloats();
    pass.launchElements("dnn_relu_backward", n, n, slope, in.value(), out.gradient(), in.gradient())
        .forEachElement(n, i -> sums.set(i, x[i] > 0 ? dy[i] : (double) slope * dy[i]));
    pass.check(label() + ": dx", in.gradient(), sums, 1);
  }
}
