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
    double[] weights = new double[part.terms() * Convolution.TILE];
    TileSums sums = new TileSums(Convolution.TILE);
    ran.forEach((tileX, tileY, group) -> {
      int firstFilter = group * filters.groupFilters() + first(tileY);
      int count = end(tileY, filters.groupFilters()) - first(tileY);
      for (int t = 0; t < part.terms(); t++) {
        for (int k = 0; k < count; k++) {
          weights[t * Convolution.TILE + k] = w[(firstFilter + k) * terms + part.first() + t];
        }
      }
      for (int pixel = first(tileX); pixel < end(tileX, filters.pixels()); pixel++) {
        for (int k = 0; k < count; k++) {
          sums.set(k, bias[firstFilter + k]);
        }
        for (int t = 0; t < part.terms(); t++) {
          int input = filters.inputIndex(group, part.first() + t, pixel);
          if (input >= 0) {
            sums.add(0, x[input], weights, t * Convolution.TILE, count);
          }
        }
        for (int k = 0; k < count; k++) {
          y.set(filters.outputIndex(firstFilter + k, pixel), sums.sum(k), sums.magnitude(k));
        }
      }
    });
  }

  /** CTA (x, y, z): 64 pixels from 64 x on, 64 filter elements of group z from 64 y on. */
  void backwardData(ComputedTiles ran, float[] w, float[] dy, BoundedSums dx) {
    int terms = filters.terms();
    int filterCount = filters.groupFilters();
    double[] weights = new double[filterCount * Convolution.TILE];
    TileSums sums = new TileSums(Convolution.TILE);
    ran.forEach((tileX, tileY, group) -> {
      int firstFilter = group * filterCount;
      int firstTerm = first(tileY);
      int count = end(tileY, terms) - firstTerm;
      for (int k = 0; k < filterCount; k++) {
        for (int t = 0; t < count; t++) {
          weights[k * Convolution.TILE + t] = w[(firstFilter + k) * terms + firstTerm + t];
        }
      }
      for (int pixel = first(tileX); pixel < end(tileX, filters.pixels()); pixel++) {
        sums.clear();
        for (int k = 0; k < filterCount; k++) {
          double gradient = dy[filters.outputIndex(firstFilter + k, pixel)];
          sums.add(0, gradient, weights, k * Convolution.TILE, count);
        }
        for (int t = 0; t < count; t++) {
          int input = filters.inputIndex(group, firstTerm + t, pixel);
          if (input >= 0) {
            dx.add(input, sums.sum(t), sums.magnitude(t));
          }
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
    double[] gradients = new double[Convolution.TILE];
    TileSums sums = new TileSums(Convolution.TILE * Convolution.TILE);
    ran.forEach((tileX, tileY, z) -> {
      int group = z % filters.groups();
      int firstFilter = group * filters.groupFilters() + first(tileY);
      int count = end(tileY, filters.groupFilters()) - first(tileY);
      int firstPixel = z / filters.groups() * split;
      int endPixel = Math.min(firstPixel + split, filters.pixels());
      sums.clear();
      for (int pixel = firstPixel; pixel < endPixel; pixel++) {
        for (int k = 0; k < count; k++) {
          gradients[k] = dy[filters.outputIndex(firstFilter + k, pixel)];
        }
        for (int t = first(tileX); t < end(tileX, terms); t++) {
          int input = filters.inputIndex(group, t, pixel);
          if (input >= 0) {
            sums.add((t - first(tileX)) * Convolution.TILE, x[input], gradients, 0, count);
          }
        }
      }
      for (int t = first(tileX); t < end(tileX, terms); t++) {
        for (int k = 0; k < count; k++) {
          int place = (t - first(tileX)) * Convolution.TILE + k;
          dw.add((firstFilter + k) * terms + t, sums.sum(place), sums.magnitude(place));
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

  private static int first(int tile) {
    return tile * Convolution.TILE;
  }

  private static int end(int tile, int extent) {
    return Math.min(first(tile + 1), extent);
  }
}
