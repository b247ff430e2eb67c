// Connected components by labels that spread: a vertex whose label has changed offers it to its
// neighbours; then each takes the least that it was offered.
#include "analytics/push.cuh"

struct Components {
  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  unsigned *labels;
  unsigned *offers;   // the least that was offered so far
  unsigned *changed;  // not 0 if the last round changed the label
  unsigned *flag;
  unsigned n;

  template <class Atomic>
  __device__ __forceinline__ void offer(unsigned v) const {
    if (changed[v] != 0) {
      unsigned label = labels[v];
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        Atomic::minimum(&offers[neighbours[i]], label);
      }
    }
  }

  __device__ __forceinline__ bool take(unsigned v) const {
    unsigned best = offers[v];
    bool less = best < labels[v];
    if (less) {
      labels[v] = best;
    }
    changed[v] = less;
    return less;
  }
};

PUSH_KERNELS(components_offer, Components, offer)
SETTLE_KERNEL(components_take, Components, take)
