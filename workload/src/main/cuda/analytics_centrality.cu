// Betweenness centrality after Brandes (2001), level by level from a source: forward, the vertices of
// a level push their numbers of shortest paths to those that were not reached before; backward, they
// push the dependencies of the source on them to those of the level before.
#include "analytics/push.cuh"

// Numbers of paths are in double precision: road networks have more than single precision holds.
template <class Atomic>
struct AddDouble;

template <>
struct AddDouble<push::relaxed> {
  static __device__ __forceinline__ void add(double *a, double x) { atomicAdd(a, x); }
};

template <>
struct AddDouble<push::acq_rel> {
  static __device__ __forceinline__ double add(double *a, double x) {
    double old;
    asm volatile("atom.acq_rel.gpu.add.f64 %0, [%1], %2;" : "=d"(old) : "l"(a), "d"(x) : "memory");
    return old;
  }
};

template <>
struct AddDouble<push::commutative> {
  static __device__ __forceinline__ void add(double *a, double x) {
    asm volatile("red.comm.gpu.add.f64 [%0], %1;" : : "l"(a), "d"(x) : "memory");
  }
};

struct Centrality {
  static constexpr unsigned UNREACHED = 0xffffffffu;

  const unsigned *offsets;  // neighbours of v: neighbours[offsets[v] .. offsets[v + 1])
  const unsigned *neighbours;
  unsigned *depths;     // arcs from the source
  double *paths;        // number of shortest paths from the source
  float *dependencies;  // of the source on the vertex
  float *scores;        // dependencies of all sources
  unsigned *flag;       // set if a vertex was reached
  unsigned n;
  unsigned level;
  unsigned source;

  __device__ __forceinline__ void start(unsigned v) const {
    depths[v] = v == source ? 0 : UNREACHED;
    paths[v] = v == source ? 1.0 : 0.0;
    dependencies[v] = 0.0f;
  }

  // Depths do not change here: paths that are read belong to the level, and paths that are updated
  // to vertices that are not reached yet.
  template <class Atomic>
  __device__ __forceinline__ void forward(unsigned v) const {
    if (depths[v] == level) {
      double count = paths[v];
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        unsigned w = neighbours[i];
        if (depths[w] == UNREACHED) {
          AddDouble<Atomic>::add(&paths[w], count);
        }
      }
    }
  }

  __device__ __forceinline__ bool reach(unsigned v) const {
    bool reached = depths[v] == UNREACHED && paths[v] != 0.0;
    if (reached) {
      depths[v] = level + 1;
    }
    return reached;
  }

  // Dependencies that are read belong to the level, those that are updated to the level before.
  template <class Atomic>
  __device__ __forceinline__ void backward(unsigned v) const {
    if (depths[v] == level) {
      double share = (1.0 + dependencies[v]) / paths[v];
      unsigned end = offsets[v + 1];
      for (unsigned i = offsets[v]; i < end; i++) {
        unsigned w = neighbours[i];
        if (depths[w] == level - 1) {
          Atomic::add(&dependencies[w], (float) (paths[w] * share));
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
