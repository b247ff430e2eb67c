// Graph colouring by maximum in two kernels a round, after Pannotia's description of its own (IISWC
// 2013): the first finds the largest key among the uncoloured neighbours of each uncoloured vertex,
// for which it looks up colour and key of every neighbour; the second colours those vertices whose
// own key is larger.
#include "pannotia/readings.cuh"

struct Coloring {
  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  const unsigned *keys;  // all different, none 0
  unsigned *largest;     // among the uncoloured neighbours; 0 if there is none
  unsigned *colors;      // 0 before a vertex has one
  unsigned *flag;        // set if a vertex stays uncoloured
  unsigned n;
  unsigned round;  // its colour
};

struct Largest : Coloring {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v < n && colors[v] == 0) {
      unsigned most = 0;
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        unsigned other = neighbours[i];
        if (colors[other] == 0) {
          most = max(most, keys[other]);
        }
      }
      largest[v] = most;
    }
    return false;
  }
};

struct Choose : Coloring {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v >= n || colors[v] != 0) {
      return false;
    }
    if (keys[v] < largest[v]) {
      return true;
    }
    colors[v] = round;
    return false;
  }
};

STEALING_KERNELS_AND_READINGS(color_largest, Largest)
STEALING_KERNELS_AND_READINGS(color_choose, Choose)
