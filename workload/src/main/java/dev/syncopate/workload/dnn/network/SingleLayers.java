package dev.syncopate.workload.dnn.network;

import dev.syncopate.workload.dnn.layer.Layer;
import dev.syncopate.workload.dnn.layer.Pass;
import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.dnn.layer.TensorShape;
import dev.syncopate.workload.runtime.Buffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The layers of a network, each by itself on random values and gradients, in the same memory one
 * after the other. Layers that do not differ run once, and represent each other. Some of the
 * different layers of a kind may represent all of that kind. The kind's work, in the order of the
 * network, is divided into equal parts; the layer in the middle of each part represents it,
 * weighted by the part over the layer's own work.
 */
public final class SingleLayers {
  private static final int BYTES = Float.BYTES;

  private final ParameterMaker maker;
  private final Map<Kind, Integer> times = new LinkedHashMap<>();
  private final Map<Kind, Double> represented;
  private final List<Buffer> memory = new ArrayList<>();

  /** What tells layers apart. */
  private record Kind(LayerSpec spec, List<TensorShape> inputShapes, TensorShape out) {
    long work() {
      return spec.work(inputShapes, out);
    }
  }

  /**
   * @param layer number of the only one, from 1; 0 for all
   * @param onlyAtomic whether only convolutions count
   * @param maxPerGroup layers that run of each kind; 0 for all that differ
   */
  public SingleLayers(
      NeuralNetwork network, ParameterMaker maker, int layer, boolean onlyAtomic, int maxPerGroup) {
    this.maker = maker;
    List<NeuralNetwork.Node> nodes = network.nodes();
    for (NeuralNetwork.Node node : layer == 0 ? nodes : nodes.subList(layer - 1, layer)) {
      if (!onlyAtomic || node.spec() instanceof LayerSpec.Convolve) {
        List<TensorShape> inputShapes = node.inputs().stream().map(network.tensors()::get).toList();
        times.merge(
            new Kind(node.spec(), inputShapes, network.tensors().get(node.out())), 1, Integer::sum);
      }
    }
    represented = representatives(maxPerGroup);
  }

  /** By the layers that run, how many passes each represents. */
  private Map<Kind, Double> representatives(int maxPerGroup) {
    Map<Kind, Double> passCounts = new LinkedHashMap<>();
    times.forEach((kind, count) -> passCounts.put(kind, (double) count));
    if (maxPerGroup == 0) {
      return passCounts;
    }
    Map<Class<?>, List<Kind>> groups = new LinkedHashMap<>();
    times
        .keySet()
        .forEach(kind ->
            groups.computeIfAbsent(kind.spec().getClass(), type -> new ArrayList<>()).add(kind));
    for (List<Kind> group : groups.values()) {
      if (group.size() > maxPerGroup) {
        passCounts.keySet().removeAll(group);
        middles(group, maxPerGroup)
            .forEach((kind, passes) -> passCounts.merge(kind, passes, Double::sum));
      }
    }
    return passCounts;
  }

  private Map<Kind, Double> middles(List<Kind> group, int parts) {
    long total = group.stream().mapToLong(kind -> kind.work() * passes(kind)).sum();
    Map<Kind, Double> chosen = new LinkedHashMap<>();
    for (int part = 0; part < parts; part++) {
      double middle = total * (part + 0.5) / parts;
      long preceding = 0;
      for (Kind kind : group) {
        preceding += kind.work() * passes(kind);
        if (preceding > middle) {
          chosen.merge(kind, (double) total / parts / kind.work(), Double::sum);
          break;
        }
      }
    }
    return chosen;
  }

  private int passes(Kind kind) {
    return times.getOrDefault(kind, 0);
  }

  /** How many layers of its kind each layer that runs represents, by its work. */
  public List<Double> represented() {
    return List.copyOf(represented.values());
  }

  /**
   * Runs them.
   *
   * @param forward whether to run forward passes in addition to the backward ones
   * @param action hears after every layer
   */
  public void run(Pass pass, boolean forward, Runnable action) {
    for (Map.Entry<Kind, Double> entry : represented.entrySet()) {
      Kind kind = entry.getKey();
      pass.represent(entry.getValue());
      List<Tensor> inputTensors = new ArrayList<>();
      for (TensorShape shape : kind.inputShapes()) {
        inputTensors.add(tensor(inputTensors.size(), shape).draw(maker.random(), 1));
      }
      Tensor out = tensor(inputTensors.size(), kind.out()).drawGradient(maker.random(), 1);
      Layer layer = kind.spec().layer(maker, inputTensors, out);
      if (forward) {
        layer.forward(pass);
      }
      layer.backward(pass);
      action.run();
    }
  }

  /** Zeros at the beginning of the memory of a layer's tensor of that number. */
  private Tensor tensor(int number, TensorShape shape) {
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
    for (Kind kind : represented.keySet()) {
      tensors = Math.max(tensors, kind.inputShapes().size() + 1);
      largest = Math.max(largest, kind.out().elements());
      for (TensorShape shape : kind.inputShapes()) {
        largest = Math.max(largest, shape.elements());
      }
    }
    for (int i = 0; i < 2 * tensors; i++) {
      memory.add(maker.device().allocate(BYTES * largest));
    }
  }
}
