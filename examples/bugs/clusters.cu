// Hand-overs between the CTAs of a cluster that its barrier does not order, and the same with one that does.
// nvcc -arch=sm_90 -lineinfo -ptx clusters.cu
//
// threshold_wrong, threshold_right: one CTA publishes a value, the others read it behind the barrier.
// exit_wrong, exit_right: each CTA reads the shared memory of the next.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// A relaxed arrival is enough for who only counts, not for who has written.
template <bool relaxed> __device__ void publish(unsigned *threshold, unsigned *seen) {
  if (cg::this_cluster().block_rank() == 0) {
    if (threadIdx.x == 0) *threshold = 40;
    __syncthreads();
  }
  if (relaxed) asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
  else asm volatile("barrier.cluster.arrive.release;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
  seen[blockIdx.x * blockDim.x + threadIdx.x] = *threshold;
}

extern "C" __global__ void __cluster_dims__(2) threshold_wrong(unsigned *threshold, unsigned *seen) {
  publish<true>(threshold, seen);
}

extern "C" __global__ void __cluster_dims__(2) threshold_right(unsigned *threshold, unsigned *seen) {
  publish<false>(threshold, seen);
}

// A CTA takes its shared memory along when it exits.
template <bool stays> __device__ void read_next(unsigned *seen) {
  __shared__ unsigned tile[256];
  cg::cluster_group cluster = cg::this_cluster();
  tile[threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;
  cluster.sync();
  const unsigned *next = cluster.map_shared_rank(tile, (cluster.block_rank() + 1) % cluster.num_blocks());
  unsigned sum = 0;
  if (cluster.block_rank() > 0) { // the first CTA has nothing to do
    for (unsigned i = 0; i < 16; i++) sum += next[threadIdx.x + i & blockDim.x - 1];
  }
  seen[blockIdx.x * blockDim.x + threadIdx.x] = sum;
  if (stays) cluster.sync();
}

extern "C" __global__ void __cluster_dims__(2) exit_wrong(unsigned *seen) { read_next<false>(seen); }

extern "C" __global__ void __cluster_dims__(2) exit_right(unsigned *seen) { read_next<true>(seen); }
