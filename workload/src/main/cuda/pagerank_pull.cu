// PageRank by pulling: each vertex adds up the shares of its predecessors. A vertex without
// successors keeps nothing and gives nothing (its rank leaks), as in pagerank.cu.
#include "work_stealing.cuh"

struct Pagerank {
  const unsigned *offsets;  // arcs into v: sources[offsets[v] .. offsets[v + 1])
  const unsigned *sources;
  const float *scales;  // damping / successors of v, or 0 if it has none
  const float *from;    // rank[v] * scales[v] before the round
  float *to;            // and after it
  float *ranks;
  unsigned *flag;  // never set: the number of rounds is given
  unsigned n;
  float base;  // (1 - damping) / n

  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v >= n) {
      return false;
    }
    float rank = base;
    unsigned end = offsets[v + 1];
    for (unsigned arc = offsets[v]; arc < end; arc++) {
      rank += from[sources[arc]];
    }
    ranks[v] = rank;
    to[v] = rank * scales[v];
    return false;
  }
};

STEALING_KERNELS(pagerank_pull, Pagerank)
