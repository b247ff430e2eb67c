// Flags (HeteroSync, section III-B, Table II): workers loop until the main CTA, which is the last one,
// has set `stop`. In some turns they count something that is dirty, for the main CTA to clean up after.
// When all have met at the lock-free tree barrier, the main CTA looks whether anything is. Both words are
// relaxed; the barrier orders.
//
// Thread 0 adds and looks for its CTA. Which turns of a CTA make something dirty is drawn before. The
// published program runs beyond the end of what is drawn; here it begins again. In its other turns it waits
// in an empty loop, longer each time, which compilers remove; here they do not wait.
#include "heterosync/barrier.cuh"
#include "heterosync/relaxed.cuh"

using namespace heterosync;

struct Working {
  Layout layout;
  unsigned *barrier;
  unsigned *stop;
  unsigned *dirty;
  const float *drawn;
  unsigned *turns;   // of each CTA
  unsigned *found;   // what the main CTA saw of dirty
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
  bool main = me.id == all - 1u;
  volatile unsigned *mine = notes + threadIdx.x;
  __shared__ unsigned heard;  // stop, or dirty
  LockFreeTree<Ordered, Waits> barrier{{p.barrier, p.stride, p.layout.units, p.ctas}, me};
  *mine = 0u;
  __syncthreads();
  if (main) {
    for (unsigned k = 0; k < p.repeats; k++) {
      for (unsigned j = 0; j < p.accesses; j++) {
        *mine = *mine + p.accesses;
      }
      __syncthreads();
    }
    if (master()) {
      fetch_add(p.stop, 1u);
    }
  } else {
    unsigned turns = 0u;
    if (master()) {
      heard = fetch_add(p.stop, 0u);
    }
    __syncthreads();
    while (heard == 0u || turns < p.least) {
      if (p.drawn[(me.id * blockDim.x + turns * all) % p.n] <= p.cutoff) {
        for (unsigned j = 0; j < p.accesses / 4u; j++) {
          *mine = *mine + 1u;
        }
        __syncthreads();
        if (master()) {
          fetch_add(p.dirty, 1u);
        }
      }
      __syncthreads();
      if (master()) {
        heard = fetch_add(p.stop, 0u);
      }
      __syncthreads();
      turns++;
    }
    if (master()) {
      p.turns[me.id] = turns;
    }
  }
  if (!EARLY) {
    barrier.meet();
  }
  if (main) {
    if (master()) {
      heard = fetch_add(p.dirty, 0u);
      *p.found = heard;
    }
    __syncthreads();
    if (heard != 0u) {
      p.result[threadIdx.x] = *mine;
    }
  }
}

extern "C" __global__ void flags(Working p) { work<false>(p); }

// Wrong on purpose: the main CTA does not wait until the workers have stopped.
extern "C" __global__ void flags_early(Working p) { work<true>(p); }
