package dev.syncopate.workload.dnn.layer;

/** The mean of each channel of each image. */
public final class AveragePool implements Layer {
  private final Tensor in;
  private final Tensor out;

  /**
   * @param out one element a channel
   */
  public AveragePool(Tensor in, Tensor out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public String label() {
    return "mean of channels of " + in.shape();
  }

  @Override
  public void forward(Pass pass) {
    int n = out.elements();
    int area = in.shape().area();
    Sums sums = new Sums(out.value().readFloats());
    float[] x = in.value().readFloats();
    pass.launchElements("dnn_average_forward", n, n, area, in.value(), out.value())
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
    int n = in.elements();
    int area = in.shape().area();
    Sums sums = new Sums(in.gradient().readFloats());
    float[] dy = out.gradient().readFloats();
    pass.launchElements(
            "dnn_average_backward", n, n, Division.by(area), out.gradient(), in.gradient())
        .forEachElement(n, i -> sums.set(i, (double) dy[i / area] / area));
    pass.check(label() + ": dx", in.gradient(), sums, 1);
  }
}
