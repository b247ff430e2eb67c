package dev.syncopate.workload.dnn.layer;

import dev.syncopate.workload.runtime.Struct;

/**
 * The geometry of a convolution.
 *
 * @param input its images
 * @param count filters
 * @param side rows and columns of a filter
 * @param stride rows and columns from one place of a filter to the next
 * @param pad zeros around an image
 * @param groups into which channels and filters are divided, each filter seeing its group's
 *     channels
 * @param outputChannels of the tensor that takes the filters' maps
 * @param firstOutput the map of that tensor that is filter 0's
 */
public record ConvolutionShape(
    TensorShape input,
    int count,
    int side,
    int stride,
    int pad,
    int groups,
    int outputChannels,
    int firstOutput) {

  /**
   * Filters whose maps are the whole output.
   *
   * @param groups into which channels and filters are divided
   */
  public static ConvolutionShape of(
      TensorShape input, int count, int side, int stride, int pad, int groups) {
    return new ConvolutionShape(input, count, side, stride, pad, groups, count, 0);
  }

  /** Columns of the output. */
  int width() {
    return (input.width() + 2 * pad - side) / stride + 1;
  }

  /** Rows of the output. */
  int height() {
    return (input.height() + 2 * pad - side) / stride + 1;
  }

  /** The tensor that takes the maps. */
  public TensorShape output() {
    return input.with(outputChannels, height(), width());
  }

  int groupChannels() {
    return input.channels() / groups;
  }

  int groupFilters() {
    return count / groups;
  }

  /** The filters: for each the channels of its group. */
  public TensorShape weights() {
    return new TensorShape(count, groupChannels(), side, side);
  }

  /** Elements of a filter. */
  public int terms() {
    return groupChannels() * side * side;
  }

  /** Places of a filter: the output's elements of one channel, of all images. */
  int pixels() {
    return input.images() * height() * width();
  }

  /** Index in the input of a filter element at a pixel, or -1 in the padding. */
  int inputIndex(int group, int term, int pixel) {
    int area = height() * width();
    int image = pixel / area;
    int row = pixel % area / width() * stride - pad + term % (side * side) / side;
    int column = pixel % width() * stride - pad + term % side;
    if (row < 0 || row >= input.height() || column < 0 || column >= input.width()) {
      return -1;
    }
    int channel = image * input.channels() + group * groupChannels() + term / (side * side);
    return (channel * input.height() + row) * input.width() + column;
  }

  /** Index in the output of a filter at a pixel. */
  int outputIndex(int filter, int pixel) {
    int area = height() * width();
    return (pixel / area * outputChannels + firstOutput + filter) * area + pixel % area;
  }

  /** The structure {@code Convolution} of a launch that splits nothing. */
  Struct struct() {
    return struct(0);
  }

  /**
   * The structure {@code Convolution} of {@code dnn_convolution.cu}.
   *
   * @param split pixels of a CTA where they are split
   */
  Struct struct(int split) {
    return struct(split, 0, terms());
  }

  /** The structure {@code Convolution} of a launch that adds some terms of the maps only. */
  Struct struct(LoopPart part) {
    return struct(0, part.first(), part.end());
  }

  private Struct struct(int split, int firstTerm, int endTerm) {
    return Struct.of(
        input.channels(),
        input.height(),
        input.width(),
        outputChannels,
        firstOutput,
        width(),
        height() * width(),
        side,
        stride,
        pad,
        groupChannels(),
        groupFilters(),
        terms(),
        pixels(),
        split,
        firstTerm,
        endTerm,
        KernelDivisor.by(side * side),
        KernelDivisor.by(side),
        KernelDivisor.by(height() * width()),
        KernelDivisor.by(width()));
  }

  @Override
  public String toString() {
    return "%d filters of %dx%d/%d".formatted(count, side, side, stride)
        + (groups == 1 ? "" : " in " + groups + " groups");
  }
}
