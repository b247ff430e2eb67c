// Fully connected layers of a batch, as products of matrices: with w[k][c] the weight of input c for output k,
//
//   forward           y[n][k]  = bias[k] + sum over c of w[k][c] * x[n][c]
//   backward data     dx[n][c] += sum over k of w[k][c] * dy[n][k]
//   backward weights  dw[k][c] = sum over n of dy[n][k] * x[n][c]
//   backward bias     dbias[k] = sum over n of dy[n][k]
//
// The first two have few sums of many terms: the terms are split over CTAs (blockIdx.z), each of which adds its
// partial sums atomically; y is 0 before. In the others each thread has its sums to itself.
#include "dnn/product.cuh"

struct Dense {
  int images, inputs, outputs;
  int split;  // terms of a CTA
};

namespace {

struct Forward {
  const Dense &d;
  const float *x, *w;
  static constexpr bool LEFT_ALONG_DEPTH = true;
  static constexpr bool RIGHT_ALONG_DEPTH = true;

  __device__ __forceinline__ float left(int k, int c) const {
    return k < d.outputs ? w[k * d.inputs + c] : 0.0f;
  }
  __device__ __forceinline__ float right(int c, int n) const {
    return n < d.images ? x[n * d.inputs + c] : 0.0f;
  }
};

struct BackwardData {
  const Dense &d;
  const float *w, *dy;
  static constexpr bool LEFT_ALONG_DEPTH = false;
  static constexpr bool RIGHT_ALONG_DEPTH = true;

  __device__ __forceinline__ float left(int c, int k) const {
    return c < d.inputs ? w[k * d.inputs + c] : 0.0f;
  }
  __device__ __forceinline__ float right(int k, int n) const {
    return n < d.images ? dy[n * d.outputs + k] : 0.0f;
  }
};

struct BackwardWeights {
  const Dense &d;
  const float *x, *dy;
  static constexpr bool LEFT_ALONG_DEPTH = false;
  static constexpr bool RIGHT_ALONG_DEPTH = false;

  __device__ __forceinline__ float left(int k, int n) const {
    return k < d.outputs ? dy[n * d.outputs + k] : 0.0f;
  }
  __device__ __forceinline__ float right(int n, int c) const {
    return c < d.inputs ? x[n * d.inputs + c] : 0.0f;
  }
};

// Rows are outputs, columns images.
template <class Atomic>
SYNCOPATE_INLINE void forward(const Dense &d, const float *x, const float *w, const float *bias, float *y) {
  int firstOutput = blockIdx.x * dnn::ROWS;
  int firstImage = blockIdx.y * dnn::COLUMNS;
  int first = blockIdx.z * d.split;
  float sum[dnn::EACH_ROW][dnn::EACH_COLUMN] = {};
  dnn::multiply(Forward{d, x, w}, firstOutput, firstImage, first, min(first + d.split, d.inputs), sum);
#pragma unroll
  for (int i = 0; i < dnn::EACH_ROW; i++) {
    int k = firstOutput + dnn::tile_row() + i;
    if (k >= d.outputs) {
      continue;
    }
    float start = first == 0 ? bias[k] : 0.0f;
#pragma unroll
    for (int j = 0; j < dnn::EACH_COLUMN; j++) {
      int n = firstImage + dnn::tile_column() + dnn::SPREAD * j;
      if (n < d.images) {
        Atomic::add(&y[n * d.outputs + k], sum[i][j] + start);
      }
    }
  }
}

// Rows are inputs, columns images.
template <class Atomic>
SYNCOPATE_INLINE void backward_data(const Dense &d, const float *w, const float *dy, float *dx) {
  int firstInput = blockIdx.x * dnn::ROWS;
  int firstImage = blockIdx.y * dnn::COLUMNS;
  int first = blockIdx.z * d.split;
  float sum[dnn::EACH_ROW][dnn::EACH_COLUMN] = {};
  dnn::multiply(BackwardData{d, w, dy}, firstInput, firstImage, first, min(first + d.split, d.outputs), sum);
#pragma unroll
  for (int i = 0; i < dnn::EACH_ROW; i++) {
    int c = firstInput + dnn::tile_row() + i;
#pragma unroll
    for (int j = 0; j < dnn::EACH_COLUMN; j++) {
      int n = firstImage + dnn::tile_column() + dnn::SPREAD * j;
      if (c < d.inputs && n < d.images) {
        Atomic::add(&dx[n * d.inputs + c], sum[i][j]);
      }
    }
  }
}

}  // namespace

__global__ void __launch_bounds__(dnn::THREADS)
    dnn_dense_weights(const Dense d, const float *x, const float *dy, float *dw) {
  int firstInput = blockIdx.x * dnn::COLUMNS;
  int firstOutput = blockIdx.y * dnn::ROWS;
  float sum[dnn::EACH_ROW][dnn::EACH_COLUMN] = {};
  dnn::multiply(BackwardWeights{d, x, dy}, firstOutput, firstInput, 0, d.images, sum);
#pragma unroll
  for (int j = 0; j < dnn::EACH_COLUMN; j++) {
    int c = firstInput + dnn::tile_column() + dnn::SPREAD * j;
#pragma unroll
    for (int i = 0; i < dnn::EACH_ROW; i++) {
      int k = firstOutput + dnn::tile_row() + i;
      if (k < d.outputs && c < d.inputs) {
        dw[k * d.inputs + c] = sum[i][j];
      }
    }
  }
}

// An output a thread.
__global__ void __launch_bounds__(dnn::THREADS)
    dnn_dense_bias(const Dense d, const float *dy, float *dbias) {
  int k = blockIdx.x * dnn::THREADS + threadIdx.x;
  if (k < d.outputs) {
    float sum = 0.0f;
    for (int n = 0; n < d.images; n++) {
      sum += dy[n * d.outputs + k];
    }
    dbias[k] = sum;
  }
}

#define ATOMIC(suffix, Atomic)                                                            \
  __global__ void __launch_bounds__(dnn::THREADS) dnn_dense_forward_##suffix(             \
      const Dense d, const float *x, const float *w, const float *bias, float *y) {       \
    forward<dnn::Atomic>(d, x, w, bias, y);                                               \
  }                                                                                       \
  __global__ void __launch_bounds__(dnn::THREADS) dnn_dense_data_##suffix(                \
      const Dense d, const float *w, const float *dy, float *dx) {                        \
    backward_data<dnn::Atomic>(d, w, dy, dx);                                             \
  }

ATOMIC(relaxed, Relaxed)
ATOMIC(acq_rel, AcquireRelease)
ATOMIC(commutative, Commutative)
