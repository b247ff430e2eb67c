// Flags (HeteroSync, section III-B, Table II): workers loop until the main CTA, which is the last one,
// has set `stop`. In some turns they count something that is dirty, for the main CTA to clean up after.
// When all have met at the lock-free tree barrier, the main CTA looks whether anything is. Both words are
// relaxed; the barrier orders.
//
// Which turns of a CTA make something dirty is drawn before. The published program runs beyond the end of
// what is drawn; here it begins again.
#include "heterosync/barrier.cuh"
#include "heterosync/relaxed.cuh"

using namespace heterosync;

struct Working {
  Layout layout;
  unsigned *barrier;
  unsigned *stop;
  unsigned *dirty;
  const float *drawn;
  unsigned *turns;   // of each thread
  unsigned *found;   // of each thread of the main CTA: what it saw of dirty
  unsigned *result;  // of each thread of the main CTA
  unsigned stride;   // words of the barrier from one unit to the next
  unsigned ctas;     // on each unit
  unsigned n;        // drawn numbers
  unsigned accesses;
  unsigned repeats;
  unsigned least;  // turns of a worker
  float cutoff;    // a turn makes dirty if its number is not above
};

template <bool EARLY>
static __device__ __forceinline__ void work(const Working &p) {
  Place me(p.layout);
  if (me.idle) {
    return;
  }
  unsigned all = p.layout.units * p.ctas;
  unsigned thread = me.id * blockDim.x + threadIdx.x;
  bool main = me.id == all - 1u;
  volatile unsigned *mine = notes + threadIdx.x;
  LockFreeTree<Ordered, Waits> barrier{{p.barrier, p.stride, p.layout.units, p.ctas}, me};
  *mine = 0u;
  if (main) {
    for (unsigned k = 0; k < p.repeats; k++) {
      for (unsigned j = 0; j < p.accesses; j++) {
        *mine = *mine + p.accesses;
      }
    }
    fetch_add(p.stop, 1u);
  } else {
    unsigned turns = 0u;
    unsigned wait = 2u;
    unsigned stopped = 0u;
    do {
      if (p.drawn[(me.id * blockDim.x + turns * all) % p.n] <= p.cutoff) {
        for (unsigned j = 0; j < p.accesses / 4u; j++) {
          *mine = *mine + 1u;
        }
        fetch_add(p.dirty, 1u);
      } else {
        for (unsigned i = 0; i < wait; i++) {
          *mine = *mine + i;
        }
        wait = 2u * wait & 255u;
      }
      turns++;
      stopped = fetch_add(p.stop, 0u);
    } while (stopped == 0u || turns < p.least);
    p.turns[thread] = turns;
  }
  if (!EARLY) {
    barrier.meet();
  }
  if (main) {
    unsigned found = fetch_add(p.dirty, 0u);
    p.found[threadIdx.x] = found;
    if (found != 0u) {
      p.result[threadIdx.x] = *mine;
    }
  }
}

extern "C" __global__ void flags(Working p) { work<false>(p); }

// Wrong on purpose: the main CTA does not wait until the workers have stopped.
extern "C" __global__ void flags_early(Working p) { work<true>(p); }
