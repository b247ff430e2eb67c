// A maximal independent set after Luby in three kernels a round, after Pannotia's description of its
// own (IISWC 2013): the first finds the smallest random value among the undecided neighbours of each
// undecided vertex; in the second a vertex with a smaller one joins the set and marks its
// neighbours; in the third those that are marked leave.
#include "pannotia/readings.cuh"

struct Set {
  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  const unsigned *keys;  // random values, all different, none 2^32 - 1
  unsigned *smallest;    // among the undecided neighbours; 2^32 - 1 if there is none
  unsigned *states;
  unsigned *marks;  // not 0 if a neighbour has joined
  unsigned *flag;   // set if a vertex stays undecided
  unsigned n;

  static constexpr unsigned UNDECIDED = 0;
  static constexpr unsigned JOINED = 1;
  static constexpr unsigned OUT = 2;
};

struct Smallest : Set {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v < n && states[v] == UNDECIDED) {
      unsigned least = 0xffffffffu;
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        unsigned other = neighbours[i];
        if (states[other] == UNDECIDED) {
          least = min(least, keys[other]);
        }
      }
      smallest[v] = least;
    }
    return false;
  }
};

// Several threads may mark the same vertex, all of them with the same value, and it is read in the
// next kernel only. No state that another thread reads here changes: neighbours do not both join.
struct Join : Set {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v < n && states[v] == UNDECIDED && keys[v] < smallest[v]) {
      states[v] = JOINED;
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        marks[neighbours[i]] = 1;
      }
    }
    return false;
  }
};

struct Leave : Set {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v >= n || states[v] != UNDECIDED) {
      return false;
    }
    if (marks[v] == 0) {
      return true;
    }
    states[v] = OUT;
    return false;
  }
};

STEALING_KERNELS_AND_READINGS(mis_smallest, Smallest)
STEALING_KERNELS_AND_READINGS(mis_join, Join)
STEALING_KERNELS_AND_READINGS(mis_leave, Leave)
