// Graph colouring by independent sets (Jones and Plassmann 1993, with a colour a round as Luby's sets
// come), by pushing: vertices without a colour push their keys to their neighbours, and those whose
// key is larger than all that they got take the round's colour.
#include "analytics/push.cuh"

struct Coloring {
  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  unsigned *keys;     // all different; 0 for a coloured vertex
  unsigned *largest;  // key that was pushed in this round; 0 if there is none
  unsigned *colors;
  unsigned *flag;  // set if a vertex stays without one
  unsigned n;
  unsigned round;  // its colour

  template <class Atomic>
  __device__ __forceinline__ void compare(unsigned v) const {
    unsigned key = keys[v];
    if (key != 0) {
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        Atomic::maximum(&largest[neighbours[i]], key);
      }
    }
  }

  __device__ __forceinline__ bool take(unsigned v) const {
    unsigned key = keys[v];
    if (key == 0) {
      return false;
    }
    bool first = key > largest[v];
    largest[v] = 0;
    if (first) {
      colors[v] = round;
      keys[v] = 0;
    }
    return !first;
  }
};

PUSH_KERNELS(color_compare, Coloring, compare)
SETTLE_KERNEL(color_take, Coloring, take)
