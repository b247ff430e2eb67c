// A maximal independent set after Luby, with keys that are drawn once: in each round an undecided
// vertex leaves if it has a neighbour in the set, and joins if its key is larger than those of all
// its undecided neighbours.
#include "work_stealing.cuh"

struct Mis {
  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  const unsigned *from;  // before the round: all different keys; 0 out of the set, JOINED in it
  unsigned *to;          // and after it
  unsigned *flag;        // set if a vertex stays undecided
  unsigned n;

  static constexpr unsigned JOINED = 0xffffffffu;

  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v >= n) {
      return false;
    }
    unsigned key = from[v];
    if (key != 0 && key != JOINED) {
      unsigned largest = 0;
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        largest = max(largest, from[neighbours[i]]);
      }
      key = largest == JOINED ? 0 : key > largest ? JOINED : key;
    }
    to[v] = key;
    return key != 0 && key != JOINED;
  }
};

STEALING_KERNELS(mis, Mis)
