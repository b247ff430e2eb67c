// Histogram in global memory, one value a thread, bin = value & mask. The kernels differ in what the
// atomic promises.
#include "syncopate.cuh"

// CUDA's own atomicAdd: relaxed, gpu scope.
__global__ void histogram_relaxed(const unsigned *values, unsigned *bins, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&bins[values[i] & mask], 1u);
  }
}

// Every update also acquires and releases at gpu scope, as a cautious programmer would write it.
__global__ void histogram_acq_rel(const unsigned *values, unsigned *bins, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    syncopate::fetch_add(&bins[values[i] & mask], 1u, syncopate::acq_rel, syncopate::gpu);
  }
}

// Commutative: unordered, and not read before the kernel's end.
__global__ void histogram_commutative(const unsigned *values, unsigned *bins, int n, unsigned mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    syncopate::commutative::add(&bins[values[i] & mask], 1u);
  }
}

// Bins of a CTA in (dynamic) shared memory, 4 bytes a bin, added to the global ones at the end: those
// updates are commutative.
__global__ void histogram_shared(const unsigned *values, unsigned *bins, int n, unsigned mask) {
  extern __shared__ unsigned local_bins[];
  for (unsigned b = threadIdx.x; b <= mask; b += blockDim.x) {
    local_bins[b] = 0u;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&local_bins[values[i] & mask], 1u);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b <= mask; b += blockDim.x) {
    unsigned count = local_bins[b];
    if (count != 0u) {
      syncopate::commutative::add(&bins[b], count);
    }
  }
}
