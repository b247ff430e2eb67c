package dev.syncopate.workload.dnn.network;

import dev.syncopate.workload.dnn.layer.TensorShape;
import java.util.List;

/**
 * Layers between tensors, in the order in which a forward pass takes them.
 *
 * @param tensors their shapes; the first is the images
 * @param nodes layers
 */
public record NeuralNetwork(List<TensorShape> tensors, List<Node> nodes) {
  public NeuralNetwork {
    tensors = List.copyOf(tensors);
    nodes = List.copyOf(nodes);
  }

  /**
   * A layer and its tensors, by their indices.
   *
   * @param inputs one, or two of a sum
   */
  public record Node(LayerSpec spec, List<Integer> inputs, int out) {
    public Node {
      inputs = List.copyOf(inputs);
    }
  }

  /** Elements of the largest tensor. */
  public long largest() {
    return tensors.stream().mapToLong(TensorShape::elements).max().orElse(0);
  }
}
