package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.runtime.Dim3;

/**
 * Convolution with a bias for each filter. Its gradients are sums to which many CTAs add
 * atomically: by the input since filter places overlap, by filters and biases since the pixels are
 * split over CTAs.
 */
public final class Convolution implements Layer {
  private static final String SOURCE = "dnn_convolution";

  /** Rows and columns of the tile of sums that a CTA computes. */
  static final int TILE = 64;

  /** Pixels of a CTA that computes gradients by filters, unless told. */
  public static final int FILTER_SPLIT = 256;

  /** Pixels of a CTA that computes gradients by biases. */
  static final int BIAS_SPLIT = 4096;

  private final ConvolutionShape filters;
  private final int filterSplit;
  private final boolean biased;
  private final Tensor input;
  private final Tensor out;
  private final Tensor weights;
  private final Tensor biases;
  private final ConvolutionReference reference;

  /**
   * @param biased whether biases are trained; else they stay as they are
   * @param weights of the shape {@link ConvolutionShape#weights}
   * @param biases one a filter
   */
  public Convolution(
      ConvolutionShape filters,
      boolean biased,
      Tensor input,
      Tensor out,
      Tensor weights,
      Tensor biases) {
    this(filters, FILTER_SPLIT, biased, input, out, weights, biases);
  }

  /**
   * One whose gradients by filters are added after so many pixels.
   *
   * @param filterSplit pixels of a CTA that computes them
   */
  public Convolution(
      ConvolutionShape filters,
      int filterSplit,
      boolean biased,
      Tensor input,
      Tensor out,
      Tensor weights,
      Tensor biases) {
    this.filters = filters;
    this.filterSplit = filterSplit;
    this.biased = biased;
    this.input = input;
    this.out = out;
    this.weights = weights;
    this.biases = biases;
    this.reference = new ConvolutionReference(filters);
  }

  @Override
  public String label() {
    return "convolution of " + input.shape() + " with " + filters;
  }

  @Override
  public void forward(Pass pass) {
    for (LoopPart part : pass.parts(filters.terms())) {
      forward(pass, part);
    }
  }

  private void forward(Pass pass, LoopPart part) {
    BoundedSums sums = new BoundedSums(out.value().readFloats());
    ComputedTiles ran =
        pass.launchPlain(
            SOURCE,
            "dnn_convolution_forward",
            part.weight(),
            new Dim3(tiles(filters.pixels()), tiles(filters.groupFilters()), filters.groups()),
            filters.struct(part),
            input.value(),
            weights.value(),
            biases.value(),
            out.value());
    reference.forward(
        ran,
        part,
        input.value().readFloats(),
        weights.value().readFloats(),
        biases.value().readFloats(),
        sums);
    pass.check(label() + ": y", out.value(), sums, part.terms() + 1);
  }

  @Override
  public void backward(Pass pass) {
    if (biased) {
      backwardBias(pass);
    }
    backwardFilter(pass);
    backwardData(pass);
  }

  /** A copy for a reference, which is not kept while a launch runs: it may take a gigabyte. */
  private float[] gradient() {
    return out.gradient().readFloats();
  }

  private void backwardData(Pass pass) {
    BoundedSums sums = new BoundedSums(input.gradient().readFloats());
    ComputedTiles ran =
        pass.launchSampled(
            SOURCE,
            pass.atomic("dnn_convolution_data"),
            filters.groupFilters(),
            new Dim3(tiles(filters.pixels()), tiles(filters.terms()), filters.groups()),
            filters.struct(),
            weights.value(),
            out.gradient(),
            input.gradient());
    reference.backwardData(ran, weights.value().readFloats(), gradient(), sums);
    int maxTerms = filters.groupFilters() + filters.side() * filters.side();
    pass.check(label() + ": dx", input.gradient(), sums, maxTerms + 1);
  }

  private void backwardFilter(Pass pass) {
    int splits = Math.ceilDiv(filters.pixels(), filterSplit);
    BoundedSums sums = new BoundedSums(weights.gradient().readFloats());
    ComputedTiles ran =
        pass.launchSampled(
            SOURCE,
            pass.atomic("dnn_convolution_filter"),
            filterSplit,
            new Dim3(
                tiles(filters.terms()), tiles(filters.groupFilters()), filters.groups() * splits),
            filters.struct(filterSplit),
            input.value(),
            out.gradient(),
            weights.gradient());
    reference.backwardFilter(ran, filterSplit, input.value().readFloats(), gradient(), sums);
    pass.check(label() + ": dw", weights.gradient(), sums, filterSplit + splits + 1);
  }

  private void backwardBias(Pass pass) {
    int splits = Math.ceilDiv(filters.pixels(), BIAS_SPLIT);
    BoundedSums sums = new BoundedSums(biases.gradient().readFloats());
    ComputedTiles ran =
        pass.launchSampled(
            SOURCE,
            pass.atomic("dnn_convolution_bias"),
            BIAS_SPLIT / Pass.THREADS,
            new Dim3(filters.count(), splits, 1),
            filters.struct(BIAS_SPLIT),
            out.gradient(),
            biases.gradient());
    reference.backwardBias(ran, gradient(), sums);
    int chain = BIAS_SPLIT / Pass.THREADS + Integer.numberOfTrailingZeros(Pass.THREADS);
    pass.check(label() + ": dbias", biases.gradient(), sums, chain + splits + 1);
  }

  private static int tiles(int extent) {
    return Math.ceilDiv(extent, TILE);
  }
}
