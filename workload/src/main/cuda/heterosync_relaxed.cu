// Uses of relaxed atomics (HeteroSync, section III-B, Table II): reference counters, split counters and
// seqlocks. All at gpu scope.
#include "heterosync/relaxed.cuh"

using namespace heterosync;

// Reference counters. Thread t of a CTA shares two objects with thread t of each CTA of its group: it takes
// both, works, and lets go of both; who lets go last marks the object. The counters of a group's first
// objects are adjacent words, one for each thread, those of its second objects likewise, elsewhere.
struct References {
  Layout layout;
  unsigned *first;        // counters of first objects: of each group and thread of a CTA
  unsigned *second;       // of second objects
  unsigned *firstMarks;   // of each thread: whether it marked its first object
  unsigned *secondMarks;  // its second one
  unsigned *found;        // of each thread and object: differences of what was found, and of the squares
  unsigned ctas;
  unsigned groups;  // CTA i is in group i mod groups
  unsigned repeats;
};

// What a thread finds in a counter. All its threads together find each value as often when they take as they
// leave it behind when they let go, so that over all of them both differences are zero.
struct Balance {
  unsigned sum = 0u;
  unsigned squares = 0u;

  __device__ __forceinline__ void took(unsigned before) {
    sum += before;
    squares += before * before;
  }
  __device__ __forceinline__ void let_go(unsigned before) {
    sum -= before - 1u;
    squares -= (before - 1u) * (before - 1u);
  }
};

template <bool TEARS>
static __device__ __forceinline__ unsigned take(unsigned *count) {
  return TEARS ? fetch_then_put(count, 1u) : fetch_add(count, 1u);
}

static __device__ __forceinline__ unsigned let_go(unsigned *count) {
  return decrement(count, 1000000000u, syncopate::release, syncopate::gpu);
}

template <bool TEARS>
static __device__ __forceinline__ void count_references(const References &p) {
  Place me(p.layout);
  if (me.idle || me.id >= p.ctas) {
    return;
  }
  unsigned thread = me.id * blockDim.x + threadIdx.x;
  unsigned object = me.id % p.groups * blockDim.x + threadIdx.x;
  volatile unsigned *mine = notes + threadIdx.x;
  Balance first;
  Balance second;
  *mine = 0u;
  __syncthreads();
  for (unsigned k = 0; k < p.repeats; k++) {
    unsigned a = take<TEARS>(p.first + object);
    unsigned b = take<TEARS>(p.second + object);
    for (unsigned j = 0; j < 2u * p.repeats; j++) {
      *mine = *mine + j;
      __syncthreads();
    }
    unsigned c = let_go(p.first + object);
    unsigned d = let_go(p.second + object);
    if (c <= 1u) {
      p.firstMarks[thread] = 1u;
    }
    if (d <= 1u) {
      p.secondMarks[thread] = 1u;
    }
    // not before, so that what is found when taking is awaited only here
    first.took(a);
    second.took(b);
    first.let_go(c);
    second.let_go(d);
  }
  unsigned *found = p.found + 4u * thread;
  found[0] = first.sum;
  found[1] = first.squares;
  found[2] = second.sum;
  found[3] = second.squares;
}

extern "C" __global__ void references(References p) { count_references<false>(p); }

// Wrong on purpose: taking in two halves.
extern "C" __global__ void references_torn(References p) { count_references<true>(p); }

// Split counters. Of every 32 threads the first 16 add to a counter of their own; the others add all
// counters up, 16 of them in flight at a time, each CTA beginning at its own, and the CTA adds up their sums.
// The published program returns a sum of which one part is never set; here all are.
struct Split {
  Layout layout;
  unsigned *counters;
  unsigned *sums;  // of each CTA and round
  unsigned ctas;
  unsigned rounds;
};

static constexpr unsigned FLIGHT = 16u;

// Adds up every step-th of n counters, all of them, from one on and round.
static __device__ __forceinline__ unsigned sum_up(unsigned *counters, unsigned from, unsigned step,
                                                  unsigned n) {
  unsigned sum = 0u;
  unsigned at = from;
  unsigned left = n / step;
  for (; left >= FLIGHT; left -= FLIGHT) {
    unsigned *places[FLIGHT];
#pragma unroll
    for (unsigned j = 0; j < FLIGHT; j++) {
      places[j] = counters + at;
      at = (at + step) % n;
    }
    unsigned parts[FLIGHT];
#pragma unroll
    for (unsigned j = 0; j < FLIGHT; j++) {
      parts[j] = fetch_add(places[j], 0u);
    }
#pragma unroll
    for (unsigned j = 0; j < FLIGHT; j++) {
      sum += parts[j];
    }
  }
  for (; left > 0u; left--) {
    sum += fetch_add(counters + at, 0u);
    at = (at + step) % n;
  }
  return sum;
}

template <bool SHARES>
static __device__ __forceinline__ void split(const Split &p) {
  Place me(p.layout);
  if (me.idle || me.id >= p.ctas) {
    return;
  }
  unsigned half = blockDim.x / 2u;
  unsigned index = threadIdx.x / 32u * 16u + threadIdx.x % 16u;
  for (unsigned k = 0; k < p.rounds; k++) {
    if (threadIdx.x % 32u < 16u) {
      if (SHARES) {
        fetch_then_put(&p.counters[index], 1u);
      } else {
        fetch_add(&p.counters[me.id * half + index], 1u);
      }
    } else {
      notes[index] = sum_up(p.counters, me.id * half + index, half, p.ctas * half);
    }
    __syncthreads();
    for (unsigned n = half; n > 1u;) {
      unsigned rest = (n + 1u) / 2u;
      if (threadIdx.x < n - rest) {
        notes[threadIdx.x] += notes[threadIdx.x + rest];
      }
      n = rest;
      __syncthreads();
    }
    if (master()) {
      p.sums[me.id * p.rounds + k] = notes[0];
    }
    __syncthreads();
  }
}

extern "C" __global__ void split_counters(Split p) { split<false>(p); }

// Wrong on purpose: threads of several CTAs have one counter, and add to it in two halves.
extern "C" __global__ void split_counters_shared(Split p) { split<true>(p); }

// Seqlocks (Boehm: Can seqlocks get along with programming language memory models? MSPC 2012). The
// sequence number is odd while a CTA writes. Thread 0 reads it for a CTA of readers, before and after the
// threads have read two words each; if it changed, what they read is thrown away.
struct Sequence {
  Layout layout;
  unsigned *numbers;  // of each lock, writes x 2
  unsigned *first;    // of each lock, a word for each lane: the warps of a CTA have the same words
  unsigned *second;   // another
  uint4 *seen;        // of each thread: torn snapshots, tries, last number, 1 if numbers ran backwards
  unsigned ctas;
  unsigned every;  // CTAs of which one writes
  unsigned locks;
  unsigned iterations;
};

static constexpr unsigned LANES = 32u;

// The first or the second word of a lane under a number.
static __device__ __forceinline__ unsigned snapshot(unsigned number, unsigned i) {
  return mixed(number + (i + 1u) * 0x9E3779B1u);
}

__device__ inline void write(const Sequence &p, unsigned lock, unsigned *first, unsigned *second) {
  using namespace syncopate;
  __shared__ unsigned taken;
  unsigned lane = threadIdx.x % LANES;
  for (unsigned k = 0; k < p.iterations; k++) {
    if (master()) {
      BackingOff waiting(1u, 0u);
      unsigned number = fetch_add(&p.numbers[lock], 0u);
      while ((number & 1u) != 0u
             || compare_exchange(&p.numbers[lock], number, number + 1u, acquire, gpu) != number) {
        waiting.turns &= 31u;
        waiting.pause();
        number = fetch_add(&p.numbers[lock], 0u);
      }
      taken = number;
    }
    __syncthreads();
    fence(acq_rel, gpu);  // no word is seen before the odd number
    exchange(first, snapshot(taken + 2u, 2u * lane), relaxed, gpu);
    exchange(second, snapshot(taken + 2u, 2u * lane + 1u), relaxed, gpu);
    __syncthreads();
    if (master()) {
      exchange(&p.numbers[lock], taken + 2u, release, gpu);
    }
    __syncthreads();
  }
}

template <bool CARELESS>
__device__ __forceinline__ void read(const Sequence &p, unsigned lock, unsigned *first,
                                            unsigned *second, unsigned thread) {
  using namespace syncopate;
  __shared__ unsigned before;
  __shared__ unsigned after;
  unsigned lane = threadIdx.x % LANES;
  uint4 seen = make_uint4(0u, 0u, 0u, 0u);
  for (unsigned k = 0; k < p.iterations; k++) {
    unsigned number;
    unsigned wrong;
    bool again;
    do {
      if (master()) {
        before = load(&p.numbers[lock], acquire, gpu);
      }
      __syncthreads();
      number = before;
      unsigned a = fetch_or(first, 0u, relaxed, gpu);
      unsigned b = fetch_or(second, 0u, relaxed, gpu);
      wrong = a != snapshot(number, 2u * lane) || b != snapshot(number, 2u * lane + 1u);
      fence(acq_rel, gpu);  // the number is not read again before the words
      __syncthreads();
      if (master()) {
        after = fetch_add(&p.numbers[lock], 0u);
      }
      __syncthreads();
      again = (number & 1u) != 0u || after != number;
      seen.y++;
    } while (again && !CARELESS);
    seen.x += wrong;
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
  unsigned lock = me.id % p.locks;
  unsigned word = lock * LANES + threadIdx.x % LANES;
  if (me.id % p.every == 0u) {
    write(p, lock, p.first + word, p.second + word);
  } else {
    read<CARELESS>(p, lock, p.first + word, p.second + word, me.id * blockDim.x + threadIdx.x);
  }
}

extern "C" __global__ void seqlocks(Sequence p) { sequence<false>(p); }

// Wrong on purpose: a reader takes what it has read at first.
extern "C" __global__ void seqlocks_careless(Sequence p) { sequence<true>(p); }
