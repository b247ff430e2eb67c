// The layers of a network that are not products of matrices, forward and backward: ReLU, sum of two tensors, pooling,
// batch normalisation (Ioffe and Szegedy, "Batch normalization", ICML 2015, algorithm 1), softmax with its loss.
// Tensors are NCHW. An element a thread, unless said.
#include "dnn/product.cuh"

namespace {

SYNCOPATE_INLINE int element() { return blockIdx.x * dnn::THREADS + threadIdx.x; }

}  // namespace

// ---- ReLU, or leaky with a slope for what is negative ----

__global__ void dnn_relu_forward(int n, float slope, const float *x, float *y) {
  int i = element();
  if (i < n) {
    float value = x[i];
    y[i] = value > 0.0f ? value : slope * value;
  }
}

__global__ void dnn_relu_backward(int n, float slope, const float *x, const float *dy, float *dx) {
  int i = element();
  if (i < n) {
    float gradient = dy[i];
    dx[i] = x[i] > 0.0f ? gradient : slope * gradient;
  }
}

// ---- the sum of two tensors ----

__global__ void dnn_add_forward(int n, const float *a, const float *b, float *y) {
  int i = element();
  if (i < n) {
    y[i] = a[i] + b[i];
  }
}

__global__ void dnn_add_backward(int n, const float *dy, float *da, float *db) {
  int i = element();
  if (i < n) {
    float gradient = dy[i];
    da[i] = gradient;
    db[i] = gradient;
  }
}

// ---- pooling: windows of side by side from each multiple of stride less pad on, cut off at the borders ----

struct Pooling {
  int height, width;              // of the input
  int side, stride, pad;
  int outputs;                    // elements of the output
  dnn::Divisor map, columns;      // elements of an output channel, and of a row of it
};

struct Window {
  int first, top, bottom, left, right;  // index of the channel's first element; rows and columns of the window

  __device__ __forceinline__ Window(const Pooling &p, int output) {
    int channel = p.map.quotient(output);
    int rest = output - channel * (int) p.map.divisor;
    int row = p.columns.quotient(rest);
    top = row * p.stride - p.pad;
    left = (rest - row * (int) p.columns.divisor) * p.stride - p.pad;
    bottom = min(top + p.side, p.height);
    right = min(left + p.side, p.width);
    top = max(top, 0);
    left = max(left, 0);
    first = channel * p.height * p.width;
  }
};

// The largest of each window, and where in the input it is: the first of several.
__global__ void dnn_maximum_forward(const Pooling p, const float *x, float *y, int *place) {
  int i = element();
  if (i >= p.outputs) {
    return;
  }
  Window window(p, i);
  int best = window.first + window.top * p.width + window.left;
  float largest = x[best];
  for (int row = window.top; row < window.bottom; row++) {
    for (int column = window.left; column < window.right; column++) {
      int at = window.first + row * p.width + column;
      float value = x[at];
      if (value > largest) {
        largest = value;
        best = at;
      }
    }
  }
  y[i] = largest;
  place[i] = best;
}

// Windows overlap, so that several outputs may have the same input.
template <class Atomic>
SYNCOPATE_INLINE void maximum_backward(int outputs, const int *place, const float *dy, float *dx) {
  int i = element();
  if (i < outputs) {
    Atomic::add(&dx[place[i]], dy[i]);
  }
}

// The mean of each channel.
__global__ void dnn_average_forward(int channels, int area, const float *x, float *y) {
  int i = element();
  if (i < channels) {
    float sum = 0.0f;
    for (int k = 0; k < area; k++) {
      sum += x[i * area + k];
    }
    y[i] = sum / (float) area;
  }
}

__global__ void dnn_average_backward(int n, const dnn::Divisor area, const float *dy, float *dx) {
  int i = element();
  if (i < n) {
    dx[i] = dy[area.quotient(i)] / (float) area.divisor;
  }
}

// ---- batch normalisation: statistics of a channel over all images, split over CTAs that add atomically ----

struct Normalisation {
  int channels;
  int area;         // elements of a channel of an image
  int each;         // of a channel of all images
  int split;        // elements of a CTA: channel blockIdx.x from blockIdx.y * split on
  float epsilon;
  dnn::Divisor map;
  dnn::Divisor channel;

  __device__ __forceinline__ int index(int channel, int k) const {
    int image = map.quotient(k);
    return (image * channels + channel) * area + k - image * area;
  }
  __device__ __forceinline__ float mean(const float *sum, int channel) const {
    return sum[channel] / (float) each;
  }
  __device__ __forceinline__ float inverse(const float *squares, int channel) const {
    return 1.0f / sqrtf(squares[channel] / (float) each + epsilon);
  }
};

#define EACH_OF_SPLIT(k)                                              \
  int end = min((int) (blockIdx.y + 1) * p.split, p.each);            \
  for (int k = blockIdx.y * p.split + threadIdx.x; k < end; k += dnn::THREADS)

template <class Atomic>
SYNCOPATE_INLINE void channel_sum(const Normalisation &p, const float *x, float *sum) {
  int c = blockIdx.x;
  float mine = 0.0f;
  EACH_OF_SPLIT(k) { mine += x[p.index(c, k)]; }
  mine = dnn::block_sum(mine);
  if (threadIdx.x == 0) {
    Atomic::add(&sum[c], mine);
  }
}

template <class Atomic>
SYNCOPATE_INLINE void channel_squares(const Normalisation &p, const float *x, const float *sum,
                                      float *squares) {
  int c = blockIdx.x;
  float mean = p.mean(sum, c);
  float mine = 0.0f;
  EACH_OF_SPLIT(k) {
    float apart = x[p.index(c, k)] - mean;
    mine = fmaf(apart, apart, mine);
  }
  mine = dnn::block_sum(mine);
  if (threadIdx.x == 0) {
    Atomic::add(&squares[c], mine);
  }
}

template <class Atomic>
SYNCOPATE_INLINE void channel_gradients(const Normalisation &p, const float *x, const float *sum,
                                        const float *squares, const float *dy, float *dgamma, float *dbeta) {
  int c = blockIdx.x;
  float mean = p.mean(sum, c);
  float inverse = p.inverse(squares, c);
  float scale = 0.0f;
  float shift = 0.0f;
  EACH_OF_SPLIT(k) {
    int i = p.index(c, k);
    float gradient = dy[i];
    scale = fmaf(gradient, (x[i] - mean) * inverse, scale);
    shift += gradient;
  }
  scale = dnn::block_sum(scale);
  shift = dnn::block_sum(shift);
  if (threadIdx.x == 0) {
    Atomic::add(&dgamma[c], scale);
    Atomic::add(&dbeta[c], shift);
  }
}

__global__ void dnn_normalise_forward(const Normalisation p, const float *x, const float *sum,
                                      const float *squares, const float *gamma, const float *beta, float *y) {
  int i = element();
  int plane = p.map.quotient(i);
  if (i < p.each * p.channels) {
    int c = plane - p.channel.quotient(plane) * p.channels;
    y[i] = fmaf((x[i] - p.mean(sum, c)) * p.inverse(squares, c), gamma[c], beta[c]);
  }
}

__global__ void dnn_normalise_backward(const Normalisation p, const float *x, const float *sum,
                                       const float *squares, const float *gamma, const float *dgamma,
                                       const float *dbeta, const float *dy, float *dx) {
  int i = element();
  int plane = p.map.quotient(i);
  if (i < p.each * p.channels) {
    int c = plane - p.channel.quotient(plane) * p.channels;
    float inverse = p.inverse(squares, c);
    float normal = (x[i] - p.mean(sum, c)) * inverse;
    float share = 1.0f / (float) p.each;
    dx[i] = gamma[c] * inverse * (dy[i] - share * dbeta[c] - normal * (share * dgamma[c]));
  }
}

// ---- softmax: image blockIdx.x, its classes over the CTA's threads ----

SYNCOPATE_INLINE float block_maximum(float value) {
  __shared__ float values[dnn::THREADS];
  values[threadIdx.x] = value;
#pragma unroll
  for (int half = dnn::THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      values[threadIdx.x] = fmaxf(values[threadIdx.x], values[threadIdx.x + half]);
    }
  }
  __syncthreads();
  return values[0];
}

// Probabilities of the classes, and minus the logarithm of the right one's.
__global__ void dnn_softmax_forward(int classes, const float *x, const int *right, float *y, float *loss) {
  const float *mine = x + blockIdx.x * classes;
  float largest = -3.402823466e+38f;
  for (int k = threadIdx.x; k < classes; k += dnn::THREADS) {
    largest = fmaxf(largest, mine[k]);
  }
  largest = block_maximum(largest);
  float sum = 0.0f;
  for (int k = threadIdx.x; k < classes; k += dnn::THREADS) {
    sum += expf(mine[k] - largest);
  }
  __shared__ float total;
  sum = dnn::block_sum(sum);
  if (threadIdx.x == 0) {
    total = sum;
    loss[blockIdx.x] = logf(sum) - (mine[right[blockIdx.x]] - largest);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < classes; k += dnn::THREADS) {
    y[blockIdx.x * classes + k] = expf(mine[k] - largest) / total;
  }
}

// The gradient of the images' mean loss.
__global__ void dnn_softmax_backward(int n, const dnn::Divisor classes, float share, const float *y,
                                     const int *right, float *dx) {
  int i = element();
  if (i < n) {
    int image = classes.quotient(i);
    int k = i - image * (int) classes.divisor;
    dx[i] = share * (y[i] - (k == right[image] ? 1.0f : 0.0f));
  }
}

#define ATOMIC(suffix, Atomic)                                                                            \
  __global__ void dnn_maximum_backward_##suffix(int outputs, const int *place, const float *dy, float *dx) { \
    maximum_backward<dnn::Atomic>(outputs, place, dy, dx);                                                \
  }                                                                                                       \
  __global__ void dnn_channel_sum_##suffix(const Normalisation p, const float *x, float *sum) {           \
    channel_sum<dnn::Atomic>(p, x, sum);                                                                  \
  }                                                                                                       \
  __global__ void dnn_channel_squares_##suffix(const Normalisation p, const float *x, const float *sum,   \
                                               float *squares) {                                          \
    channel_squares<dnn::Atomic>(p, x, sum, squares);                                                     \
  }                                                                                                       \
  __global__ void dnn_channel_gradients_##suffix(const Normalisation p, const float *x, const float *sum, \
                                                 const float *squares, const float *dy, float *dgamma,    \
                                                 float *dbeta) {                                          \
    channel_gradients<dnn::Atomic>(p, x, sum, squares, dy, dgamma, dbeta);                                \
  }

ATOMIC(relaxed, Relaxed)
ATOMIC(acq_rel, AcquireRelease)
ATOMIC(commutative, Commutative)
