// Connected components by hooking: a vertex offers its component's representative to those of its
// neighbours; then paths to representatives are shortened (Shiloach and Vishkin 1982, as Zhang,
// Azad and Buluc 2020 have it, FastSV).
#include "analytics/push.cuh"

struct Hooking {
  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  unsigned *parents;    // at the end of a round; no larger than the vertex itself
  unsigned *hooks;      // parents, or the least that was offered in their place
  unsigned *shortened;  // the hooks' hooks
  unsigned *flag;
  unsigned n;

  template <class Atomic>
  __device__ __forceinline__ void hook(unsigned v) const {
    unsigned mine = parents[parents[v]];
    unsigned end = offsets[v + 1];
    for (unsigned i = offsets[v]; i < end; i++) {
      Atomic::minimum(&hooks[parents[neighbours[i]]], mine);
    }
  }

  __device__ __forceinline__ void shorten(unsigned v) const { shortened[v] = hooks[hooks[v]]; }

  __device__ __forceinline__ bool settle(unsigned v) const {
    unsigned next = shortened[v];
    bool less = next < parents[v];
    parents[v] = next;
    hooks[v] = next;
    return less;
  }
};

PUSH_KERNELS(components_hook, Hooking, hook)
OWN_KERNEL(components_shorten, Hooking, shorten)
SETTLE_KERNEL(components_settle, Hooking, settle)
