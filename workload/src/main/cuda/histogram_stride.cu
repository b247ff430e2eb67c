// The kernels of histogram.cu with a grid of any size, whose threads go on to further values: each takes
// every so manieth, as many apart as there are threads.
#include "syncopate.cuh"

struct Values {
  const unsigned *values;
  unsigned *bins;
  unsigned n;
  unsigned mask;

  template <class Update>
  __device__ __forceinline__ void count(unsigned *into, Update update) const {
    unsigned threads = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
      update(&into[values[i] & mask]);
    }
  }
};

__global__ void histogram_stride_relaxed(Values work) {
  work.count(work.bins, [](unsigned *bin) { atomicAdd(bin, 1u); });
}

__global__ void histogram_stride_acq_rel(Values work) {
  work.count(work.bins, [](unsigned *bin) {
    syncopate::fetch_add(bin, 1u, syncopate::acq_rel, syncopate::gpu);
  });
}

__global__ void histogram_stride_commutative(Values work) {
  work.count(work.bins, [](unsigned *bin) { syncopate::commutative::add(bin, 1u); });
}

__global__ void histogram_stride_shared(Values work) {
  extern __shared__ unsigned local_bins[];
  for (unsigned b = threadIdx.x; b <= work.mask; b += blockDim.x) {
    local_bins[b] = 0u;
  }
  __syncthreads();
  work.count(local_bins, [](unsigned *bin) { atomicAdd(bin, 1u); });
  __syncthreads();
  for (unsigned b = threadIdx.x; b <= work.mask; b += blockDim.x) {
    unsigned count = local_bins[b];
    if (count != 0u) {
      syncopate::commutative::add(&work.bins[b], count);
    }
  }
}
