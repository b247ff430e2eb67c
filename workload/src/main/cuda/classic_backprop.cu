// Back-propagation of errors (Rumelhart, Hinton, Williams 1986) in a network of two layers: many inputs, HIDDEN units,
// one output. A CTA of HIDDEN x HIDDEN threads has HIDDEN inputs (threadIdx.y) for every hidden unit (threadIdx.x). The
// weights of an input lie together.
#include "classic/exact.cuh"

static const int HIDDEN = 16;

// The CTA's part of each hidden unit's weighted sum: a tree over its inputs.
extern "C" __global__ void backprop_forward(const float *input, const float *weight, float *partial, int inputs) {
  __shared__ float product[HIDDEN][HIDDEN];
  int unit = threadIdx.x;
  int row = threadIdx.y;
  int i = blockIdx.x * HIDDEN + row;
  product[row][unit] = i < inputs ? exact::multiply(input[i], weight[i * HIDDEN + unit]) : 0.0f;
  __syncthreads();
  for (int half = HIDDEN / 2; half > 0; half /= 2) {
    if (row < half) {
      product[row][unit] = exact::add(product[row][unit], product[row + half][unit]);
    }
    __syncthreads();
  }
  if (row == 0) {
    partial[blockIdx.x * HIDDEN + unit] = product[0][unit];
  }
}

// Gradient descent with momentum: the change before this one is added in part.
extern "C" __global__ void backprop_adjust(const float *input, const float *delta, float *weight, float *change,
                                           int inputs, float rate, float momentum) {
  int unit = threadIdx.x;
  int i = blockIdx.x * HIDDEN + threadIdx.y;
  if (i < inputs) {
    int at = i * HIDDEN + unit;
    float step = exact::multiply(exact::multiply(rate, delta[unit]), input[i]);
    step = exact::fused(momentum, change[at], step);
    weight[at] = exact::add(weight[at], step);
    change[at] = step;
  }
}
