package dev.syncopate.workload.dnn.layer;

/** The mean of each channel of each image. */
public final class AveragePool implements Layer {
  private final Tensor input;
  private final Tensor out;

  /**
   * @param out one element a channel
   */
  public AveragePool(Tensor input, Tensor out) {
    this.input = input;
    this.out = out;
  }

  @Override
  public String label() {
    return "mean of channels of " + input.shape();
  }

  @Override
  public void forward(Pass pass) {
    int n = out.elements();
    int area = input.shape().area();
    BoundedSums sums = new BoundedSums(out.value().readFloats());
    float[] x = input.value().readFloats();
    pass.launchElements("dnn_average_forward", n, n, area, input.value(), out.value())
        .forEachElement(
            n,
            i -> {
              double sum = 0;
              double magnitude = 0;
              for (int k = 0; k < area; k++) {
                sum += x[i * area + k];
                magnitude += Math.abs(x[i * area + k]);
              }
              sums.set(i, sum / area, magnitude / area);
            });
    pass.check(label() + ": y", out.value(), sums, area + 1);
  }

  @Override
  public void backward(Pass pass) {
    int n = input.elements();
    int area = input.shape().area();
    BoundedSums sums = new BoundedSums(input.gradient().readFloats());
    float[] dy = out.gradient().readFloats();
    pass.launchElements(
            "dnn_average_backward", n, n, KernelDivisor.by(area), out.gradient(), input.gradient())
        .forEachElement(n, i -> sums.set(i, (double) dy[i / area] / area));
    pass.check(label() + ": dx", input.gradient(), sums, 1);
  }
}
