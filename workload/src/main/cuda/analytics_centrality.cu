// Betweenness centrality after Brandes (2001), level by level from a source: forward, the vertices of
// a level push their numbers of shortest paths to those that were not reached before; backward, they
// push the dependencies of the source on them to those of the level before.
#include "analytics/push.cuh"

struct Centrality {
  static constexpr unsigned UNREACHED = 0xffffffffu;

  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  unsigned *depths;     // arcs from the source
  float *paths;         // number of shortest paths from the source
  float *dependencies;  // of the source on the vertex
  float *scores;        // dependencies of all sources
  unsigned *flag;       // set if a vertex was reached
  unsigned n;
  unsigned level;
  unsigned source;

  __device__ __forceinline__ void start(unsigned v) const {
    depths[v] = v == source ? 0 : UNREACHED;
    paths[v] = v == source ? 1.0f : 0.0f;
    dependencies[v] = 0.0f;
  }

  // Depths do not change here: paths that are read belong to the level, and paths that are updated
  // to vertices that are not reached yet.
  template <class Atomic>
  __device__ __forceinline__ void forward(unsigned v) const {
    if (depths[v] == level) {
      float count = paths[v];
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        unsigned w = neighbours[i];
        if (depths[w] == UNREACHED) {
          Atomic::add(&paths[w], count);
        }
      }
    }
  }

  __device__ __forceinline__ bool reach(unsigned v) const {
    bool reached = depths[v] == UNREACHED && paths[v] != 0.0f;
    if (reached) {
      depths[v] = level + 1;
    }
    return reached;
  }

  // Dependencies that are read belong to the level, those that are updated to the level before.
  template <class Atomic>
  __device__ __forceinline__ void backward(unsigned v) const {
    if (depths[v] == level) {
      float share = (1.0f + dependencies[v]) / paths[v];
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        unsigned w = neighbours[i];
        if (depths[w] == level - 1) {
          Atomic::add(&dependencies[w], paths[w] * share);
        }
      }
    }
  }

  __device__ __forceinline__ void score(unsigned v) const {
    if (v != source) {
      scores[v] += dependencies[v];
    }
  }
};

OWN_KERNEL(centrality_start, Centrality, start)
PUSH_KERNELS(centrality_forward, Centrality, forward)
SETTLE_KERNEL(centrality_reach, Centrality, reach)
PUSH_KERNELS(centrality_backward, Centrality, backward)
OWN_KERNEL(centrality_score, Centrality, score)
