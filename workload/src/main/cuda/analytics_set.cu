// A maximal independent set after Luby (STOC 1985), with keys drawn once, by pushing: undecided
// vertices push their keys to their neighbours; those whose key is larger than all that they got join
// the set and push that to their neighbours, who then leave.
#include "analytics/push.cuh"

struct Set {
  static constexpr unsigned OUT = 0;
  static constexpr unsigned JOINED = 0xffffffffu;

  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  unsigned *states;   // the key of an undecided vertex, all different, or what was decided
  unsigned *largest;  // key that was pushed in this round; 0 if there is none
  unsigned *beaten;   // not 0 if a neighbour has joined
  unsigned *flag;     // set if a vertex stays undecided
  unsigned n;

  static __device__ __forceinline__ bool undecided(unsigned state) {
    return state != OUT && state != JOINED;
  }

  template <class Atomic>
  __device__ __forceinline__ void keys(unsigned v) const {
    unsigned key = states[v];
    if (undecided(key)) {
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        Atomic::maximum(&largest[neighbours[i]], key);
      }
    }
  }

  template <class Atomic>
  __device__ __forceinline__ void join(unsigned v) const {
    unsigned key = states[v];
    if (undecided(key)) {
      if (key > largest[v]) {
        states[v] = JOINED;
        unsigned end = offsets[v + 1];
        for (unsigned i = offsets[v]; i < end; i++) {
          Atomic::bit_or(&beaten[neighbours[i]], 1u);
        }
      }
      largest[v] = 0;
    }
  }

  __device__ __forceinline__ bool leave(unsigned v) const {
    bool left = undecided(states[v]);
    if (left && beaten[v] != 0) {
      states[v] = OUT;
      left = false;
    }
    return left;
  }
};

PUSH_KERNELS(set_keys, Set, keys)
PUSH_KERNELS(set_join, Set, join)
SETTLE_KERNEL(set_leave, Set, leave)
