// What the kernels of dnn_*.cu share: atomics of the order chosen, division by launch constants, and the
// product of two matrices that are never stored as such.
#pragma once

#include "../syncopate.cuh"

namespace dnn {

// How a partial sum is added to an array that all CTAs share.
struct Relaxed {
  SYNCOPATE_INLINE void add(float *address, float value) { atomicAdd(address, value); }
};
struct AcquireRelease {
  SYNCOPATE_INLINE void add(float *address, float value) {
    syncopate::fetch_add(address, value, syncopate::acq_rel, syncopate::gpu);
  }
};
struct Commutative {
  SYNCOPATE_INLINE void add(float *address, float value) {
    syncopate::commutative::add(address, value);
  }
};

// Division of x < 2^31 by a launch constant d: (x * ceil(2^(31 + l) / d)) >> (31 + l), where 2^l is the
// first power of two that is not below d (Granlund and Montgomery, PLDI 1994, theorem 4.2).
struct Divisor {
  unsigned divisor;
  unsigned multiplier;
  unsigned shift;

  __device__ __forceinline__ int quotient(int x) const {
    return (int) ((unsigned long long) (unsigned) x * multiplier >> shift);
  }
};

// A CTA of THREADS threads computes a tile of ROWS by COLUMNS sums of products, each thread EACH_ROW by
// EACH_COLUMN of them: the row block of a thread is contiguous, its columns are SPREAD apart, so that
// neighbouring lanes have neighbouring columns.
constexpr int THREADS = 128;
constexpr int ROWS = 64;
constexpr int COLUMNS = 64;
constexpr int DEPTH = 16;
constexpr int EACH_ROW = 8;
constexpr int EACH_COLUMN = 4;
constexpr int SPREAD = COLUMNS / EACH_COLUMN;

SYNCOPATE_INLINE int tile_row() { return threadIdx.x / SPREAD * EACH_ROW; }
SYNCOPATE_INLINE int tile_column() { return threadIdx.x % SPREAD; }

// The sum of the CTA's values, in its first thread: halves are added to halves, whatever the warp's width.
SYNCOPATE_INLINE float block_sum(float value) {
  __shared__ float sums[THREADS];
  __syncthreads();
  sums[threadIdx.x] = value;
#pragma unroll
  for (int half = THREADS / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
    }
  }
  return sums[0];
}

// Adds to sum[i][j] the products left(row + i, k) * right(k, column + SPREAD * j) for k from begin to
// end - 1. Factors outside the matrices are 0. Which lanes read neighbouring factors is the problem's:
// ALONG_DEPTH if those of one row (or column) lie side by side in memory, else those of one k.
template <class Problem>
SYNCOPATE_INLINE void multiply(const Problem &problem, int firstRow, int firstColumn, int begin,
                               int end, float (&sum)[EACH_ROW][EACH_COLUMN]) {
  __shared__ __align__(16) float left[DEPTH][ROWS + 4];
  __shared__ float right[DEPTH][COLUMNS + 1];
  int thread = threadIdx.x;
  int row = tile_row();
  int column = tile_column();
  for (int from = begin; from < end; from += DEPTH) {
#pragma unroll
    for (int i = 0; i < ROWS * DEPTH / THREADS; i++) {
      int k = Problem::LEFT_ALONG_DEPTH ? thread % DEPTH : thread / ROWS + THREADS / ROWS * i;
      int r = Problem::LEFT_ALONG_DEPTH ? thread / DEPTH + THREADS / DEPTH * i : thread % ROWS;
      left[k][r] = from + k < end ? problem.left(firstRow + r, from + k) : 0.0f;
    }
#pragma unroll
    for (int i = 0; i < COLUMNS * DEPTH / THREADS; i++) {
      int k = Problem::RIGHT_ALONG_DEPTH ? thread % DEPTH : thread / COLUMNS + THREADS / COLUMNS * i;
      int c = Problem::RIGHT_ALONG_DEPTH ? thread / DEPTH + THREADS / DEPTH * i : thread % COLUMNS;
      right[k][c] = from + k < end ? problem.right(from + k, firstColumn + c) : 0.0f;
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < DEPTH; k++) {
      float4 low = *reinterpret_cast<const float4 *>(&left[k][row]);
      float4 high = *reinterpret_cast<const float4 *>(&left[k][row + 4]);
      float factor[EACH_ROW] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
      for (int j = 0; j < EACH_COLUMN; j++) {
        float other = right[k][column + SPREAD * j];
#pragma unroll
        for (int i = 0; i < EACH_ROW; i++) {
          sum[i][j] = fmaf(factor[i], other, sum[i][j]);
        }
      }
    }
    __syncthreads();
  }
}

}  // namespace dnn
