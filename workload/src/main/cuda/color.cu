// Graph colouring by independent sets: in each round the uncoloured vertices whose key is larger
// than those of all their uncoloured neighbours get the round's colour.
#include "work_stealing.cuh"

struct Color {
  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  const unsigned *from;  // keys before the round, all different; 0 for a coloured vertex
  unsigned *to;          // and after it
  unsigned *colors;
  unsigned *flag;  // set if a vertex stays uncoloured
  unsigned n;
  unsigned round;  // its colour

  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v >= n) {
      return false;
    }
    unsigned key = from[v];
    if (key != 0) {
      unsigned largest = 0;
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        largest = max(largest, from[neighbours[i]]);
      }
      if (key > largest) {
        colors[v] = round;
        key = 0;
      }
    }
    to[v] = key;
    return key != 0;
  }
};

STEALING_KERNELS(color, Color)
