// PageRank by pushing in two kernels a round, after Pannotia's description of its own (IISWC 2013):
// in the first each vertex adds its share to the sum of every successor, in the second the sums are
// damped and become the ranks. OpenCL has no atomic addition of floats, so that sums are added to by
// compare-and-swap until one succeeds; there is one with CUDA's atomic addition besides. Both are at
// sys scope, which on one GPU is the same as gpu. A vertex without successors gives nothing (its rank
// leaks), as in pagerank.cu.
#include "pannotia/readings.cuh"

struct Ranks {
  const unsigned *offsets;  // arcs out of v: targets[offsets[v] .. offsets[v + 1])
  const unsigned *targets;
  float *ranks;
  float *sums;  // of shares, 0 before the round
  unsigned *flag;  // never set: the number of rounds is given
  unsigned n;
  float base;  // (1 - damping) / n
  float damping;
};

struct Swap {
  SYNCOPATE_INLINE void add(float *sum, float share) {
    unsigned *word = reinterpret_cast<unsigned *>(sum);
    unsigned expected = syncopate::load(word, syncopate::relaxed, syncopate::sys);
    unsigned found;
    while ((found = syncopate::compare_exchange(
                word, expected, __float_as_uint(__uint_as_float(expected) + share),
                syncopate::relaxed, syncopate::sys)) != expected) {
      expected = found;
    }
  }
};

struct Atomic {
  SYNCOPATE_INLINE void add(float *sum, float share) { atomicAdd_system(sum, share); }
};

template <typename Addition>
struct Push : Ranks {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v < n) {
      unsigned arc = offsets[v];
      unsigned end = offsets[v + 1];
      if (arc < end) {
        float share = ranks[v] / static_cast<float>(end - arc);
        for (; arc < end; arc++) {
          Addition::add(sums + targets[arc], share);
        }
      }
    }
    return false;
  }
};

struct Damp : Ranks {
  __device__ __forceinline__ bool operator()(unsigned v) const {
    if (v < n) {
      ranks[v] = base + damping * sums[v];
      sums[v] = 0;
    }
    return false;
  }
};

STEALING_KERNELS_AND_READINGS(pagerank_swap, Push<Swap>)
STEALING_KERNELS_AND_READINGS(pagerank_add, Push<Atomic>)
STEALING_KERNELS_AND_READINGS(pagerank_damp, Damp)
