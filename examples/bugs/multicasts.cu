// Multicasts of tiles to the CTAs of a cluster that are counted, awaited or freed wrongly, and one that is right.
// nvcc -arch=sm_90a -lineinfo -ptx multicasts.cu
//
// The first CTA loads each tile into the slot of every CTA. A warp of each adds it up, and frees the slot by an
// arrival at an mbarrier of the first CTA.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

constexpr unsigned CTAS = 4, WORDS = 32, TILE = 4 * WORDS;

enum Bug { NONE, FEW, MANY, UNFENCED, SCOPE };

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

__device__ void init(unsigned barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

__device__ void expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

__device__ void load(unsigned slot, const unsigned *in, unsigned barrier, unsigned short ctas) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
               " [%0], [%1], %2, [%3], %4;"
               ::"r"(slot), "l"(in), "r"(TILE), "r"(barrier), "h"(ctas) : "memory");
}

template <bool wide> __device__ void wait(unsigned barrier, unsigned parity) {
  unsigned over;
  do {
    if (wide) {
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;"
                   " selp.u32 %0, 1, 0, p;}" : "=r"(over) : "r"(barrier), "r"(parity) : "memory");
    } else {
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                   " selp.u32 %0, 1, 0, p;}" : "=r"(over) : "r"(barrier), "r"(parity) : "memory");
    }
  } while (!over);
}

// At the same object of the first CTA.
template <bool wide> __device__ void arrive(unsigned barrier) {
  unsigned first;
  asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(first) : "r"(barrier));
  if (wide) asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(first) : "memory");
  else asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(first) : "memory");
}

template <Bug bug> __device__ void add_up(const unsigned *in, unsigned *out, unsigned tiles) {
  __shared__ alignas(128) unsigned slot[WORDS];
  __shared__ alignas(8) unsigned long long objects[2];
  cg::cluster_group cluster = cg::this_cluster();
  unsigned full = shared_address(&objects[0]), empty = shared_address(&objects[1]), sum = 0;
  bool leads = cluster.block_rank() == 0;
  if (threadIdx.x == 0) {
    init(full, 1);
    init(empty, CTAS * WORDS);
  }
  cluster.sync();
  for (unsigned i = 0; i < tiles; i++) {
    if (threadIdx.x == 0) {
      // One tile comes to this CTA, however many others get it.
      expect(full, bug == FEW ? TILE / 2 : bug == MANY ? CTAS * TILE : TILE);
      if (leads) {
        if (i > 0) wait<bug != SCOPE>(empty, i - 1 & 1);
        load(shared_address(slot), in + i * WORDS, full, (1 << CTAS) - 1);
      }
    }
    wait<false>(full, i & 1);
    sum += slot[threadIdx.x];
    if (bug != UNFENCED) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    arrive<bug != SCOPE>(empty);
  }
  out[blockIdx.x * WORDS + threadIdx.x] = sum;
  cluster.sync();
}

#define ADD_UP(name, bug)                                                                                        \
  extern "C" __global__ void __cluster_dims__(CTAS) name(const unsigned *in, unsigned *out, unsigned tiles) {      \
    add_up<bug>(in, out, tiles);                                                                                 \
  }

ADD_UP(multicast_right, NONE)
ADD_UP(multicast_few, FEW)
ADD_UP(multicast_many, MANY)
ADD_UP(multicast_unfenced, UNFENCED)
ADD_UP(multicast_scope, SCOPE)
