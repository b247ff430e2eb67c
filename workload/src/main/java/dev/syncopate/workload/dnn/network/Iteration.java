package dev.syncopate.workload.dnn.network;

import dev.syncopate.workload.dnn.layer.Layer;
import dev.syncopate.workload.dnn.layer.Pass;
import dev.syncopate.workload.dnn.layer.Softmax;
import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.dnn.layer.TensorShape;
import java.util.ArrayList;
import java.util.List;

/** A network on a device: one training iteration on random images, from layer to layer. */
public final class Iteration {
  private final List<Layer> layers = new ArrayList<>();

  /**
   * @param maker gives the images and the parameters
   */
  public Iteration(NeuralNetwork network, ParameterMaker maker) {
    List<Tensor> tensors = new ArrayList<>();
    for (TensorShape shape : network.tensors()) {
      tensors.add(Tensor.zeros(maker.device(), shape));
    }
    tensors.getFirst().draw(maker.random(), 1);
    for (NeuralNetwork.Node node : network.nodes()) {
      List<Tensor> inputTensors = node.inputs().stream().map(tensors::get).toList();
      layers.add(node.spec().layer(maker, inputTensors, tensors.get(node.out())));
    }
  }

  /** All layers, in their order. */
  public void forward(Pass pass) {
    layers.forEach(layer -> layer.forward(pass));
  }

  /** All layers, the last one first. */
  public void backward(Pass pass) {
    layers.reversed().forEach(layer -> layer.backward(pass));
  }

  /** The mean loss of the images, of a network that ends with one. */
  public double loss() {
    if (!(layers.getLast() instanceof Softmax last)) {
      throw new IllegalStateException("the network ends with " + layers.getLast().label());
    }
    double sum = 0;
    for (float loss : last.losses()) {
      sum += loss;
    }
    return sum / last.losses().length;
  }
}
