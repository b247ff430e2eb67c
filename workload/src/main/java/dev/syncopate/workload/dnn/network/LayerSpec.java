package dev.syncopate.workload.dnn.network;

import dev.syncopate.workload.dnn.layer.Addition;
import dev.syncopate.workload.dnn.layer.AveragePool;
import dev.syncopate.workload.dnn.layer.Convolution;
import dev.syncopate.workload.dnn.layer.ConvolutionShape;
import dev.syncopate.workload.dnn.layer.Dense;
import dev.syncopate.workload.dnn.layer.Layer;
import dev.syncopate.workload.dnn.layer.MaximumPool;
import dev.syncopate.workload.dnn.layer.Normalisation;
import dev.syncopate.workload.dnn.layer.Relu;
import dev.syncopate.workload.dnn.layer.Softmax;
import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.dnn.layer.TensorShape;
import java.util.List;

/** Specification of a layer, before it has tensors. */
public sealed interface LayerSpec {
  /**
   * The layer.
   *
   * @param inputTensors of the shapes for which it is meant, two for a sum
   */
  Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out);

  /** What it costs compared with others of its kind: the multiplications of a forward pass. */
  default long work(List<TensorShape> inputShapes, TensorShape out) {
    return inputShapes.getFirst().elements();
  }

  /**
   * Convolution.
   *
   * @param biased whether a number is added to each map; not before a normalisation
   */
  record Convolve(ConvolutionShape filters, boolean biased) implements LayerSpec {
    @Override
    public long work(List<TensorShape> inputShapes, TensorShape out) {
      return out.elements() * filters.terms();
    }

    @Override
    public Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out) {
      Tensor weights = maker.weights(filters.weights(), filters.terms());
      Tensor biases = maker.constants(filters.count(), 0);
      return new Convolution(filters, biased, inputTensors.getFirst(), out, weights, biases);
    }
  }

  /**
   * A fully connected layer.
   *
   * @param outputs of an image
   */
  record Connect(int outputs) implements LayerSpec {
    @Override
    public long work(List<TensorShape> inputShapes, TensorShape out) {
      return inputShapes.getFirst().elements() * outputs;
    }

    @Override
    public Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out) {
      int inputs = inputTensors.getFirst().elements() / inputTensors.getFirst().shape().images();
      Tensor weights = maker.weights(new TensorShape(outputs, inputs, 1, 1), inputs);
      return new Dense(inputTensors.getFirst(), out, weights, maker.constants(outputs, 0));
    }
  }

  /**
   * ReLU.
   *
   * @param slope of what is negative
   */
  record Rectify(float slope) implements LayerSpec {
    @Override
    public Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out) {
      return new Relu(slope, inputTensors.getFirst(), out);
    }
  }

  /** The largest of windows of side by side, stride apart. */
  record Maximum(int side, int stride, int pad) implements LayerSpec {
    @Override
    public Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out) {
      return new MaximumPool(maker.device(), side, stride, pad, inputTensors.getFirst(), out);
    }
  }

  /** The mean of each channel. */
  record Average() implements LayerSpec {
    @Override
    public Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out) {
      return new AveragePool(inputTensors.getFirst(), out);
    }
  }

  /** Batch normalisation. */
  record Normalise() implements LayerSpec {
    @Override
    public Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out) {
      int channels = out.shape().channels();
      return new Normalisation(
          maker.device(),
          inputTensors.getFirst(),
          out,
          maker.constants(channels, 1),
          maker.constants(channels, 0));
    }
  }

  /** The sum of two tensors. */
  record Add() implements LayerSpec {
    @Override
    public Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out) {
      return new Addition(inputTensors.get(0), inputTensors.get(1), out);
    }
  }

  /** Softmax with its loss; the right classes are random. */
  record Lose() implements LayerSpec {
    @Override
    public Layer layer(ParameterMaker maker, List<Tensor> inputTensors, Tensor out) {
      int images = out.shape().images();
      return new Softmax(
          maker.device(),
          inputTensors.getFirst(),
          out,
          maker.classes(images, out.elements() / images));
    }
  }
}
