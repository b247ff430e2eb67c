// arch: sm_80
// Kernels that hang, each for one reason that its name and comment give. What the report on each
// must say is in HangCauseTest.

// CTA i waits for CTA i + 1, one thread of it, the others at a barrier; not all CTAs have room.
extern "C" __global__ void flagOfLaterCta(volatile unsigned *flag) {
  if (threadIdx.x == 0) {
    if (blockIdx.x + 1 < gridDim.x)
      while (flag[blockIdx.x + 1] == 0) {}
    flag[blockIdx.x] = 1;
  }
  __syncthreads();
}

// Every CTA waits for all: not all have room.
extern "C" __global__ void gridBarrier(unsigned *count, unsigned *out, int rounds) {
  for (int round = 1; round <= rounds; round++) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(count, 1u);
      while (*(volatile unsigned *)count < round * gridDim.x) {}
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] += round;
  }
}

// A consumer polls with weak loads, a flag that a producer of another CTA sets later.
extern "C" __global__ void weakPoll(unsigned *flag, unsigned *out) {
  if (blockIdx.x == 0) {
    __nanosleep(5000);
    asm volatile("st.release.gpu.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    unsigned r;
    do { asm volatile("ld.global.u32 %0, [%1];" : "=r"(r) : "l"(flag) : "memory"); } while (r == 0);
    out[blockIdx.x] = r;
  }
}

// The same with a poll at CTA scope.
extern "C" __global__ void narrowPoll(unsigned *flag, unsigned *out) {
  if (blockIdx.x == 0) {
    __nanosleep(5000);
    asm volatile("st.release.gpu.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    unsigned r;
    do { asm volatile("ld.relaxed.cta.u32 %0, [%1];" : "=r"(r) : "l"(flag) : "memory"); } while (r == 0);
    out[blockIdx.x] = r;
  }
}

// The flag is set at CTA scope: it stays in the writer's L1, whose CTA waits for the answer.
extern "C" __global__ void missingFence(volatile unsigned *flag) {
  unsigned one = 1;
  if (blockIdx.x == 0) {
    asm volatile("st.release.cta.u32 [%0], %1;" ::"l"(flag), "r"(one) : "memory");
    while (flag[64] == 0) {}
  } else {
    while (flag[0] == 0) {}
    flag[64] = 1;
  }
}

// The compiler reads a plain flag once, before the loop.
extern "C" __global__ void hoistedPoll(unsigned *flag) {
  if (blockIdx.x == 0) { __nanosleep(5000); *flag = 1; }
  else while (*flag == 0) {}
}

// CTA 0 leaves with the lock.
extern "C" __global__ void lostUnlock(unsigned *lock, unsigned *data) {
  while (atomicCAS(lock, 0u, 1u) != 0u) {}
  __threadfence();
  data[0] += 1;
  if (data[0] == 1) return;
  __threadfence();
  atomicExch(lock, 0u);
}

// One warp waits at barrier 1 for 64 threads, the other at barrier 2 for 64.
extern "C" __global__ void barrierCounts(unsigned *out) {
  if (threadIdx.x < 32) asm volatile("bar.sync 1, 64;");
  else asm volatile("bar.sync 2, 64;");
  out[threadIdx.x] = 1;
}

// Lanes 1 to 31 wait for a word that lane 0 writes behind a __syncwarp of all.
extern "C" __global__ void warpDeadlock(unsigned *out) {
  __shared__ volatile unsigned ready;
  if (threadIdx.x == 0) ready = 0;
  __syncwarp();
  if (threadIdx.x == 0) {
    __syncwarp();
    ready = 1;
  } else {
    while (ready == 0) {}
    __syncwarp();
  }
  out[threadIdx.x] = ready;
}

// Two CTAs take two locks in opposite orders.
__device__ void takeBoth(unsigned *first, unsigned *second) {
  while (atomicCAS(first, 0u, 1u) != 0u) {}
  __nanosleep(5000);
  while (atomicCAS(second, 0u, 1u) != 0u) {}
  atomicExch(second, 0u);
  atomicExch(first, 0u);
}
extern "C" __global__ void abba(unsigned *lock) {
  if (blockIdx.x == 0) takeBoth(lock, lock + 64);
  else takeBoth(lock + 64, lock);
}

// So do two lanes of a warp.
extern "C" __global__ void laneLocks(unsigned *lock) {
  if (threadIdx.x == 0) takeBoth(lock, lock + 64);
  else takeBoth(lock + 64, lock);
}

// Every lane of a warp takes the lock: with a reconvergence stack the one that has it waits for all.
extern "C" __global__ void laneLock(unsigned *lock, unsigned *data) {
  while (atomicCAS(lock, 0u, 1u) != 0u) {}
  data[0] += 1;
  __threadfence();
  atomicExch(lock, 0u);
}

// An mbarrier for 33 arrivals gets 32.
extern "C" __global__ void mbarrierCount(unsigned *out) {
  __shared__ unsigned long long gate;
  unsigned at = (unsigned)__cvta_generic_to_shared(&gate);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 33;" ::"r"(at) : "memory");
  __syncthreads();
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(at), "l"(state) : "memory");
  } while (done == 0);
  out[threadIdx.x] = done;
}

// Half of the copies that an mbarrier counts are never made.
extern "C" __global__ void copiesMissing(unsigned *in, unsigned *out) {
  __shared__ unsigned long long full;
  __shared__ unsigned tile[32];
  unsigned at = (unsigned)__cvta_generic_to_shared(&full);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(at) : "memory");
  __syncthreads();
  if (threadIdx.x < 16) {
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at) : "memory");
  }
  unsigned done;
  do {
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done) : "r"(at) : "memory");
  } while (done == 0);
  out[threadIdx.x] = tile[threadIdx.x];
}

// Half a warp waits at a barrier in divergent code, the other half for what those write behind it.
extern "C" __global__ void divergentBarrier(volatile unsigned *flag) {
  if (threadIdx.x < 16) {
    __syncthreads();
    flag[0] = 1;
  } else {
    while (flag[0] == 0) {}
    __syncthreads();
  }
}

// One warp spins on a word that the other writes behind the barrier at which it waits.
extern "C" __global__ void writtenBehindBarrier(unsigned *out) {
  __shared__ volatile unsigned go[4];
  if (threadIdx.x < 4) go[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x >= 32) {
    __syncthreads();
    if (threadIdx.x == 32) go[2] = 1;
  } else {
    while (go[2] == 0) {}
    __syncthreads();
  }
  out[threadIdx.x] = go[2];
}

// The producer makes fewer items than its consumer wants, and leaves.
extern "C" __global__ void producerLeaves(volatile unsigned *made, unsigned items) {
  if (blockIdx.x == 0) {
    for (unsigned i = 1; i < items; i++) made[0] = i;
  } else {
    while (made[0] < items) {}
  }
}

// As gridBarrier, on a counter that is a variable of the module, with a lost arrival: CTA 1 does not
// come.
__device__ unsigned arrivals[4];
extern "C" __global__ void lostArrival() {
  if (threadIdx.x == 0) {
    if (blockIdx.x != 1) atomicAdd(&arrivals[2], 1u);
    while (((volatile unsigned *)arrivals)[2] < gridDim.x) {}
  }
  __syncthreads();
}
