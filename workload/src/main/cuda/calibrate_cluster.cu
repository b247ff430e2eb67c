// What CTAs of a cluster take to reach each other (Hopper and later): see calibrate.cu, whose parameters these kernels
// have, too. They run as clusters of two CTAs, of which the first measures.
// arch: sm_90
#include "calibrate/measure.cuh"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

__device__ static __forceinline__ unsigned place(const void *object) {
  return static_cast<unsigned>(__cvta_generic_to_shared(object));
}

__device__ static __forceinline__ unsigned rank_here() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}

// The address of the same variable in the CTA of a rank.
__device__ static __forceinline__ unsigned mapped(unsigned address, unsigned rank) {
  unsigned result;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(result) : "r"(address), "r"(rank));
  return result;
}

__device__ static __forceinline__ void meet() {
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

// Loads of the other CTA's shared memory, each of the address that the one before has found there.
KERNEL(cluster_loads) {
  __shared__ unsigned ring[32];
  unsigned rank = rank_here();
  for (unsigned i = threadIdx.x; i < 32; i += blockDim.x) ring[i] = mapped(place(&ring[(i + 1) % 32]), rank);
  meet();
  if (rank == 0) {
    unsigned address = mapped(place(ring), 1);
    long long start = now();
    STEPS { asm volatile("ld.shared::cluster.u32 %0, [%0];" : "+r"(address)::"memory"); }
    report(times, start, now(), address + a + b);
  }
  meet();
}

KERNEL(cluster_barriers) {
  meet();
  long long start = now();
  STEPS { meet(); }
  long long end = now();
  if (rank_here() == 0) report(times, start, end, a + b);
  meet();
}

// Copies of a bytes to both CTAs, each begun when the one before has come to the first. The second expects all.
KERNEL(cluster_multicasts) {
  alignas(128) __shared__ char slot[16384];
  __shared__ unsigned long long object;
  unsigned barrier = place(&object), target = place(slot), rank = rank_here();
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
  if (rank == 1) {
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(a * steps) : "memory");
  }
  meet();
  if (rank == 0) {
    long long start = now();
    STEPS {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(a) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                   " [%0], [%1], %2, [%3], %4;"
                   ::"r"(target), "l"(memory), "r"(a), "r"(barrier), "h"(static_cast<unsigned short>(3)) : "memory");
      unsigned over = 0;
      while (!over) {
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                     : "=r"(over) : "r"(barrier), "r"(k & 1) : "memory");
      }
    }
    report(times, start, now(), b);
  } else {
    unsigned over = 0;
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
    while (!over) {
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}"
                   : "=r"(over) : "r"(barrier) : "memory");
    }
  }
  meet();
}

#else  // a GPU without clusters: the host program leaves these out

KERNEL(cluster_loads) {}
KERNEL(cluster_barriers) {}
KERNEL(cluster_multicasts) {}

#endif
