// Three histograms of the same values in shared memory, of bits 0, 10 and 20 on: every value counts in
// all three at once.
#include "transaction/section.cuh"

using namespace transaction;

struct Bins {
  const unsigned *values;  // of each CTA, step and thread
  unsigned *out;           // of each CTA, the three histograms
  unsigned bins;           // of each, a power of two up to 1024
  unsigned steps;
};

template <class Count>
TRANSACTION_INLINE void count_all(const Bins &p, Count count) {
  unsigned words = 3u * p.bins;
  fill(memory, words, 0u);
  __syncthreads();
  for (unsigned step = 0; step < p.steps; step++) {
    unsigned value = p.values[(blockIdx.x * p.steps + step) * blockDim.x + threadIdx.x];
    unsigned mask = p.bins - 1u;
    unsigned a = value & mask;
    unsigned b = p.bins + (value >> 10 & mask);
    unsigned c = 2u * p.bins + (value >> 20 & mask);
    count(a, b, c);
  }
  __syncthreads();
  copy(p.out + blockIdx.x * words, memory, words);
}

template <class Section>
TRANSACTION_INLINE void count_in_sections(const Bins &p) {
  unsigned *locks = memory + 3u * p.bins;
  Section::clear(locks, 3u * p.bins);
  count_all(p, [&](unsigned a, unsigned b, unsigned c) {
    Section::three(locks, a, b, c, [&] {
      memory[a]++;
      memory[b]++;
      memory[c]++;
    });
  });
}

__global__ void bins_tx(Bins p) { count_in_sections<Tx>(p); }
__global__ void bins_fallback(Bins p) { count_in_sections<Fallback>(p); }
__global__ void bins_serial(Bins p) { count_in_sections<Serial>(p); }
__global__ void bins_coarse(Bins p) { count_in_sections<Coarse>(p); }
__global__ void bins_locks(Bins p) { count_in_sections<Locks>(p); }

__global__ void bins_atomics(Bins p) {
  count_all(p, [&](unsigned a, unsigned b, unsigned c) {
    atomicAdd(memory + a, 1u);
    atomicAdd(memory + b, 1u);
    atomicAdd(memory + c, 1u);
  });
}
