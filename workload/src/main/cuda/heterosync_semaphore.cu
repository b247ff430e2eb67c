// The reader-writer semaphores of HeteroSync (section III-A2; Table I): of the CTAs of each unit one
// writes and the others read. A reader takes one place, a writer all of them, and a flag that a waiting
// writer raises keeps further readers out. Count and flag are words behind a test-and-set lock, which is
// tried once for each try of the semaphore.
//
// The maximum has a word of its own. The published program reads it from the count when a CTA starts,
// which is wrong where another CTA has entered before, and a writer may then wait for ever.
//
// A writer stores the name of the write to all lines. A reader loads its part of them; each of its
// threads keeps a digest of all that it loaded, from which the host sees mixtures and stale words. Each
// visit notes the time after entering and before leaving, so that the host knows who was inside when.
#include "heterosync/mutex.cuh"

using namespace heterosync;

struct Shared {
  Layout layout;
  unsigned *semaphores;  // of each, four words
  unsigned *data;        // of each semaphore and reader of a unit, a region of one chain a thread
  unsigned *visits;      // of each CTA and iteration: times of entry and departure, write seen
  unsigned *digests;     // of each thread
  unsigned local;        // 1: a semaphore for each unit
  unsigned ctas;         // on each unit
  unsigned iterations;
  unsigned accesses;
  unsigned first;       // backoff: turns of the first wait
  unsigned writerStep;  // backoff: more turns each time; without: failed tries from noise to noise
  unsigned readerStep;
};

// How a semaphore goes wrong on purpose.
struct Sound {
  static constexpr bool barges = false;
  static constexpr bool crowds = false;
  static constexpr bool hurries = false;
};
struct Barging : Sound {  // a writer does not wait until readers have left
  static constexpr bool barges = true;
};
struct Crowding : Sound {  // a reader does not look for room
  static constexpr bool crowds = true;
};
struct Hurrying : Sound {  // a writer leaves before it has written
  static constexpr bool hurries = true;
};

// Without backoff: up to seven turns of waiting, drawn, after so many failed tries. Who tries takes the
// lock in vain again and again. On a machine without noise of its own several may do so at such times that
// one that wants to leave loses for ever.
struct Noise {
  unsigned state;
  unsigned period;
  unsigned failures = 0u;

  __device__ __forceinline__ Noise(unsigned, unsigned tries) : state(blockIdx.x), period(tries) {}

  __device__ __forceinline__ void pause() {
    if (++failures == period) {
      failures = 0u;
      state = state * MULTIPLIER + 1013904223u;
      BackingOff(state >> 29, 0u).pause();
    }
  }
};

template <class Scope, class Fault>
struct ReaderWriter {
  int *count;  // free places and one more
  unsigned *lock;
  unsigned *waiting;  // whether a writer waits
  int all;            // the most that count can be

  __device__ __forceinline__ explicit ReaderWriter(unsigned *words)
      : count(reinterpret_cast<int *>(words)),
        lock(words + 1),
        waiting(words + 2),
        all(static_cast<int>(words[3])) {}

  // Whether thread 0 took the lock.
  __device__ __forceinline__ bool try_lock() const {
    __shared__ unsigned taken;
    __syncthreads();
    if (master()) {
      taken = syncopate::compare_exchange(lock, 0u, 1u, syncopate::acquire, Scope()) == 0u;
    }
    __syncthreads();
    return taken != 0u;
  }

  __device__ __forceinline__ void unlock() const {
    __syncthreads();
    if (master()) {
      syncopate::exchange(lock, 0u, syncopate::release, Scope());
    }
    __syncthreads();
  }

  __device__ __forceinline__ bool room(bool writer, int free) const {
    return writer ? free == all || Fault::barges : (*waiting == 0u && free > 1) || Fault::crowds;
  }

  // Tries once to take a place, or all.
  __device__ __forceinline__ bool try_enter(bool writer) const {
    if (!try_lock()) {
      return false;
    }
    int free = *count;
    bool fits = room(writer, free);
    __syncthreads();
    if (master()) {
      if (fits) {
        *count = free - (writer ? all : 1);
      }
      if (writer) {
        *waiting = fits ? 0u : 1u;
      }
    }
    unlock();
    return fits;
  }

  __device__ __forceinline__ void leave(bool writer) const {
    while (!try_lock()) {}
    if (master()) {
      *count += writer ? all : 1;
    }
    unlock();
  }
};

template <class Scope, class Waiting, class Fault>
static __device__ __forceinline__ void visit_all(const Shared &p) {
  Place me(p.layout);
  if (me.idle) {
    return;
  }
  unsigned which = p.local ? me.unit : 0u;
  ReaderWriter<Scope, Fault> semaphore(p.semaphores + 4u * which);
  unsigned writing = me.unit % p.ctas;  // rank of the unit's writer
  bool writer = me.rank == writing;
  unsigned readers = p.ctas - 1u;
  unsigned part = me.rank - (me.rank > writing ? 1u : 0u);
  volatile unsigned *sink = notes + 3u * p.iterations;
  Trace trace{0u, 0u};
  for (unsigned k = 0; k < p.iterations; k++) {
    Waiting waiting(p.first, writer ? p.writerStep : p.readerStep);
    while (!semaphore.try_enter(writer)) {
      if (master()) {
        waiting.pause();
      }
    }
    if (master()) {
      notes[3u * k] = now();
    }
    if (Fault::hurries && writer) {
      if (master()) {
        notes[3u * k + 1u] = now();
      }
      semaphore.leave(writer);
    }
    unsigned name = writer ? me.id * p.iterations + k + 1u : 0u;
    if (writer) {
      for (unsigned r = 0; r < readers; r++) {
        unsigned *words = chain(p.data, which * readers + r, p.accesses);
        for (int n = static_cast<int>(p.accesses); n > 0; n--) {
          words[n * LINE] = name;
        }
      }
    } else {
      unsigned *words = chain(p.data, which * readers + part, p.accesses);
      for (int n = static_cast<int>(p.accesses); n > 0; n--) {
        name = words[n * LINE];
        sink[threadIdx.x] = name;
        trace.note(name);
        __syncthreads();
      }
    }
    if (master()) {
      if (!Fault::hurries || !writer) {
        notes[3u * k + 1u] = now();
      }
      notes[3u * k + 2u] = name;
    }
    if (!Fault::hurries || !writer) {
      semaphore.leave(writer);
    }
  }
  p.digests[me.id * blockDim.x + threadIdx.x] = trace.digest;
  keep(p.visits + me.id * 3u * p.iterations, 3u * p.iterations);
}

using syncopate::cta_t;
using syncopate::gpu_t;

#define SEMAPHORE(name, ...) \
  extern "C" __global__ void semaphore_##name(Shared p) { visit_all<__VA_ARGS__>(p); }
#define SEMAPHORES(scope, suffix, fault)                    \
  SEMAPHORE(sps_##suffix, scope, Noise, fault)           \
  SEMAPHORE(spsbo_##suffix, scope, BackingOff, fault)

SEMAPHORES(cta_t, l, Sound)
SEMAPHORES(gpu_t, g, Sound)

// Wrong on purpose; the host's check must say so.
SEMAPHORES(gpu_t, barging, Barging)
SEMAPHORES(gpu_t, crowding, Crowding)
SEMAPHORES(gpu_t, hurrying, Hurrying)
