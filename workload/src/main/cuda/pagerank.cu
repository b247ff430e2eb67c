// PageRank by pushing: each vertex adds its rank's share to every successor. Ranks in f32; a vertex
// without successors keeps nothing and gives nothing (its rank leaks), as in the Pannotia suite.
#include "syncopate.cuh"

// Graph in compressed sparse rows: successors of v are targets[offsets[v] .. offsets[v + 1]).
// next[v] holds (1 - damping) / n before the launch and the new rank after it. The share of a vertex
// without successors is infinite and goes nowhere.
#define SHARE                                                          \
  int v = blockIdx.x * blockDim.x + threadIdx.x;                       \
  if (v >= n) {                                                        \
    return;                                                            \
  }                                                                    \
  int begin = offsets[v];                                              \
  int end = offsets[v + 1];                                            \
  float share = damping * rank[v] / (float) (end - begin);

// One vertex a thread; CUDA's own atomicAdd: relaxed, gpu scope.
__global__ void pagerank_push_relaxed(const int *offsets, const int *targets, const float *rank,
                                      float *next, int n, float damping) {
  SHARE
  for (int e = begin; e < end; e++) {
    atomicAdd(&next[targets[e]], share);
  }
}

// The same with every update an acquire and release at gpu scope.
__global__ void pagerank_push_acq_rel(const int *offsets, const int *targets, const float *rank,
                                      float *next, int n, float damping) {
  SHARE
  for (int e = begin; e < end; e++) {
    syncopate::fetch_add(&next[targets[e]], share, syncopate::acq_rel, syncopate::gpu);
  }
}

// The same with commutative updates.
__global__ void pagerank_push_commutative(const int *offsets, const int *targets,
                                          const float *rank, float *next, int n, float damping) {
  SHARE
  for (int e = begin; e < end; e++) {
    syncopate::commutative::add(&next[targets[e]], share);
  }
}

// Arcs sorted into bins by their target, one bin a CTA: bin b holds arcs[bins[b] .. bins[b + 1]) as
// (source, target) and is the only one whose targets lie in its range, so that the updates need to
// be atomic within the CTA only. shares[v] is damping * rank[v] / successors of v.
#define BINNED(SCOPE)                                                                       \
  int end = bins[blockIdx.x + 1];                                                           \
  for (int e = bins[blockIdx.x] + threadIdx.x; e < end; e += blockDim.x) {                  \
    int2 arc = arcs[e];                                                                     \
    syncopate::fetch_add(&next[arc.y], shares[arc.x], syncopate::relaxed, syncopate::SCOPE); \
  }

__global__ void pagerank_binned_cta(const int *bins, const int2 *arcs, const float *shares,
                                    float *next) {
  BINNED(cta)
}

__global__ void pagerank_binned_gpu(const int *bins, const int2 *arcs, const float *shares,
                                    float *next) {
  BINNED(gpu)
}

// shares[v] = damping * rank[v] / successors of v, for the binned kernels.
__global__ void pagerank_shares(const int *offsets, const float *rank, float *shares, int n,
                                float damping) {
  SHARE
  shares[v] = share;
}

// Ends an iteration: rank = next, next = base.
__global__ void pagerank_turn(float *rank, float *next, int n, float base) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n) {
    rank[v] = next[v];
    next[v] = base;
  }
}
