// Uses of relaxed atomics (HeteroSync, section III-B, Table II): reference counters, split counters and
// seqlocks. All at gpu scope.
#include "heterosync/relaxed.cuh"

using namespace heterosync;

// Reference counters. A thread takes an object, looks at it, and lets go; who lets go last marks it.
struct References {
  Layout layout;
  unsigned *counts;
  unsigned *marks;
  const unsigned *objects;  // one word each
  unsigned *looks;          // of each thread, the sum of what it has seen
  unsigned ctas;
  unsigned n;           // objects
  unsigned iterations;  // of each thread
};

template <bool TEARS>
static __device__ __forceinline__ void count_references(const References &p) {
  Place me(p.layout);
  if (me.idle || me.id >= p.ctas) {
    return;
  }
  unsigned thread = me.id * blockDim.x + threadIdx.x;
  unsigned sum = 0u;
  for (unsigned k = 0; k < p.iterations; k++) {
    unsigned object = mixed(thread * p.iterations + k) % p.n;
    if (TEARS) {
      fetch_then_put(&p.counts[object], 1u);
    } else {
      fetch_add(&p.counts[object], 1u);
    }
    sum += p.objects[object];
    unsigned before = TEARS ? fetch_then_put(&p.counts[object], ~0u)
                            : fetch_add(&p.counts[object], ~0u);
    if (before == 1u) {
      put(&p.marks[object], 1u);
    }
  }
  p.looks[thread] = sum;
}

extern "C" __global__ void references(References p) { count_references<false>(p); }

// Wrong on purpose: counting in two halves.
extern "C" __global__ void references_torn(References p) { count_references<true>(p); }

// Split counters. Every thread of half of the CTAs adds to a counter of its own; each CTA of the other
// half adds up all counters, again and again, its threads sharing the counters.
struct Split {
  Layout layout;
  unsigned *counters;
  unsigned *sums;    // of each reading CTA's threads and readings
  unsigned ctas;
  unsigned writers;  // CTAs; the others read
  unsigned adds;     // of each writing thread
  unsigned reads;    // of each reading CTA
};

template <bool SHARES>
static __device__ __forceinline__ void split(const Split &p) {
  Place me(p.layout);
  if (me.idle || me.id >= p.ctas) {
    return;
  }
  unsigned n = p.writers * blockDim.x;
  if (me.id < p.writers) {
    unsigned mine = me.id * blockDim.x + threadIdx.x;
    for (unsigned k = 0; k < p.adds; k++) {
      if (SHARES) {
        fetch_then_put(&p.counters[mine % blockDim.x], 1u);
      } else {
        fetch_add(&p.counters[mine], 1u);
      }
    }
    return;
  }
  unsigned thread = (me.id - p.writers) * blockDim.x + threadIdx.x;
  for (unsigned k = 0; k < p.reads; k++) {
    unsigned sum = 0u;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
      sum += get(&p.counters[i]);
    }
    p.sums[thread * p.reads + k] = sum;
  }
}

extern "C" __global__ void split_counters(Split p) { split<false>(p); }

// Wrong on purpose: threads of several CTAs have one counter, and add to it in two halves.
extern "C" __global__ void split_counters_shared(Split p) { split<true>(p); }

// Seqlocks (Boehm: Can seqlocks get along with programming language memory models? MSPC 2012). The
// sequence number is odd while somebody writes; a reader that finds it changed throws away what it read.
struct Sequence {
  Layout layout;
  unsigned *number;  // writes x 2
  unsigned *words;
  uint4 *seen;       // of each thread: torn snapshots, tries, last number, 1 if numbers ran backwards
  unsigned ctas;
  unsigned every;    // CTAs of which one writes, by its first thread
  unsigned n;        // words
  unsigned iterations;
  unsigned pause;    // ns between two writes
};

static __device__ __forceinline__ unsigned snapshot(unsigned number, unsigned i) {
  return mixed(number + (i + 1u) * 0x9E3779B1u);
}

static __device__ void write(const Sequence &p) {
  using namespace syncopate;
  for (unsigned k = 0; k < p.iterations; k++) {
    unsigned number = load(p.number, relaxed, gpu);
    while ((number & 1u) != 0u
           || compare_exchange(p.number, number, number + 1u, acquire, gpu) != number) {
      number = load(p.number, relaxed, gpu);
    }
    fence(acq_rel, gpu);  // no word is seen before the odd number
    for (unsigned i = 0; i < p.n; i++) {
      put(&p.words[i], snapshot(number + 2u, i));
    }
    store(p.number, number + 2u, release, gpu);
    __nanosleep(p.pause);
  }
}

template <bool CARELESS>
static __device__ __forceinline__ void read(const Sequence &p, unsigned thread) {
  using namespace syncopate;
  uint4 seen = make_uint4(0u, 0u, 0u, 0u);
  for (unsigned k = 0; k < p.iterations; k++) {
    unsigned number;
    unsigned wrong;
    bool again;
    do {
      number = load(p.number, acquire, gpu);
      wrong = 0u;
      for (unsigned i = 0; i < p.n; i++) {
        wrong += get(&p.words[i]) != snapshot(number, i);
      }
      fence(acq_rel, gpu);  // the number is not looked at again before the words
      again = (number & 1u) != 0u || load(p.number, relaxed, gpu) != number;
      seen.y++;
    } while (again && !CARELESS);
    seen.x += wrong != 0u;
    seen.w |= number < seen.z;
    seen.z = number;
  }
  p.seen[thread] = seen;
}

template <bool CARELESS>
static __device__ __forceinline__ void sequence(const Sequence &p) {
  Place me(p.layout);
  if (me.idle || me.id >= p.ctas) {
    return;
  }
  if (me.id % p.every == 0u) {
    if (threadIdx.x == 0) {
      write(p);
    }
  } else {
    read<CARELESS>(p, me.id * blockDim.x + threadIdx.x);
  }
}

extern "C" __global__ void seqlocks(Sequence p) { sequence<false>(p); }

// Wrong on purpose: a reader takes what it has read at first.
extern "C" __global__ void seqlocks_careless(Sequence p) { sequence<true>(p); }
