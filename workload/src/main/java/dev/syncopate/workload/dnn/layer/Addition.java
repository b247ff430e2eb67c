package dev.syncopate.workload.dnn.layer;

/** The sum of two tensors, as where a shortcut joins. */
public final class Addition implements Layer {
  private final Tensor first;
  private final Tensor second;
  private final Tensor out;

  /** All of the same shape. */
  public Addition(Tensor first, Tensor second, Tensor out) {
    this.first = first;
    this.second = second;
    this.out = out;
  }

  @Override
  public String label() {
    return "sum of two " + out.shape();
  }

  @Override
  public void forward(Pass pass) {
    int n = out.elements();
    BoundedSums sums = new BoundedSums(out.value().readFloats());
    float[] a = first.value().readFloats();
    float[] b = second.value().readFloats();
    pass.launchElements("dnn_add_forward", n, n, first.value(), second.value(), out.value())
        .forEachElement(n, i -> sums.set(i, (double) a[i] + b[i]));
    pass.check(label() + ": y", out.value(), sums, 1);
  }

  /** The gradient goes to both as it is; other additions to their gradients come later. */
  @Override
  public void backward(Pass pass) {
    int n = out.elements();
    BoundedSums ofFirst = new BoundedSums(first.gradient().readFloats());
    BoundedSums ofSecond = new BoundedSums(second.gradient().readFloats());
    float[] dy = out.gradient().readFloats();
    pass.launchElements(
            "dnn_add_backward", n, n, out.gradient(), first.gradient(), second.gradient())
        .forEachElement(
            n,
            i -> {
              ofFirst.set(i, dy[i]);
              ofSecond.set(i, dy[i]);
            });
    pass.check(label() + ": da", first.gradient(), ofFirst, 1);
    pass.check(label() + ": db", second.gradient(), ofSecond, 1);
  }
}
