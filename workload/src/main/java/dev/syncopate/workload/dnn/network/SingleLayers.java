package dev.syncopate.workload.dnn.network;

import dev.syncopate.workload.dnn.layer.Layer;
import dev.syncopate.workload.dnn.layer.Pass;
import dev.syncopate.workload.dnn.layer.Shape;
import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.runtime.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The layers of a network, each by itself on random values and gradients, in the same memory one
 * after the other. Layers that do not differ run once.
 */
public final class SingleLayers {
  private static final int BYTES = Float.BYTES;

  private final Maker maker;
  private final Map<Kind, Integer> times = new LinkedHashMap<>();
  private final List<Buffer> memory = new ArrayList<>();

  /** What tells layers apart. */
  private record Kind(Spec spec, List<Shape> in, Shape out) {}

  /**
   * @param layer number of the only one, from 1; 0 for all
   * @param onlyAtomic whether only convolutions count
   */
  public SingleLayers(Network network, Maker maker, int layer, boolean onlyAtomic) {
    this.maker = maker;
    List<Network.Node> nodes = network.nodes();
    for (Network.Node node : layer == 0 ? nodes : nodes.subList(layer - 1, layer)) {
      if (!onlyAtomic || node.spec() instanceof Spec.Convolve) {
        List<Shape> in = node.in().stream().map(network.tensors()::get).toList();
        times.merge(new Kind(node.spec(), in, network.tensors().get(node.out())), 1, Integer::sum);
      }
    }
  }

  /** How often the network has each layer. */
  public List<Integer> times() {
    return List.copyOf(times.values());
  }

  /**
   * Runs them.
   *
   * @param forward whether to run forward passes, besides the backward ones
   * @param each hears after every layer
   */
  public void run(Pass pass, boolean forward, Runnable each) {
    for (Kind kind : times.keySet()) {
      List<Tensor> in = new ArrayList<>();
      for (Shape shape : kind.in()) {
        in.add(tensor(in.size(), shape).draw(maker.random(), 1));
      }
      Tensor out = tensor(in.size(), kind.out()).drawGradient(maker.random(), 1);
      Layer layer = kind.spec().layer(maker, in, out);
      if (forward) {
        layer.forward(pass);
      }
      layer.backward(pass);
      each.run();
    }
  }

  /** Zeros at the beginning of the memory of a layer's tensor of that number. */
  private Tensor tensor(int number, Shape shape) {
    if (memory.isEmpty()) {
      allocate();
    }
    long bytes = BYTES * shape.elements();
    Buffer value = memory.get(2 * number).part(0, bytes).fill((byte) 0);
    Buffer gradient = memory.get(2 * number + 1).part(0, bytes).fill((byte) 0);
    return new Tensor(shape, value, gradient);
  }

  private void allocate() {
    long largest = 1;
    int tensors = 0;
    for (Kind kind : times.keySet()) {
      tensors = Math.max(tensors, kind.in().size() + 1);
      largest = Math.max(largest, kind.out().elements());
      for (Shape shape : kind.in()) {
        largest = Math.max(largest, shape.elements());
      }
    }
    for (int i = 0; i < 2 * tensors; i++) {
      memory.add(maker.device().allocate(BYTES * largest));
    }
  }
}
