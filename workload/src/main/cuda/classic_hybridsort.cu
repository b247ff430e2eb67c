// Sorting by buckets and merging (Sintorn, Assarsson 2008): a histogram of linear bins, from which the host chooses pivots of
// about equal buckets; the buckets' sizes; scattering; and a merge sort of all buckets at once. Merging is by rank (Satish,
// Harris, Garland 2009): each thread finds its key's place in the neighbouring run by bisection.
#include "classic/exact.cuh"
#include "classic/increment.cuh"

template <Promise PROMISE>
static __device__ void histogram(const float *keys, unsigned *counts, int n, int bins, float least, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int bin = (int)exact::multiply(exact::subtract(keys[i], least), scale);
    increment<PROMISE>(&counts[min(bin, bins - 1)]);
  }
}

extern "C" __global__ void hybridsort_histogram_relaxed(const float *keys, unsigned *counts, int n, int bins,
                                                        float least, float scale) {
  histogram<RELAXED>(keys, counts, n, bins, least, scale);
}

extern "C" __global__ void hybridsort_histogram_acq_rel(const float *keys, unsigned *counts, int n, int bins,
                                                        float least, float scale) {
  histogram<ACQ_REL>(keys, counts, n, bins, least, scale);
}

extern "C" __global__ void hybridsort_histogram_commutative(const float *keys, unsigned *counts, int n, int bins,
                                                            float least, float scale) {
  histogram<COMMUTATIVE>(keys, counts, n, bins, least, scale);
}

// The first element of an ascending range that is greater than the key, or at least as great with `equal`.
static __device__ int bound(const float *from, int first, int end, float key, bool equal) {
  while (first < end) {
    int middle = (first + end) / 2;
    float there = from[middle];
    if (there < key || (!equal && there == key)) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return first;
}

// A key's bucket is the number of pivots that are not greater.
template <Promise PROMISE>
static __device__ void choose(const float *keys, const float *pivots, int *bucket, unsigned *sizes, int n, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int chosen = bound(pivots, 0, count, keys[i], false);
    bucket[i] = chosen;
    increment<PROMISE>(&sizes[chosen]);
  }
}

extern "C" __global__ void hybridsort_bucket_relaxed(const float *keys, const float *pivots, int *bucket,
                                                     unsigned *sizes, int n, int count) {
  choose<RELAXED>(keys, pivots, bucket, sizes, n, count);
}

extern "C" __global__ void hybridsort_bucket_acq_rel(const float *keys, const float *pivots, int *bucket,
                                                     unsigned *sizes, int n, int count) {
  choose<ACQ_REL>(keys, pivots, bucket, sizes, n, count);
}

extern "C" __global__ void hybridsort_bucket_commutative(const float *keys, const float *pivots, int *bucket,
                                                         unsigned *sizes, int n, int count) {
  choose<COMMUTATIVE>(keys, pivots, bucket, sizes, n, count);
}

// Whoever comes first to a bucket gets its next place; what comes behind does not depend on who that is. An atomic whose
// result is needed commutes with nothing.
extern "C" __global__ void hybridsort_scatter(const float *keys, const int *bucket, unsigned *next, float *to, int *owner,
                                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int own = bucket[i];
    unsigned place = atomicAdd(&next[own], 1u);
    to[place] = keys[i];
    owner[place] = own;
  }
}

static __device__ __forceinline__ void order(float &a, float &b) {
  float smaller = fminf(a, b);
  b = fmaxf(a, b);
  a = smaller;
}

// Every four keys of a bucket, in registers.
extern "C" __global__ void hybridsort_quads(float *keys, const int *owner, const int *starts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  int own = owner[i];
  int here = min(4, starts[own + 1] - i);
  if ((i - starts[own]) % 4 != 0) {
    return;
  }
  float k[4];
#pragma unroll
  for (int j = 0; j < 4; j++) {
    k[j] = j < here ? keys[i + j] : __int_as_float(0x7f800000);
  }
  order(k[0], k[1]);
  order(k[2], k[3]);
  order(k[0], k[2]);
  order(k[1], k[3]);
  order(k[1], k[2]);
#pragma unroll
  for (int j = 0; j < 4; j++) {
    if (j < here) {
      keys[i + j] = k[j];
    }
  }
}

// Merges neighbouring runs of `width` keys of every bucket; of equal keys the left run's come first.
extern "C" __global__ void hybridsort_merge(const float *from, float *to, const int *owner, const int *starts, int width,
                                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  int start = starts[owner[i]];
  int end = starts[owner[i] + 1];
  int run = (i - start) / width;
  bool left = run % 2 == 0;
  int own = start + run * width;
  int other = min(end, left ? own + width : own - width);
  int pair = left ? own : other;
  float key = from[i];
  int rank = bound(from, other, min(end, other + width), key, left) - other;
  to[pair + (i - own) + rank] = key;
}
