package dev.syncopate.workload.dnn.layer;

/** A layer between tensors that it was made with. */
public interface Layer {
  /** What it is, in short, for example {@code convolution 96 of 11x11/4}. */
  String label();

  /** Computes its output's values, and checks them. */
  void forward(Pass pass);

  /**
   * Adds to the gradients of its parameters and of its input what its output's gradient says, and
   * checks them.
   */
  void backward(Pass pass);
}
