// Maximum flow by push and relabel (Goldberg and Tarjan, JACM 1988) on the grid of a picture's pixels, as
// Vineet and Narayanan (CUDA Cuts, CVPR workshops 2008) cut pictures: pixels with excess push it to lower
// neighbours, and those that keep some are lifted. All pixels push at once, then all are lifted at once.
#include "analytics/push.cuh"

struct Cuts {
  static constexpr unsigned NEIGHBOURS = 4;  // right, left, below, above; side ^ 1 is the opposite

  int *excess;
  int *sinks;                // capacity that is left from the pixel to the sink
  const unsigned *heights;   // arcs to the sink at least; `limit` for a pixel that cannot reach it
  unsigned *lifted;          // heights of the next round
  int *residuals;            // capacity that is left to each neighbour, a plane of n words for each
  int *inflows;              // what neighbours have pushed in this round
  int *returned;             // the same by where it came from, in planes as residuals
  unsigned *flag;            // set if a pixel has excess that may reach the sink
  unsigned n;
  unsigned columns;
  unsigned limit;

  // Number of a neighbour, n if there is none.
  __device__ __forceinline__ unsigned neighbour(unsigned v, unsigned column, unsigned side) const {
    switch (side) {
      case 0: return column + 1 < columns ? v + 1 : n;
      case 1: return column > 0 ? v - 1 : n;
      case 2: return v + columns < n ? v + columns : n;
      default: return v >= columns ? v - columns : n;
    }
  }

  template <class Atomic>
  __device__ __forceinline__ void push(unsigned v) const {
    int left = excess[v];
    unsigned height = heights[v];
    if (left <= 0 || height >= limit) {
      return;
    }
    if (height == 1) {
      int room = sinks[v];
      int flow = left < room ? left : room;
      sinks[v] = room - flow;
      left -= flow;
    }
    unsigned column = v % columns;
    for (unsigned side = 0; side < NEIGHBOURS; side++) {
      unsigned w = neighbour(v, column, side);
      if (left > 0 && w < n) {
        int room = residuals[side * n + v];
        if (room > 0 && heights[w] + 1 == height) {
          int flow = left < room ? left : room;
          residuals[side * n + v] = room - flow;
          Atomic::add(&inflows[w], flow);
          Atomic::add(&returned[(side ^ 1) * n + w], flow);
          left -= flow;
        }
      }
    }
    excess[v] = left;
  }

  // What was pushed to v arrives, and v is lifted above its lowest neighbour if it has excess then.
  __device__ __forceinline__ bool lift(unsigned v) const {
    int left = excess[v];
    int inflow = inflows[v];
    if (inflow != 0) {
      left += inflow;
      excess[v] = left;
      inflows[v] = 0;
      for (unsigned side = 0; side < NEIGHBOURS; side++) {
        int back = returned[side * n + v];
        if (back != 0) {
          residuals[side * n + v] += back;
          returned[side * n + v] = 0;
        }
      }
    }
    unsigned height = heights[v];
    bool active = left > 0 && height < limit;
    if (active) {
      unsigned column = v % columns;
      unsigned lowest = sinks[v] > 0 ? 0 : limit;
      for (unsigned side = 0; side < NEIGHBOURS; side++) {
        unsigned w = neighbour(v, column, side);
        if (w < n && residuals[side * n + v] > 0) {
          unsigned other = heights[w];
          lowest = other < lowest ? other : lowest;
        }
      }
      height = lowest < limit ? lowest + 1 : limit;
      active = height < limit;
    }
    lifted[v] = height;
    return active;
  }
};

PUSH_KERNELS(cuts_push, Cuts, push)
SETTLE_KERNEL(cuts_lift, Cuts, lift)
