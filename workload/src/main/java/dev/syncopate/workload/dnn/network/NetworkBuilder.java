package dev.syncopate.workload.dnn.network;

import dev.syncopate.workload.dnn.layer.ConvolutionShape;
import dev.syncopate.workload.dnn.layer.TensorShape;
import java.util.ArrayList;
import java.util.List;

/** Puts layer after layer; each takes what the one before has made. */
public final class NetworkBuilder {
  private static final int PAIR = 2;

  private final List<TensorShape> tensors = new ArrayList<>();
  private final List<NeuralNetwork.Node> nodes = new ArrayList<>();
  private final int shrink;
  private int current;

  /**
   * @param images first tensor, as it is
   * @param shrink what channels are divided by
   */
  public NetworkBuilder(TensorShape images, int shrink) {
    this.shrink = shrink;
    tensors.add(images);
  }

  /** The network so far. */
  public NeuralNetwork build() {
    return new NeuralNetwork(tensors, nodes);
  }

  /** The tensor that the next layer takes. */
  int here() {
    return current;
  }

  /** The next layer takes this tensor. */
  NetworkBuilder from(int tensor) {
    current = tensor;
    return this;
  }

  /**
   * Channels divided by what the network is shrunk by, then an even number so that they form
   * groups.
   */
  private int channels(int published) {
    return shrink == 1 ? published : PAIR * Math.ceilDiv(published, PAIR * shrink);
  }

  /** Convolution with biases. */
  public NetworkBuilder convolution(int filters, int side, int stride, int pad) {
    return convolution(filters, side, stride, pad, 1, true);
  }

  NetworkBuilder convolution(
      int filters, int side, int stride, int pad, int groups, boolean biased) {
    ConvolutionShape shape =
        ConvolutionShape.of(tensors.get(current), channels(filters), side, stride, pad, groups);
    return put(new LayerSpec.Convolve(shape, biased), shape.output());
  }

  /** Two convolutions, of 1x1 and of 3x3, whose maps are channels of one tensor. */
  NetworkBuilder expand(int filters) {
    int source = current;
    int count = channels(filters);
    TensorShape input = tensors.get(source);
    int out = add(input.with(2 * count, input.height(), input.width()));
    ConvolutionShape narrow = new ConvolutionShape(input, count, 1, 1, 0, 1, 2 * count, 0);
    ConvolutionShape wide = new ConvolutionShape(input, count, 3, 1, 1, 1, 2 * count, count);
    nodes.add(new NeuralNetwork.Node(new LayerSpec.Convolve(narrow, true), List.of(source), out));
    nodes.add(new NeuralNetwork.Node(new LayerSpec.Convolve(wide, true), List.of(source), out));
    return from(out);
  }

  public NetworkBuilder relu() {
    return put(new LayerSpec.Rectify(0), tensors.get(current));
  }

  NetworkBuilder leaky(float slope) {
    return put(new LayerSpec.Rectify(slope), tensors.get(current));
  }

  /** Maxima of windows that lie inside the image with its padding, at least one. */
  public NetworkBuilder maximum(int side, int stride, int pad) {
    TensorShape input = tensors.get(current);
    return put(
        new LayerSpec.Maximum(side, stride, pad),
        input.with(
            input.channels(),
            windows(input.height(), side, stride, pad),
            windows(input.width(), side, stride, pad)));
  }

  /** Maxima of windows one element apart, the last ones cut off: the image keeps its size. */
  NetworkBuilder maximumOfEach(int side) {
    return put(new LayerSpec.Maximum(side, 1, 0), tensors.get(current));
  }

  private static int windows(int extent, int side, int stride, int pad) {
    return Math.max(0, extent + 2 * pad - side) / stride + 1;
  }

  public NetworkBuilder average() {
    return put(
        new LayerSpec.Average(), tensors.get(current).with(tensors.get(current).channels(), 1, 1));
  }

  public NetworkBuilder normalise() {
    return put(new LayerSpec.Normalise(), tensors.get(current));
  }

  /** The sum with another tensor of the same shape. */
  NetworkBuilder plus(int addend) {
    int out = add(tensors.get(current));
    nodes.add(new NeuralNetwork.Node(new LayerSpec.Add(), List.of(current, addend), out));
    return from(out);
  }

  public NetworkBuilder connect(int outputs) {
    int count = channels(outputs);
    return put(new LayerSpec.Connect(count), tensors.get(current).with(count, 1, 1));
  }

  /** Softmax with its loss, over all values of an image. */
  public NetworkBuilder lose() {
    TensorShape input = tensors.get(current);
    return put(new LayerSpec.Lose(), input);
  }

  private NetworkBuilder put(LayerSpec spec, TensorShape shape) {
    int out = add(shape);
    nodes.add(new NeuralNetwork.Node(spec, List.of(current), out));
    return from(out);
  }

  private int add(TensorShape shape) {
    tensors.add(shape);
    return tensors.size() - 1;
  }
}
