// Flags (HeteroSync, section III-B, Table II): workers loop until the main thread sets `stop`. Now and
// then one sets a `dirty` flag, for the main thread to clean up after. When all have met at the lock-free
// tree barrier, the main thread looks at the flags. All flags are relaxed; the barrier orders.
#include "heterosync/barrier.cuh"
#include "heterosync/relaxed.cuh"

using namespace heterosync;

struct Working {
  Layout layout;
  unsigned *barrier;
  unsigned *stop;
  unsigned *dirty;   // flags
  unsigned *found;   // what the main thread saw of them
  unsigned *data;    // of each CTA, `accesses` rows of one word a thread
  unsigned *turns;   // of each CTA
  unsigned place;    // words of the barrier from one place to the next
  unsigned ctas;     // on each unit
  unsigned flags;
  unsigned every;    // turns of a thread of which one dirties something
  unsigned turnsOfMain;
  unsigned accesses;
  unsigned first;    // ns
  unsigned most;     // ns
};

template <bool EARLY>
static __device__ __forceinline__ void work(const Working &p) {
  __shared__ unsigned stopped;
  Place me(p.layout);
  if (me.idle) {
    return;
  }
  LockFreeTree<Ordered, All> barrier{
      {p.barrier, p.place, p.layout.units, p.ctas, p.first, p.most}, me};
  unsigned thread = me.id * blockDim.x + threadIdx.x;
  unsigned *data = p.data + me.id * p.accesses * blockDim.x + threadIdx.x;
  unsigned turns = 0u;
  while (true) {
    __syncthreads();
    if (threadIdx.x == 0) {
      if (me.id == 0u && turns == p.turnsOfMain) {
        put(p.stop, 1u);
      }
      stopped = me.id == 0u ? turns == p.turnsOfMain : get(p.stop);
    }
    __syncthreads();
    if (stopped != 0u) {
      break;
    }
    for (unsigned j = 0; j < p.accesses; j++) {
      data[j * blockDim.x] += 1u;
    }
    unsigned drawn = mixed(thread + turns * 0x9E3779B1u);
    if (me.id != 0u && drawn % p.every == 0u) {
      put(&p.dirty[drawn / p.every % p.flags], 1u);
    }
    turns++;
  }
  if (threadIdx.x == 0) {
    p.turns[me.id] = turns;
  }
  if (!EARLY) {
    barrier.meet();
  }
  if (me.id == 0u) {
    for (unsigned i = threadIdx.x; i < p.flags; i += blockDim.x) {
      p.found[i] = get(&p.dirty[i]);
    }
  }
}

extern "C" __global__ void flags(Working p) { work<false>(p); }

// Wrong on purpose: the main thread does not wait until the workers have stopped.
extern "C" __global__ void flags_early(Working p) { work<true>(p); }
