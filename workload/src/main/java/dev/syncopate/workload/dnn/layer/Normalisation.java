package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.Struct;

/**
 * Batch normalisation. A channel's statistics and gradients are sums over all images, split over
 * CTAs that add their parts atomically.
 */
public final class Normalisation implements Layer {
  private static final float EPSILON = 1e-5f;

  /** Elements of a channel that a CTA sums. */
  private static final int SPLIT = 4096;

  private final Tensor input;
  private final Tensor out;
  private final Tensor scale;
  private final Tensor shift;
  private final Buffer sum;
  private final Buffer squares;

  /**
   * @param out of the same shape
   * @param scale gamma, one a channel
   * @param shift beta, one a channel
   */
  public Normalisation(Device device, Tensor input, Tensor out, Tensor scale, Tensor shift) {
    this.input = input;
    this.out = out;
    this.scale = scale;
    this.shift = shift;
    this.sum = device.allocate(Float.BYTES * (long) input.shape().channels());
    this.squares = device.allocate(Float.BYTES * (long) input.shape().channels());
  }

  @Override
  public String label() {
    return "batch normalisation of " + input.shape();
  }

  @Override
  public void forward(Pass pass) {
    float[] x = input.value().readFloats();
    BoundedSums total = new BoundedSums(sum.readFloats());
    sums(pass, "dnn_channel_sum", struct(), input.value(), sum)
        .forEach((c, split, z) -> forEachOf(c, split, i -> total.add(c, x[i])));
    pass.check(label() + ": sum", sum, total, roundings());
    BoundedSums deviations = new BoundedSums(squares.readFloats());
    ComputedTiles ran = sums(pass, "dnn_channel_squares", struct(), input.value(), sum, squares);
    NormalisedChannels channels = channels(x);
    ran.forEach((c, split, z) ->
        forEachOf(
            c,
            split,
            i -> {
              double distance = channels.distance(i);
              double error = channels.distanceError(i);
              deviations.add(c, distance * distance);
              deviations.slack(c, (2.02 * Math.abs(distance) + error) * error);
            }));
    pass.check(label() + ": squares", squares, deviations, roundings());
    normalise(pass, x);
  }

  private void normalise(Pass pass, float[] x) {
    NormalisedChannels channels = channels(x);
    float[] gamma = scale.value().readFloats();
    float[] beta = shift.value().readFloats();
    BoundedSums sums = new BoundedSums(out.value().readFloats());
    pass.launchElements(
            "dnn_normalise_forward",
            input.elements(),
            struct(),
            input.value(),
            sum,
            squares,
            scale.value(),
            shift.value(),
            out.value())
        .forEachElement(
            input.elements(),
            i -> {
              int c = channels.channel(i);
              sums.set(i, gamma[c] * channels.normal(i) + beta[c]);
              sums.slack(i, Math.abs(gamma[c]) * channels.normalError(i));
            });
    pass.check(label() + ": y", out.value(), sums, 1);
  }

  @Override
  public void backward(Pass pass) {
    float[] dy = out.gradient().readFloats();
    NormalisedChannels channels = channels(input.value().readFloats());
    BoundedSums ofScale = new BoundedSums(scale.gradient().readFloats());
    BoundedSums ofShift = new BoundedSums(shift.gradient().readFloats());
    sums(
            pass,
            "dnn_channel_gradients",
            struct(),
            input.value(),
            sum,
            squares,
            out.gradient(),
            scale.gradient(),
            shift.gradient())
        .forEach((c, split, z) ->
            forEachOf(
                c,
                split,
                i -> {
                  ofScale.add(c, dy[i] * channels.normal(i));
                  ofScale.slack(c, Math.abs(dy[i]) * channels.normalError(i));
                  ofShift.add(c, dy[i]);
                }));
    pass.check(label() + ": dgamma", scale.gradient(), ofScale, roundings());
    pass.check(label() + ": dbeta", shift.gradient(), ofShift, roundings());
    backwardData(pass, channels, dy);
  }

  /**
   * dx = gamma / deviation (dy - mean of dy - normal * mean of dy normal). The inner sum has at
   * most five roundings a term in addition to the error of the normalised value; its factor has
   * seven.
   */
  private void backwardData(Pass pass, NormalisedChannels channels, float[] dy) {
    float[] gamma = scale.value().readFloats();
    float[] dgamma = scale.gradient().readFloats();
    float[] dbeta = shift.gradient().readFloats();
    double share = 1.0 / each();
    BoundedSums sums = new BoundedSums(input.gradient().readFloats());
    pass.launchElements(
            "dnn_normalise_backward",
            input.elements(),
            struct(),
            input.value(),
            sum,
            squares,
            scale.value(),
            scale.gradient(),
            shift.gradient(),
            out.gradient(),
            input.gradient())
        .forEachElement(
            input.elements(),
            i -> {
              int c = channels.channel(i);
              double factor = gamma[c] * channels.inverse(c);
              double first = share * dbeta[c];
              double second = channels.normal(i) * share * dgamma[c];
              double magnitude = Math.abs(dy[i]) + Math.abs(first) + Math.abs(second);
              sums.set(i, factor * (dy[i] - first - second), Math.abs(factor) * magnitude);
              sums.slack(i, Math.abs(factor * share * dgamma[c]) * channels.normalError(i));
            });
    pass.check(label() + ": dx", input.gradient(), sums, 12);
  }

  private ComputedTiles sums(Pass pass, String kernel, Object... arguments) {
    Dim3 grid = new Dim3(input.shape().channels(), Math.ceilDiv(each(), SPLIT), 1);
    return pass.launch(Pass.LAYERS, pass.atomic(kernel), grid, arguments);
  }

  /** Action on the index of an element. */
  private interface Visitor {
    void element(int index);
  }

  private void forEachOf(int channel, int split, Visitor visitor) {
    int area = input.shape().area();
    for (int k = split * SPLIT; k < Math.min((split + 1) * SPLIT, each()); k++) {
      visitor.element((k / area * input.shape().channels() + channel) * area + k % area);
    }
  }

  private int roundings() {
    int chain = Math.ceilDiv(SPLIT, Pass.THREADS);
    return chain + Integer.numberOfTrailingZeros(Pass.THREADS) + Math.ceilDiv(each(), SPLIT) + 1;
  }

  private int each() {
    return input.elements() / input.shape().channels();
  }

  private NormalisedChannels channels(float[] x) {
    return new NormalisedChannels(
        input.shape(), x, sum.readFloats(), squares.readFloats(), each(), EPSILON);
  }

  private Struct struct() {
    return Struct.of(
        input.shape().channels(),
        input.shape().area(),
        each(),
        SPLIT,
        EPSILON,
        KernelDivisor.by(input.shape().area()),
        KernelDivisor.by(input.shape().channels()));
  }
}
