// A critical section behind a spin lock. The section leaves evidence from which the host proves that
// no two threads were ever inside at once and that each saw all that its predecessor wrote:
// a plain counter, who was inside before, and a value that every visit carries on.
#include "syncopate.cuh"

// One lock and what it protects, each on a 128-byte line of its own.
struct Section {
  unsigned lock;
  unsigned pad0[31];
  unsigned counter;  // visits so far
  unsigned last;     // who was inside last, 0: nobody
  unsigned owner;    // who is inside, 0: nobody
  unsigned payload;  // advanced `work` xorshift32 steps by each visit; starts at 1
  unsigned pad1[28];
};

// What one visit saw, written by the visitor to a slot of its own.
struct Visit {
  unsigned section;      // index of the section visited
  unsigned counter;      // visits before this one
  unsigned predecessor;  // who was inside before
  unsigned intruders;    // 1 if somebody else was inside as well
};

static __device__ __forceinline__ void compiler_barrier() { asm volatile("" : : : "memory"); }

static __device__ void visit(Section *sections, unsigned index, unsigned me, int work, Visit *out) {
  Section *s = &sections[index];
  unsigned found = s->owner;
  s->owner = me;
  compiler_barrier();
  unsigned before = s->counter;
  unsigned predecessor = s->last;
  unsigned x = s->payload;
  for (int step = 0; step < work; step++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
  }
  s->payload = x;
  s->last = me;
  s->counter = before + 1u;
  compiler_barrier();
  out->section = index;
  out->counter = before;
  out->predecessor = predecessor;
  out->intruders = found != 0u || s->owner != me;
  s->owner = 0u;
}

static __device__ __forceinline__ void lock_fenced(unsigned *lock, unsigned backoff) {
  unsigned wait = backoff;
  while (atomicCAS(lock, 0u, 1u) != 0u) {
    if (wait != 0u) {
      __nanosleep(wait);
      wait = wait < 4096u ? 2u * wait : wait;
    }
  }
  __threadfence();
}

static __device__ __forceinline__ void unlock_fenced(unsigned *lock) {
  __threadfence();
  atomicExch(lock, 0u);
}

// Thread 0 of each CTA takes the lock while the others wait at a barrier; CUDA's atomics and fences.
// `backoff`: first wait after a failed attempt in ns, doubled up to 4096; 0 spins.
__global__ void mutex_cta(Section *sections, Visit *visits, int acquires, int work,
                          unsigned backoff) {
  for (int k = 0; k < acquires; k++) {
    if (threadIdx.x == 0) {
      lock_fenced(&sections[0].lock, backoff);
      visit(sections, 0u, blockIdx.x + 1u, work, &visits[blockIdx.x * acquires + k]);
      unlock_fenced(&sections[0].lock);
    }
    __syncthreads();
  }
}

// Every thread takes the lock: lanes of one warp contend, so that only independent thread scheduling
// gets through.
__global__ void mutex_lane(Section *sections, Visit *visits, int acquires, int work,
                           unsigned backoff) {
  unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < acquires; k++) {
    lock_fenced(&sections[0].lock, backoff);
    visit(sections, 0u, thread + 1u, work, &visits[thread * acquires + k]);
    unlock_fenced(&sections[0].lock);
  }
}

// As mutex_cta, with the order stated on the lock itself instead of by fences, and a relaxed test
// before each attempt.
__global__ void mutex_scoped(Section *sections, Visit *visits, int acquires, int work,
                             unsigned backoff) {
  using namespace syncopate;
  unsigned *lock = &sections[0].lock;
  for (int k = 0; k < acquires; k++) {
    if (threadIdx.x == 0) {
      unsigned wait = backoff;
      while (load(lock, relaxed, gpu) != 0u
             || compare_exchange(lock, 0u, 1u, acquire, gpu) != 0u) {
        if (wait != 0u) {
          __nanosleep(wait);
          wait = wait < 4096u ? 2u * wait : wait;
        }
      }
      visit(sections, 0u, blockIdx.x + 1u, work, &visits[blockIdx.x * acquires + k]);
      store(lock, 0u, release, gpu);
    }
    __syncthreads();
  }
}

// A lock for each CTA, taken by each of its threads at cta scope: nobody outside ever synchronises
// with it.
__global__ void mutex_local(Section *sections, Visit *visits, int acquires, int work,
                            unsigned backoff) {
  using namespace syncopate;
  unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *lock = &sections[blockIdx.x].lock;
  for (int k = 0; k < acquires; k++) {
    unsigned wait = backoff;
    while (compare_exchange(lock, 0u, 1u, acquire, cta) != 0u) {
      if (wait != 0u) {
        __nanosleep(wait);
        wait = wait < 4096u ? 2u * wait : wait;
      }
    }
    visit(sections, blockIdx.x, thread + 1u, work, &visits[thread * acquires + k]);
    store(lock, 0u, release, cta);
  }
}

// Wrong on purpose: mutex_cta without its fences. The lock still admits one at a time, but what the
// section reads may be stale; the host's check must say so wherever caches are not coherent.
__global__ void mutex_unfenced(Section *sections, Visit *visits, int acquires, int work,
                               unsigned backoff) {
  for (int k = 0; k < acquires; k++) {
    if (threadIdx.x == 0) {
      unsigned wait = backoff;
      while (atomicCAS(&sections[0].lock, 0u, 1u) != 0u) {
        if (wait != 0u) {
          __nanosleep(wait);
          wait = wait < 4096u ? 2u * wait : wait;
        }
      }
      visit(sections, 0u, blockIdx.x + 1u, work, &visits[blockIdx.x * acquires + k]);
      atomicExch(&sections[0].lock, 0u);
    }
    __syncthreads();
  }
}
