// Frame of every HeteroSync kernel: the position of a CTA among those that take part, the layout of
// data in lines, backoff, and the atomics that syncopate.cuh lacks.
//
// The whole CTA calls a synchronisation primitive. Its first thread touches the lock words, and the
// result is broadcast through shared memory between two barriers of the CTA.
#pragma once

#include "syncopate.cuh"

namespace heterosync {

static constexpr unsigned LINE = 16;  // words of a line of data
static constexpr unsigned MULTIPLIER = 1664525u;

// Distribution of a launch over the machine. CTA b runs on compute unit b mod machineUnits
// (core.placement static, which the host demands); CTAs on units from `units` on return at once.
struct Layout {
  unsigned units;  // units that take part
  unsigned machineUnits;
};

// Position of a CTA among those that take part.
struct Place {
  unsigned unit;
  unsigned rank;  // among the CTAs of its unit
  unsigned id;    // among all: first the CTAs of rank 0 by unit, then those of rank 1, ...
  bool idle;

  __device__ __forceinline__ explicit Place(const Layout &layout) {
    unit = blockIdx.x % layout.machineUnits;
    rank = blockIdx.x / layout.machineUnits;
    id = rank * layout.units + unit;
    idle = unit >= layout.units;
  }
};

static __device__ __forceinline__ bool master() { return threadIdx.x == 0u; }

// First word of a thread's chain in a region of data: one word in each of accesses + 1 lines, which 16
// threads share.
static __device__ __forceinline__ unsigned *chain(unsigned *data, unsigned region,
                                                  unsigned accesses) {
  unsigned group = region * ((blockDim.x + LINE - 1u) / LINE) + threadIdx.x / LINE;
  return data + group * (accesses + 1u) * LINE + threadIdx.x % LINE;
}

// What a thread leaves in the second line, and a digest of all that it has loaded.
struct Trace {
  unsigned multiplier;
  unsigned summand;
  unsigned digest = 0u;

  __device__ __forceinline__ void note(unsigned value) { digest = digest * MULTIPLIER + value; }

  // Copies each word of a chain to the next line, the last one first: `accesses` loads and stores, at
  // least 2. The first line is read only. The word of the second line is not the copy alone: it goes
  // x := a x + b + copy, which is another value for every order of visitors. Returns that x.
  __device__ __forceinline__ unsigned visit(unsigned *words, unsigned accesses) {
    unsigned before = 0u;
    for (int n = static_cast<int>(accesses) - 1; n > 0; n--) {
      before = words[n * LINE];
      words[(n + 1) * LINE] = before;
      note(before);
    }
    unsigned copy = words[0];
    words[LINE] = before * multiplier + summand + copy;
    return before;
  }
};

// Tries again at once.
struct Spinning {
  __device__ __forceinline__ Spinning(unsigned, unsigned) {}
  __device__ __forceinline__ void pause() {}
};

// Passes time by additions to a volatile word of shared memory, after each failed try more of them:
// with a step, so many more, until 25 tries have failed and it begins again at one; with step 0,
// b := 2 b + 1, at most 1023.
struct BackingOff {
  unsigned turns;
  unsigned step;
  unsigned failures = 0u;

  __device__ __forceinline__ BackingOff(unsigned first, unsigned more) : turns(first), step(more) {}

  __device__ __forceinline__ void pause() {
    __shared__ volatile unsigned sum;
    for (unsigned i = 0; i < turns; i++) {
      sum = sum + i;
    }
    if (step == 0u) {
      turns = (2u * turns + 1u) & 1023u;
    } else if (++failures == 25u) {
      failures = 0u;
      turns = 1u;
    } else {
      turns += step;
    }
  }
};

// Orders of entering and leaving. Unordered is wrong on purpose: a lock still admits one at a time,
// and a barrier waits, but what they protect may be stale.
struct Ordered {
  using In = syncopate::acquire_t;
  using Out = syncopate::release_t;
};
struct Unordered {
  using In = syncopate::relaxed_t;
  using Out = syncopate::relaxed_t;
};

#define HETEROSYNC_WRAPPING_(name, operation, order, scope)                                      \
  static __device__ __forceinline__ unsigned name(unsigned *word, unsigned bound,                \
                                                  syncopate::order##_t, syncopate::scope##_t) {  \
    unsigned old;                                                                                \
    asm volatile("atom." #order "." #scope "." operation ".u32 %0, [%1], %2;"                    \
                 : "=r"(old) : "l"(word), "r"(bound) : "memory");                                \
    return old;                                                                                  \
  }
#define HETEROSYNC_WRAPPINGS_(order, scope)                   \
  HETEROSYNC_WRAPPING_(increment, "inc", order, scope)        \
  HETEROSYNC_WRAPPING_(decrement, "dec", order, scope)

HETEROSYNC_WRAPPINGS_(relaxed, cta)
HETEROSYNC_WRAPPINGS_(relaxed, gpu)
HETEROSYNC_WRAPPINGS_(relaxed, sys)
HETEROSYNC_WRAPPINGS_(release, cta)
HETEROSYNC_WRAPPINGS_(release, gpu)
HETEROSYNC_WRAPPINGS_(release, sys)

// Loads a word of which nothing is made: a copy of it may stay in the L1.
static __device__ __forceinline__ unsigned look(const unsigned *word) {
  unsigned value;
  asm volatile("ld.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

// Time in ns, for evidence that costs no access to memory.
static __device__ __forceinline__ unsigned now() {
  unsigned time;
  asm volatile("mov.u32 %0, %%globaltimer_lo;" : "=r"(time) : : "memory");
  return time;
}

// Notes of a CTA, in shared memory until the kernel's end so that visits cost no more accesses to
// global memory than the experiment has.
extern __shared__ unsigned notes[];

// Copies a CTA's notes out; the whole CTA calls it.
static __device__ __forceinline__ void keep(unsigned *out, unsigned words) {
  __syncthreads();
  for (unsigned i = threadIdx.x; i < words; i += blockDim.x) {
    out[i] = notes[i];
  }
}

}  // namespace heterosync
