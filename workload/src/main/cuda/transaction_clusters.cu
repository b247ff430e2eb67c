// The accumulation of k-means: every point goes to its nearest centre, the first of equals, and counts
// there in a number and a sum of coordinates, all in shared memory.
#include "transaction/section.cuh"

using namespace transaction;

struct Clusters {
  const unsigned *points;   // of each CTA, step and thread: x, y << 16, both below 4096
  const unsigned *centres;  // likewise packed
  unsigned *out;            // of each CTA and cluster: number, sum of x, sum of y
  unsigned clusters;
  unsigned steps;
};

TRANSACTION_INLINE unsigned nearest(const Clusters &p, unsigned point) {
  int x = point & 0xffffu;
  int y = point >> 16;
  unsigned best = 0u;
  unsigned least = ~0u;
  for (unsigned c = 0; c < p.clusters; c++) {
    unsigned centre = p.centres[c];
    int dx = x - (int)(centre & 0xffffu);
    int dy = y - (int)(centre >> 16);
    unsigned distance = dx * dx + dy * dy;
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  return best;
}

template <class Add>
TRANSACTION_INLINE void add_all(const Clusters &p, Add add) {
  unsigned words = 3u * p.clusters;
  fill(memory, words, 0u);
  __syncthreads();
  for (unsigned step = 0; step < p.steps; step++) {
    unsigned point = p.points[(blockIdx.x * p.steps + step) * blockDim.x + threadIdx.x];
    unsigned cluster = nearest(p, point);
    add(cluster, memory + 3u * cluster, point & 0xffffu, point >> 16);
  }
  __syncthreads();
  copy(p.out + blockIdx.x * words, memory, words);
}

template <class Section>
TRANSACTION_INLINE void add_in_sections(const Clusters &p) {
  unsigned *locks = memory + 3u * p.clusters;
  Section::clear(locks, p.clusters);
  add_all(p, [&](unsigned cluster, unsigned *sums, unsigned x, unsigned y) {
    Section::one(locks, cluster, [&] {
      sums[0]++;
      sums[1] += x;
      sums[2] += y;
    });
  });
}

__global__ void clusters_tx(Clusters p) { add_in_sections<Tx>(p); }
__global__ void clusters_fallback(Clusters p) { add_in_sections<Fallback>(p); }
__global__ void clusters_serial(Clusters p) { add_in_sections<Serial>(p); }
__global__ void clusters_coarse(Clusters p) { add_in_sections<Coarse>(p); }
__global__ void clusters_locks(Clusters p) { add_in_sections<Locks>(p); }

__global__ void clusters_atomics(Clusters p) {
  add_all(p, [&](unsigned, unsigned *sums, unsigned x, unsigned y) {
    atomicAdd(sums, 1u);
    atomicAdd(sums + 1, x);
    atomicAdd(sums + 2, y);
  });
}
