// What mbarriers, bulk copies and proxy fences take (Hopper and later): see calibrate.cu, whose parameters these kernels
// have, too.
// arch: sm_90
#include "calibrate/measure.cuh"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

__device__ static __forceinline__ unsigned shared_address(const void *object) {
  return static_cast<unsigned>(__cvta_generic_to_shared(object));
}

__device__ static __forceinline__ void init(unsigned barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

// Whether the phase with that parity is over.
__device__ static __forceinline__ unsigned over(unsigned barrier, unsigned parity) {
  unsigned result;
  asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
               : "=r"(result) : "r"(barrier), "r"(parity) : "memory");
  return result;
}

__device__ static __forceinline__ void expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

// A copy from memory, which the barrier counts.
__device__ static __forceinline__ void load(unsigned target, const char *source, unsigned bytes, unsigned barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(target), "l"(source), "r"(bytes), "r"(barrier) : "memory");
}

// Arrivals that end no phase.
KERNEL(mbarrier_arrivals) {
  __shared__ unsigned long long object;
  unsigned barrier = shared_address(&object);
  init(barrier, 1 << 19);
  long long start = now();
  STEPS { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory"); }
  report(times, start, now(), a + b);
}

// Waits for a phase that is over; each for the parity that the one before has found.
KERNEL(mbarrier_waits) {
  __shared__ unsigned long long object;
  unsigned barrier = shared_address(&object);
  init(barrier, 1);
  expect(barrier, 0);
  unsigned parity = 0;
  long long start = now();
  STEPS {
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %0; selp.u32 %0, 0, 1, p;}"
                 : "+r"(parity) : "r"(barrier) : "memory");
  }
  report(times, start, now(), parity);
}

// An arrival that ends the phase, and a wait for it.
KERNEL(mbarrier_phases) {
  __shared__ unsigned long long object;
  unsigned barrier = shared_address(&object);
  init(barrier, 1);
  long long start = now();
  STEPS {
    expect(barrier, 0);
    while (!over(barrier, k & 1)) {
    }
  }
  report(times, start, now(), a + b);
}

// Copies of a bytes to shared memory, each begun when the one before is over.
KERNEL(copy_chain) {
  alignas(128) __shared__ char slot[16384];
  __shared__ unsigned long long object;
  unsigned barrier = shared_address(&object), target = shared_address(slot);
  init(barrier, 1);
  long long start = now();
  STEPS {
    expect(barrier, a);
    load(target, memory, a, barrier);
    while (!over(barrier, k & 1)) {
    }
  }
  report(times, start, now(), b);
}

// One copy of `steps` times 1 KiB, read before.
KERNEL(copy_once) {
  alignas(128) __shared__ char slot[32768];
  __shared__ unsigned long long object;
  unsigned barrier = shared_address(&object), target = shared_address(slot);
  init(barrier, 1);
  long long start = 0;
  for (int round = 0; round < 2; round++) {
    start = now();
    expect(barrier, 1024 * steps);
    load(target, memory, 1024 * steps, barrier);
    while (!over(barrier, round)) {
    }
  }
  report(times, start, now(), a + b);
}

KERNEL(proxy_fences) {
  long long start = now();
  STEPS { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
  report(times, start, now(), a + b);
}

#else  // a GPU that has none of it: the host program leaves these out

KERNEL(mbarrier_arrivals) {}
KERNEL(mbarrier_waits) {}
KERNEL(mbarrier_phases) {}
KERNEL(copy_chain) {}
KERNEL(copy_once) {}
KERNEL(proxy_fences) {}

#endif
