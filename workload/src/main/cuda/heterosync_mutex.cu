// Critical sections behind the mutexes of HeteroSync (Algorithm 1; Table I): every CTA enters as often
// as there are iterations, and each of its threads then copies a chain of words from line to line.
//
// What the sections leave behind proves that they were one after the other. In the second line thread 0
// counts the visits, thread 1 names the last visitor, and the other words go x := a x + visitor + copy.
// Each visit notes the count and the last visitor that it found, from which the host puts the visits in
// order, and each thread keeps a digest of all words that it loaded, which the host computes anew.
#include "heterosync/mutex.cuh"

using namespace heterosync;

struct Sections {
  Layout layout;
  unsigned *heads;    // of all kinds of mutexes, `units` words each
  unsigned *tails;    // likewise
  unsigned *rings;    // likewise, `stride` words each
  unsigned *data;     // of each section, a region of one chain a thread
  unsigned *visits;   // of each CTA and iteration: count and last visitor found
  unsigned *digests;  // of each thread
  unsigned mutex;     // number of the kind of mutex
  unsigned stride;
  unsigned last;        // slot of a ring
  unsigned local;       // 1: a mutex and a section for each unit
  unsigned iterations;  // of each CTA
  unsigned accesses;    // loads and stores of each thread and iteration, at least 2
  unsigned first;       // backoff: turns of the first wait
  unsigned step;        // backoff: more turns each time
};

// Visitors that look at the section before they enter keep what they have seen unless the mutex makes
// them drop it.
template <class Mutex, bool looks = false>
static __device__ __forceinline__ void visit_all(const Sections &p) {
  Place me(p.layout);
  if (me.idle) {
    return;
  }
  unsigned section = p.local ? me.unit : 0u;
  unsigned at = p.mutex * p.layout.units + section;
  Mutex mutex{{p.heads + at, p.tails + at, p.rings + at * p.stride, p.last, p.first, p.step}};
  unsigned *words = chain(p.data, section, p.accesses);
  unsigned visitor = me.id + 1u;
  Trace trace{threadIdx.x == 0u ? 1u : threadIdx.x == 1u ? 0u : MULTIPLIER,
              threadIdx.x == 0u ? 1u : visitor};
  for (unsigned k = 0; k < p.iterations; k++) {
    if (looks) {
      look(words);
      look(words + LINE);
    }
    mutex.enter();
    unsigned found = trace.visit(words, p.accesses);
    if (threadIdx.x < 2u) {
      notes[2u * k + threadIdx.x] = found;
    }
    mutex.leave();
  }
  p.digests[me.id * blockDim.x + threadIdx.x] = trace.digest;
  keep(p.visits + me.id * 2u * p.iterations, 2u * p.iterations);
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
