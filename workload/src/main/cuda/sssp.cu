// Shortest paths from one vertex, after Bellman and Ford by pulling: a round takes each vertex's
// best distance over its incoming arcs, which is a sparse matrix-vector product in (min, +). The
// frontier of vertices that have a distance grows by one arc a round.
#include "work_stealing.cuh"

struct Sssp {
  const unsigned *offsets;  // arcs into v: sources[offsets[v] .. offsets[v + 1])
  const unsigned *sources;
  const unsigned *weights;
  const unsigned *from;  // distances before the round; 2^31 is no path yet
  unsigned *to;          // and after it
  unsigned *flag;        // set if any distance changed
  unsigned n;

  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v >= n) {
      return false;
    }
    unsigned old = from[v];
    unsigned best = old;
    unsigned end = offsets[v + 1];
    for (unsigned arc = offsets[v]; arc < end; arc++) {
      best = min(best, from[sources[arc]] + weights[arc]);
    }
    to[v] = best;
    return best < old;
  }
};

STEALING_KERNELS(sssp, Sssp)
