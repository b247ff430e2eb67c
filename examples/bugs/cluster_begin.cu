// A CTA of a cluster that writes to another before that one has begun, and the same behind a barrier of the cluster.
// nvcc -arch=sm_90 -lineinfo -ptx cluster_begin.cu
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// A CTA of a cluster may begin later than another, which arrives at an mbarrier that is not there yet.
template <bool met> __device__ void begin(unsigned *out) {
  __shared__ alignas(8) unsigned long long ready;
  __shared__ unsigned value;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned barrier = (unsigned)__cvta_generic_to_shared(&ready);
  if (cluster.block_rank() == 0 && threadIdx.x == 0) {
    value = 0;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
    if (met) asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if (met) cluster.sync();
  else __syncthreads();
  if (cluster.block_rank() == 1 && threadIdx.x == 0) {
    *cluster.map_shared_rank(&value, 0) = 40;
    unsigned remote;
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(remote) : "r"(barrier));
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(remote) : "memory");
  }
  if (cluster.block_rank() == 0) {
    unsigned over;
    do {
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;"
                   " selp.u32 %0, 1, 0, p;}"
                   : "=r"(over) : "r"(barrier) : "memory");
    } while (!over);
    out[threadIdx.x] = value;
  }
  cluster.sync(); // nobody exits before the last access
}

extern "C" __global__ void __cluster_dims__(2) begin_wrong(unsigned *out) { begin<false>(out); }

extern "C" __global__ void __cluster_dims__(2) begin_right(unsigned *out) { begin<true>(out); }
