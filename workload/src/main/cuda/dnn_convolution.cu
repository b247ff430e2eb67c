// Convolution of a batch of images (NCHW) with filters (KCRS), forward and backward, each as a product of
// matrices whose factors are looked up where the images are (Chetlur et al., "cuDNN: efficient primitives for
// deep learning", arXiv:1410.0759, section 3). With p = (image, output row, output column) and
// t = (channel, filter row, filter column), and x(t, p) the input that filter element t meets at p:
//
//   forward          y[k][p]  = bias[k] + sum over t of w[k][t] * x(t, p)
//   backward data    the gradient of x(t, p) += sum over k of w[k][t] * dy[k][p]: several (t, p) are one input, so
//                    that a CTA adds each of its sums atomically
//   backward filter  dw[k][t] += sum over p of dy[k][p] * x(t, p): the pixels are split over CTAs, each of which
//                    adds its partial sums atomically
//   backward bias    dbias[k] += sum over p of dy[k][p], likewise
//
// Channels may be in groups, each with its own filters; the filters' maps may be a slice of a tensor with more
// channels (a concatenation). blockIdx.z is the group, times the splits of the pixels in backward filter.
#include "dnn/product.cuh"

struct Convolution {
  int channels, height, width;              // of an input image
  int outputChannels, firstOutput;          // of the tensor that takes the maps, and where they begin in it
  int outputWidth, outputArea;
  int filterWidth, stride, pad;
  int groupChannels, groupFilters;          // channels and filters of a group
  int terms;                                // t: channels of a group times the filter's area
  int pixels;                               // p: images times the output's area
  int split;                                // pixels of a CTA in backward filter and bias
  int firstTerm, endTerm;                   // t that forward adds: all, or a part that tells what others take
  dnn::Divisor filterArea, filterColumns, outputPixels, outputColumns;
};

namespace {

// The place of an output pixel: its image, and the input row and column that its filter's corner meets.
struct Pixel {
  int image, offset, row, column;

  __device__ __forceinline__ Pixel(const Convolution &c, int p) {
    image = c.outputPixels.quotient(p);
    offset = p - image * c.outputArea;
    int outputRow = c.outputColumns.quotient(offset);
    row = outputRow * c.stride - c.pad;
    column = (offset - outputRow * c.outputWidth) * c.stride - c.pad;
  }
};

// The place of a filter element.
struct Term {
  int channel, row, column;

  __device__ __forceinline__ Term(const Convolution &c, int t) {
    channel = c.filterArea.quotient(t);
    int rest = t - channel * (int) c.filterArea.divisor;
    row = c.filterColumns.quotient(rest);
    column = rest - row * c.filterWidth;
  }
};

// Index of the input that a filter element meets at a pixel, or -1 in the padding.
SYNCOPATE_INLINE int input_index(const Convolution &c, int group, const Pixel &pixel, const Term &term) {
  int row = pixel.row + term.row;
  int column = pixel.column + term.column;
  bool inside = (unsigned) row < (unsigned) c.height && (unsigned) column < (unsigned) c.width;
  int channel = pixel.image * c.channels + group * c.groupChannels + term.channel;
  return inside ? (channel * c.height + row) * c.width + column : -1;
}

// Index in dy (or y) of a group's filter k at a pixel.
SYNCOPATE_INLINE int output_index(const Convolution &c, int group, int k, const Pixel &pixel) {
  int map = c.firstOutput + group * c.groupFilters + k;
  return (pixel.image * c.outputChannels + map) * c.outputArea + pixel.offset;
}

struct Forward {
  const Convolution &c;
  const float *x, *w;
  int group;
  static constexpr bool LEFT_ALONG_DEPTH = true;
  static constexpr bool RIGHT_ALONG_DEPTH = false;

  __device__ __forceinline__ float left(int k, int t) const {
    return k < c.groupFilters ? w[(group * c.groupFilters + k) * c.terms + t] : 0.0f;
  }
  __device__ __forceinline__ float right(int t, int p) const {
    int index = p < c.pixels ? input_index(c, group, Pixel(c, p), Term(c, t)) : -1;
    return index >= 0 ? x[index] : 0.0f;
  }
};

struct BackwardData {
  const Convolution &c;
  const float *w, *dy;
  int group;
  static constexpr bool LEFT_ALONG_DEPTH = false;
  static constexpr bool RIGHT_ALONG_DEPTH = false;

  __device__ __forceinline__ float left(int t, int k) const {
    return t < c.terms ? w[(group * c.groupFilters + k) * c.terms + t] : 0.0f;
  }
  __device__ __forceinline__ float right(int k, int p) const {
    return p < c.pixels ? dy[output_index(c, group, k, Pixel(c, p))] : 0.0f;
  }
};

struct BackwardFilter {
  const Convolution &c;
  const float *x, *dy;
  int group;
  static constexpr bool LEFT_ALONG_DEPTH = true;
  static constexpr bool RIGHT_ALONG_DEPTH = true;

  __device__ __forceinline__ float left(int k, int p) const {
    return k < c.groupFilters ? dy[output_index(c, group, k, Pixel(c, p))] : 0.0f;
  }
  __device__ __forceinline__ float right(int p, int t) const {
    int index = t < c.terms ? input_index(c, group, Pixel(c, p), Term(c, t)) : -1;
    return index >= 0 ? x[index] : 0.0f;
  }
};

template <class Atomic>
SYNCOPATE_INLINE void backward_data(const Convolution &c, const float *w, const float *dy, float *dx) {
  int firstTerm = blockIdx.y * dnn::ROWS;
  int firstPixel = blockIdx.x * dnn::COLUMNS;
  int group = blockIdx.z;
  float sum[dnn::EACH_ROW][dnn::EACH_COLUMN] = {};
  dnn::multiply(BackwardData{c, w, dy, group}, firstTerm, firstPixel, 0, c.groupFilters, sum);
#pragma unroll
  for (int j = 0; j < dnn::EACH_COLUMN; j++) {
    int p = firstPixel + dnn::tile_column() + dnn::SPREAD * j;
    Pixel pixel(c, p);
#pragma unroll
    for (int i = 0; i < dnn::EACH_ROW; i++) {
      int t = firstTerm + dnn::tile_row() + i;
      int index = input_index(c, group, pixel, Term(c, t));
      if (p < c.pixels && t < c.terms && index >= 0) {
        Atomic::add(&dx[index], sum[i][j]);
      }
    }
  }
}

template <class Atomic>
SYNCOPATE_INLINE void backward_filter(const Convolution &c, const float *x, const float *dy, float *dw) {
  int firstTerm = blockIdx.x * dnn::COLUMNS;
  int firstFilter = blockIdx.y * dnn::ROWS;
  int groups = c.channels / c.groupChannels;
  int group = blockIdx.z % groups;
  int firstPixel = blockIdx.z / groups * c.split;
  float sum[dnn::EACH_ROW][dnn::EACH_COLUMN] = {};
  dnn::multiply(BackwardFilter{c, x, dy, group}, firstFilter, firstTerm, firstPixel,
                min(firstPixel + c.split, c.pixels), sum);
#pragma unroll
  for (int j = 0; j < dnn::EACH_COLUMN; j++) {
    int t = firstTerm + dnn::tile_column() + dnn::SPREAD * j;
#pragma unroll
    for (int i = 0; i < dnn::EACH_ROW; i++) {
      int k = firstFilter + dnn::tile_row() + i;
      if (k < c.groupFilters && t < c.terms) {
        Atomic::add(&dw[(group * c.groupFilters + k) * c.terms + t], sum[i][j]);
      }
    }
  }
}

// Filter blockIdx.x, pixels from blockIdx.y * split on.
template <class Atomic>
SYNCOPATE_INLINE void backward_bias(const Convolution &c, const float *dy, float *dbias) {
  int k = blockIdx.x;
  int first = blockIdx.y * c.split;
  int end = min(first + c.split, c.pixels);
  float sum = 0.0f;
  for (int p = first + threadIdx.x; p < end; p += dnn::THREADS) {
    sum += dy[output_index(c, 0, k, Pixel(c, p))];
  }
  sum = dnn::block_sum(sum);
  if (threadIdx.x == 0) {
    Atomic::add(&dbias[k], sum);
  }
}

}  // namespace

__global__ void __launch_bounds__(dnn::THREADS)
    dnn_convolution_forward(const Convolution c, const float *x, const float *w, const float *bias, float *y) {
  int firstFilter = blockIdx.y * dnn::ROWS;
  int firstPixel = blockIdx.x * dnn::COLUMNS;
  int group = blockIdx.z;
  float sum[dnn::EACH_ROW][dnn::EACH_COLUMN] = {};
  dnn::multiply(Forward{c, x, w, group}, firstFilter, firstPixel, c.firstTerm, c.endTerm, sum);
#pragma unroll
  for (int j = 0; j < dnn::EACH_COLUMN; j++) {
    int p = firstPixel + dnn::tile_column() + dnn::SPREAD * j;
    Pixel pixel(c, p);
#pragma unroll
    for (int i = 0; i < dnn::EACH_ROW; i++) {
      int k = firstFilter + dnn::tile_row() + i;
      if (p < c.pixels && k < c.groupFilters) {
        y[output_index(c, group, k, pixel)] = sum[i][j] + bias[group * c.groupFilters + k];
      }
    }
  }
}

#define BACKWARD(suffix, Atomic)                                                                        \
  __global__ void __launch_bounds__(dnn::THREADS) dnn_convolution_data_##suffix(                        \
      const Convolution c, const float *w, const float *dy, float *dx) {                                \
    backward_data<dnn::Atomic>(c, w, dy, dx);                                                           \
  }                                                                                                     \
  __global__ void __launch_bounds__(dnn::THREADS) dnn_convolution_filter_##suffix(                      \
      const Convolution c, const float *x, const float *dy, float *dw) {                                \
    backward_filter<dnn::Atomic>(c, x, dy, dw);                                                         \
  }                                                                                                     \
  __global__ void __launch_bounds__(dnn::THREADS) dnn_convolution_bias_##suffix(                        \
      const Convolution c, const float *dy, float *dbias) {                                             \
    backward_bias<dnn::Atomic>(c, dy, dbias);                                                           \
  }

BACKWARD(relaxed, Relaxed)
BACKWARD(acq_rel, AcquireRelease)
BACKWARD(commutative, Commutative)
