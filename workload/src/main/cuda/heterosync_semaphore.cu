// The reader-writer semaphores of HeteroSync (section III-A2; Table I): of the CTAs of each unit one
// writes and the others read. A reader takes one place, a writer all of them, and a flag that a waiting
// writer raises keeps further readers out. Places taken and flag are one word behind a spin mutex.
//
// Who finds no room polls that word until there is some before it takes the mutex again. If it tried the
// mutex itself, it would compete with those that want to leave; on a machine without noise they may
// lose every time, for ever.
//
// A reader loads `accesses` words a thread, its part of the data, the writer stores all parts. Every
// word that a writer stores names its write, so that a reader can tell words of one write from a
// mixture. Under the mutex each entry and each departure also notes its number, from which the host
// knows who was inside at every moment.
#include "heterosync/mutex.cuh"

using namespace heterosync;

static constexpr unsigned WAITING = 1u << 31;  // a writer waits

// What a semaphore is made of: two lines.
struct Semaphore {
  unsigned mutex[LINE];
  unsigned state;   // places taken, and WAITING
  unsigned events;  // entries and departures so far
  unsigned writes;  // writers that have left
  unsigned pad[LINE - 3];
};

struct Shared {
  Layout layout;
  Semaphore *semaphores;
  unsigned *data;        // of each semaphore, (ctas - 1) * accesses rows of one word a thread
  uint4 *visits;         // of each CTA and iteration: numbers of entry and departure, write seen, torn
  unsigned local;        // 1: a semaphore for each unit
  unsigned ctas;         // on each unit; that of rank 0 writes
  unsigned places;
  unsigned iterations;
  unsigned accesses;
  unsigned first;  // ns
  unsigned most;   // ns
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

template <class Scope, class Waiting, class Fault>
struct ReaderWriter {
  Semaphore *at;
  const Shared &p;

  __device__ __forceinline__ SpinMutex<Scope, Ordered, Waiting> mutex() const {
    return {{at->mutex, 1u, p.first, p.most}};
  }

  __device__ __forceinline__ bool room(bool writer, unsigned state) const {
    return writer ? (state & ~WAITING) == 0u || Fault::barges : state < p.places || Fault::crowds;
  }

  __device__ __forceinline__ void put(unsigned state) const {
    syncopate::store(&at->state, state, syncopate::release, Scope());
  }

  // Waits for a place, or for all; the number of the entry.
  __device__ __forceinline__ unsigned enter(bool writer) {
    Waiting waiting(p.first, p.most);
    while (true) {
      auto lock = mutex();
      lock.enter();
      unsigned state = at->state;
      bool fits = room(writer, state);
      unsigned number = at->events;
      if (fits) {
        at->events = number + 1u;
        put(writer ? (state & ~WAITING) + p.places : state + 1u);
      } else if (writer && (state & WAITING) == 0u) {
        put(state | WAITING);
      }
      lock.leave();
      if (fits) {
        return number;
      }
      do {
        waiting.pause();
      } while (!room(writer, syncopate::load(&at->state, syncopate::acquire, Scope())));
    }
  }

  __device__ __forceinline__ unsigned leave(bool writer) {
    auto lock = mutex();
    lock.enter();
    unsigned number = at->events;
    at->events = number + 1u;
    if (writer) {
      at->writes++;
    }
    put(at->state - (writer ? p.places : 1u));
    lock.leave();
    return number;
  }
};

// The word at an index of the data after so many writes.
static __device__ __forceinline__ unsigned word(unsigned write, unsigned index) {
  return (write * 0x9E3779B1u) ^ (index * 0x85EBCA77u);
}

template <class Scope, class Waiting, class Fault>
static __device__ __forceinline__ void visit_all(const Shared &p) {
  __shared__ unsigned write;
  Place me(p.layout);
  if (me.idle) {
    return;
  }
  unsigned which = p.local ? me.unit : 0u;
  ReaderWriter<Scope, Waiting, Fault> semaphore{p.semaphores + which, p};
  bool writer = me.rank == 0u;
  unsigned rows = (p.ctas - 1u) * p.accesses;
  unsigned begin = writer ? 0u : (me.rank - 1u) * p.accesses;
  unsigned end = writer ? rows : begin + p.accesses;
  unsigned *data = p.data + which * rows * blockDim.x;
  for (unsigned k = 0; k < p.iterations; k++) {
    unsigned entered = 0u;
    if (threadIdx.x == 0) {
      entered = semaphore.enter(writer);
      write = semaphore.at->writes + (writer ? 1u : 0u);
    }
    __syncthreads();
    unsigned left = 0u;
    if (Fault::hurries && writer) {
      if (threadIdx.x == 0) {
        left = semaphore.leave(writer);
      }
      __syncthreads();
    }
    int torn = 0;
    if (writer) {
      for (unsigned j = begin; j < end; j++) {
        unsigned index = j * blockDim.x + threadIdx.x;
        data[index] = word(write, index);
      }
    } else {
      for (unsigned j = begin; j < end; j++) {
        unsigned index = j * blockDim.x + threadIdx.x;
        torn |= data[index] != word(write, index);
      }
    }
    torn = __syncthreads_or(torn);
    if (threadIdx.x == 0) {
      left = Fault::hurries && writer ? left : semaphore.leave(writer);
      p.visits[me.id * p.iterations + k] = make_uint4(entered, left, write, torn);
    }
  }
}

using syncopate::cta_t;
using syncopate::gpu_t;

#define SEMAPHORE(name, ...) \
  extern "C" __global__ void semaphore_##name(Shared p) { visit_all<__VA_ARGS__>(p); }
#define SEMAPHORES(scope, suffix, fault)                    \
  SEMAPHORE(sps_##suffix, scope, Spinning, fault)           \
  SEMAPHORE(spsbo_##suffix, scope, BackingOff, fault)

SEMAPHORES(cta_t, l, Sound)
SEMAPHORES(gpu_t, g, Sound)

// Wrong on purpose; the host's check must say so.
SEMAPHORES(gpu_t, barging, Barging)
SEMAPHORES(gpu_t, crowding, Crowding)
SEMAPHORES(gpu_t, hurrying, Hurrying)
