package dev.syncopate.workload.dnn.layer;

/**
 * Results of the CTAs of a convolution's launches, by its definition and in double precision:
 * nothing of the kernels' way through the matrices is in here but which sums a CTA has.
 */
final class ConvolutionReference {
  private final ConvolutionShape filters;

  ConvolutionReference(ConvolutionShape filters) {
    this.filters = filters;
  }

  /**
   * CTA (x, y, z): 64 pixels from 64 x on, 64 filters of group z from 64 y on, of whose sums those
   * terms are added that are part.
   */
  void forward(
      ComputedTiles ran, LoopPart part, float[] x, float[] w, float[] bias, BoundedSums y) {
    int terms = filters.terms();
    ran.forEach((tileX, tileY, group) -> {
      for (int pixel = first(tileX); pixel < end(tileX, filters.pixels()); pixel++) {
        int[] inputs = inputs(group, pixel);
        for (int k = first(tileY); k < end(tileY, filters.groupFilters()); k++) {
          int filter = group * filters.groupFilters() + k;
          double sum = bias[filter];
          double magnitude = Math.abs(sum);
          for (int t = part.first(); t < part.end(); t++) {
            if (inputs[t] >= 0) {
              double product = (double) w[filter * terms + t] * x[inputs[t]];
              sum += product;
              magnitude += Math.abs(product);
            }
          }
          y.set(filters.outputIndex(filter, pixel), sum, magnitude);
        }
      }
    });
  }

  /** CTA (x, y, z): 64 pixels from 64 x on, 64 filter elements of group z from 64 y on. */
  void backwardData(ComputedTiles ran, float[] w, float[] dy, BoundedSums dx) {
    int terms = filters.terms();
    ran.forEach((tileX, tileY, group) -> {
      for (int pixel = first(tileX); pixel < end(tileX, filters.pixels()); pixel++) {
        for (int t = first(tileY); t < end(tileY, terms); t++) {
          int input = filters.inputIndex(group, t, pixel);
          if (input < 0) {
            continue;
          }
          double sum = 0;
          double magnitude = 0;
          for (int k = 0; k < filters.groupFilters(); k++) {
            int filter = group * filters.groupFilters() + k;
            double product =
                (double) w[filter * terms + t] * dy[filters.outputIndex(filter, pixel)];
            sum += product;
            magnitude += Math.abs(product);
          }
          dx.add(input, sum, magnitude);
        }
      }
    });
  }

  /**
   * CTA (x, y, z): 64 filter elements from 64 x on, 64 filters of group z mod groups from 64 y on,
   * of the pixels a part.
   *
   * @param split pixels of a part
   */
  void backwardFilter(ComputedTiles ran, int split, float[] x, float[] dy, BoundedSums dw) {
    int terms = filters.terms();
    ran.forEach((tileX, tileY, z) -> {
      int group = z % filters.groups();
      int firstPixel = z / filters.groups() * split;
      int endPixel = Math.min(firstPixel + split, filters.pixels());
      for (int pixel = firstPixel; pixel < endPixel; pixel++) {
        for (int t = first(tileX); t < end(tileX, terms); t++) {
          int input = filters.inputIndex(group, t, pixel);
          if (input < 0) {
            continue;
          }
          double value = x[input];
          for (int k = first(tileY); k < end(tileY, filters.groupFilters()); k++) {
            int filter = group * filters.groupFilters() + k;
            dw.add(filter * terms + t, value * dy[filters.outputIndex(filter, pixel)]);
          }
        }
      }
    });
  }

  /** CTA (x, y, 0): filter x, a split of the pixels. */
  void backwardBias(ComputedTiles ran, float[] dy, BoundedSums dbias) {
    ran.forEach((filter, split, z) -> {
      int firstPixel = split * Convolution.BIAS_SPLIT;
      int endPixel = Math.min(firstPixel + Convolution.BIAS_SPLIT, filters.pixels());
      for (int pixel = firstPixel; pixel < endPixel; pixel++) {
        dbias.add(filter, dy[filters.outputIndex(filter, pixel)]);
      }
    });
  }

  /** The inputs that a group's filter elements meet at a pixel. */
  private int[] inputs(int group, int pixel) {
    int[] inputs = new int[filters.terms()];
    for (int t = 0; t < inputs.length; t++) {
      inputs[t] = filters.inputIndex(group, t, pixel);
    }
    return inputs;
  }

  private static int first(int tile) {
    return tile * Convolution.TILE;
  }

  private static int end(int tile, int extent) {
    return Math.min(first(tile + 1), extent);
  }
}
