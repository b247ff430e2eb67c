package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.Struct;

/**
 * A fully connected layer. Outputs and the gradients by inputs are few sums of many terms: these
 * are split over CTAs, which add their parts atomically.
 */
public final class Dense implements Layer {
  private static final String SOURCE = "dnn_dense";
  private static final int TILE = 64;

  /** Terms of a CTA where they are split. */
  private static final int SPLIT = 256;

  private final int images;
  private final int inputs;
  private final int outputs;
  private final Tensor input;
  private final Tensor out;
  private final Tensor weights;
  private final Tensor biases;

  /**
   * @param input of which an image's elements are the inputs
   * @param out of which an image's elements are the outputs; zeros before the pass
   * @param weights inputs of each output
   * @param biases one an output
   */
  public Dense(Tensor input, Tensor out, Tensor weights, Tensor biases) {
    this.images = input.shape().images();
    this.inputs = input.elements() / images;
    this.outputs = out.elements() / images;
    this.input = input;
    this.out = out;
    this.weights = weights;
    this.biases = biases;
  }

  @Override
  public String label() {
    return "%d outputs fully connected to %s".formatted(outputs, input.shape());
  }

  @Override
  public void forward(Pass pass) {
    int splits = Math.ceilDiv(inputs, SPLIT);
    BoundedSums sums = new BoundedSums(out.value().readFloats());
    ComputedTiles ran =
        pass.launchSampled(
            SOURCE,
            pass.atomic("dnn_dense_forward"),
            SPLIT,
            new Dim3(tiles(outputs), tiles(images), splits),
            struct(),
            input.value(),
            weights.value(),
            biases.value(),
            out.value());
    float[] x = input.value().readFloats();
    float[] w = weights.value().readFloats();
    float[] bias = biases.value().readFloats();
    ran.forEach((tileX, tileY, split) -> {
      for (int n = first(tileY); n < end(tileY, images); n++) {
        for (int k = first(tileX); k < end(tileX, outputs); k++) {
          int index = n * outputs + k;
          sums.add(index, split == 0 ? bias[k] : 0);
          for (int c = split * SPLIT; c < Math.min((split + 1) * SPLIT, inputs); c++) {
            sums.add(index, (double) w[k * inputs + c] * x[n * inputs + c]);
          }
        }
      }
    });
    pass.check(label() + ": y", out.value(), sums, SPLIT + splits + 2);
  }

  @Override
  public void backward(Pass pass) {
    float[] dy = out.gradient().readFloats();
    backwardParameters(pass, dy);
    int splits = Math.ceilDiv(outputs, SPLIT);
    BoundedSums sums = new BoundedSums(input.gradient().readFloats());
    ComputedTiles ran =
        pass.launchSampled(
            SOURCE,
            pass.atomic("dnn_dense_data"),
            SPLIT,
            new Dim3(tiles(inputs), tiles(images), splits),
            struct(),
            weights.value(),
            out.gradient(),
            input.gradient());
    float[] w = weights.value().readFloats();
    ran.forEach((tileX, tileY, split) -> {
      for (int n = first(tileY); n < end(tileY, images); n++) {
        for (int k = split * SPLIT; k < Math.min((split + 1) * SPLIT, outputs); k++) {
          double gradient = dy[n * outputs + k];
          for (int c = first(tileX); c < end(tileX, inputs); c++) {
            sums.add(n * inputs + c, w[k * inputs + c] * gradient);
          }
        }
      }
    });
    pass.check(label() + ": dx", input.gradient(), sums, SPLIT + splits + 1);
  }

  private void backwardParameters(Pass pass, float[] dy) {
    BoundedSums ofBiases = new BoundedSums(biases.gradient().readFloats());
    pass.launch(
            SOURCE,
            "dnn_dense_bias",
            Dim3.of(Math.ceilDiv(outputs, Pass.THREADS)),
            struct(),
            out.gradient(),
            biases.gradient())
        .forEachElement(
            outputs,
            k -> {
              ofBiases.set(k, 0);
              for (int n = 0; n < images; n++) {
                ofBiases.add(k, dy[n * outputs + k]);
              }
            });
    pass.check(label() + ": dbias", biases.gradient(), ofBiases, images);
    BoundedSums sums = new BoundedSums(weights.gradient().readFloats());
    ComputedTiles ran =
        pass.launchPlain(
            SOURCE,
            "dnn_dense_weights",
            1,
            new Dim3(tiles(inputs), tiles(outputs), 1),
            struct(),
            input.value(),
            out.gradient(),
            weights.gradient());
    float[] x = input.value().readFloats();
    ran.forEach((tileX, tileY, z) -> {
      for (int k = first(tileY); k < end(tileY, outputs); k++) {
        for (int c = first(tileX); c < end(tileX, inputs); c++) {
          sums.set(k * inputs + c, 0);
          for (int n = 0; n < images; n++) {
            sums.add(k * inputs + c, (double) dy[n * outputs + k] * x[n * inputs + c]);
          }
        }
      }
    });
    pass.check(label() + ": dw", weights.gradient(), sums, images + 1);
  }

  private Struct struct() {
    return Struct.of(images, inputs, outputs, SPLIT);
  }

  private static int tiles(int extent) {
    return Math.ceilDiv(extent, TILE);
  }

  private static int first(int tile) {
    return tile * TILE;
  }

  private static int end(int tile, int extent) {
    return Math.min(first(tile + 1), extent);
  }
}
