// Critical sections behind the mutexes of HeteroSync (Algorithm 1; Table I): every CTA enters as often
// as there are iterations, and each of its threads then loads and stores some words of the section.
//
// What the sections leave behind proves that they were one after the other. Word 0 of each thread
// counts the visits, word 1 names the last visitor, and the others go x := a x + visitor, which is
// another value for every order of visitors. Each visit also notes the count and the last visitor that
// its first thread found, from which the host puts the visits in order and computes all words anew.
#include "heterosync/mutex.cuh"

using namespace heterosync;

struct Sections {
  Layout layout;
  unsigned *mutexes;  // of each section, 2 + ring lines
  unsigned *data;     // of each section, `accesses` rows of one word a thread
  uint2 *visits;      // of each CTA and iteration: count and last visitor found
  unsigned ring;
  unsigned local;       // 1: a section for each unit
  unsigned iterations;  // of each CTA
  unsigned accesses;    // loads and stores of each thread and iteration, at least 2
  unsigned first;       // ns
  unsigned most;        // ns
};

// Reads a word of which nothing is made: a copy of it may stay in the L1.
static __device__ __forceinline__ unsigned look(const unsigned *word) {
  unsigned value;
  asm volatile("ld.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

// Visitors that look at the section before they enter keep what they have seen unless the mutex makes
// them drop it.
template <class Mutex, bool looks = false>
static __device__ __forceinline__ void visit_all(const Sections &p) {
  Place me(p.layout);
  if (me.idle) {
    return;
  }
  unsigned section = p.local ? me.unit : 0u;
  Mutex mutex{{p.mutexes + section * (2u + p.ring) * LINE, p.ring, p.first, p.most}};
  unsigned row = blockDim.x;
  unsigned *data = p.data + section * p.accesses * row + threadIdx.x;
  unsigned visitor = me.id + 1u;
  for (unsigned k = 0; k < p.iterations; k++) {
    if (looks) {
      look(data);
      look(data + row);
      __syncthreads();
    }
    if (threadIdx.x == 0) {
      mutex.enter();
    }
    __syncthreads();
    unsigned count = data[0];
    data[0] = count + 1u;
    unsigned last = data[row];
    data[row] = visitor;
    for (unsigned j = 2; j < p.accesses; j++) {
      data[j * row] = data[j * row] * 1664525u + visitor;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      mutex.leave();
      p.visits[me.id * p.iterations + k] = make_uint2(count, last);
    }
  }
}

using syncopate::cta_t;
using syncopate::gpu_t;
using syncopate::sys_t;

#define MUTEX(name, ...) \
  extern "C" __global__ void mutex_##name(Sections p) { visit_all<__VA_ARGS__>(p); }
#define MUTEXES(scope, suffix, order)                                 \
  MUTEX(spm_##suffix, SpinMutex<scope, order, Spinning>)              \
  MUTEX(spmbo_##suffix, SpinMutex<scope, order, BackingOff>)          \
  MUTEX(fam_##suffix, TicketMutex<scope, order>)                      \
  MUTEX(slm_##suffix, RingMutex<scope, order>)

MUTEXES(cta_t, l, Ordered)
MUTEXES(gpu_t, g, Ordered)

// With the CPU, which is one visitor more.
#define SYSTEM_MUTEX(name, ...) \
  extern "C" __global__ void mutex_##name(Sections p) { visit_all<__VA_ARGS__, true>(p); }
#define SYSTEM_MUTEXES(suffix, order)                               \
  SYSTEM_MUTEX(spm_##suffix, SpinMutex<sys_t, order, BackingOff>)   \
  SYSTEM_MUTEX(fam_##suffix, TicketMutex<sys_t, order>)

SYSTEM_MUTEXES(s, Ordered)

// Wrong on purpose; the host's check must say so.
MUTEXES(gpu_t, unordered, Unordered)
SYSTEM_MUTEXES(s_unordered, Unordered)
MUTEX(open, OpenMutex)
