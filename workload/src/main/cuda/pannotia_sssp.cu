// Shortest paths from one vertex in three kernels a round, after Pannotia's description of its own
// (IISWC 2013): a sparse matrix-vector product in (min, +). The first copies the last product to be
// the vector, the second multiplies, the third looks whether anything has changed.
#include "pannotia/readings.cuh"

struct Paths {
  const unsigned *offsets;  // arcs into v: sources[offsets[v] .. offsets[v + 1])
  const unsigned *sources;
  const unsigned *weights;
  unsigned *distances;  // the vector; 2^31 is no path yet
  unsigned *next;       // the product
  unsigned *flag;       // set if any distance changed
  unsigned n;
};

struct Assign : Paths {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v < n) {
      distances[v] = next[v];
    }
    return false;
  }
};

struct Relax : Paths {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v < n) {
      unsigned best = distances[v];
      unsigned end = offsets[v + 1];
      for (unsigned arc = offsets[v]; arc < end; arc++) {
        best = min(best, distances[sources[arc]] + weights[arc]);
      }
      next[v] = best;
    }
    return false;
  }
};

struct Compare : Paths {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    return v < n && distances[v] != next[v];
  }
};

STEALING_KERNELS_AND_READINGS(sssp_assign, Assign)
STEALING_KERNELS_AND_READINGS(sssp_relax, Relax)
STEALING_KERNELS_AND_READINGS(sssp_compare, Compare)
