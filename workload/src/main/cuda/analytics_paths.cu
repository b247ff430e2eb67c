// Shortest paths from one vertex by pushing, after Harish and Narayanan (HiPC 2007): a vertex whose
// distance has changed offers its neighbours paths through it; then each takes what it was offered.
#include "analytics/push.cuh"

struct Paths {
  const unsigned *offsets;  // arcs of v: targets[offsets[v] .. offsets[v + 1])
  const unsigned *targets;
  const unsigned *lengths;
  unsigned *distances;  // 2^31 is no path yet
  unsigned *offers;     // the least that was offered so far
  unsigned *changed;    // not 0 if the last round changed the distance
  unsigned *flag;
  unsigned n;

  template <class Atomic>
  __device__ __forceinline__ void offer(unsigned v) const {
    if (changed[v] != 0) {
      unsigned distance = distances[v];
      unsigned end = offsets[v + 1];
      for (unsigned arc = offsets[v]; arc < end; arc++) {
        Atomic::minimum(&offers[targets[arc]], distance + lengths[arc]);
      }
    }
  }

  __device__ __forceinline__ bool take(unsigned v) const {
    unsigned best = offers[v];
    bool less = best < distances[v];
    if (less) {
      distances[v] = best;
    }
    changed[v] = less;
    return less;
  }
};

PUSH_KERNELS(paths_offer, Paths, offer)
SETTLE_KERNEL(paths_take, Paths, take)
