// Sum of n values modulo 2^32: a tree in shared memory within a CTA, one atomic a CTA across them.

// Finishes the tree with warp shuffles; needs 32-wide warps and a CTA of 64 to 1024 threads, a power
// of two.
__global__ void reduction_shuffle(const unsigned *in, unsigned *sum, int n) {
  __shared__ unsigned partial[1024];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0u;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half >= 32; half /= 2) {
    if (threadIdx.x < half) {
      partial[threadIdx.x] += partial[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x < 32) {
    unsigned value = partial[threadIdx.x];
    for (int distance = 16; distance > 0; distance /= 2) {
      value += __shfl_down_sync(0xffffffffu, value, distance);
    }
    if (threadIdx.x == 0) {
      atomicAdd(sum, value);
    }
  }
}

// The whole tree in (dynamic) shared memory: 4 bytes a thread, for any warp width.
__global__ void reduction_tree(const unsigned *in, unsigned *sum, int n) {
  extern __shared__ unsigned tree[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tree[threadIdx.x] = i < n ? in[i] : 0u;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) {
      tree[threadIdx.x] += tree[threadIdx.x + half];
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    atomicAdd(sum, tree[0]);
  }
}
