// Encoding by Huffman's codes (1952): symbols are counted, the host makes the codes, each CTA encodes a block of symbols
// at offsets that a scan gives (Balevic 2009), and the blocks are put behind one another. A code's first bit is the lowest
// of its word.
#include "classic/increment.cuh"

static const int THREADS = 256;
static const int SYMBOLS_A_THREAD = 4;
static const int LONGEST = 32;
static const int BLOCK_WORDS = THREADS * SYMBOLS_A_THREAD * LONGEST / 32;

template <Promise PROMISE>
static __device__ void count(const unsigned *text, unsigned *counts, int symbols) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int first = SYMBOLS_A_THREAD * thread;
  if (first < symbols) {
    unsigned word = text[thread];
    for (int i = 0; i < SYMBOLS_A_THREAD && first + i < symbols; i++) {
      increment<PROMISE>(&counts[(word >> (8 * i)) & 255u]);
    }
  }
}

extern "C" __global__ void huffman_count_relaxed(const unsigned *text, unsigned *counts, int symbols) {
  count<RELAXED>(text, counts, symbols);
}

extern "C" __global__ void huffman_count_acq_rel(const unsigned *text, unsigned *counts, int symbols) {
  count<ACQ_REL>(text, counts, symbols);
}

extern "C" __global__ void huffman_count_commutative(const unsigned *text, unsigned *counts, int symbols) {
  count<COMMUTATIVE>(text, counts, symbols);
}

// The sum of `value` over the threads before this one; `sums` has THREADS elements, and the last gets the sum of all.
static __device__ unsigned scan(unsigned *sums, unsigned value) {
  int t = threadIdx.x;
  sums[t] = value;
  __syncthreads();
  for (int distance = 1; distance < THREADS; distance *= 2) {
    unsigned before = t >= distance ? sums[t - distance] : 0u;
    __syncthreads();
    sums[t] += before;
    __syncthreads();
  }
  return sums[t] - value;
}

// Each block begins with a new word, at a place that has room for the longest codes; `words` says how many it has.
extern "C" __global__ void huffman_encode(const unsigned *text, const unsigned *codes, const unsigned *lengths,
                                          unsigned *blocks, unsigned *words, int symbols) {
  __shared__ unsigned code[256];
  __shared__ unsigned length[256];
  __shared__ unsigned sums[THREADS];
  __shared__ unsigned encoded[BLOCK_WORDS];
  int t = threadIdx.x;
  code[t] = codes[t];
  length[t] = lengths[t];
  for (int i = t; i < BLOCK_WORDS; i += THREADS) {
    encoded[i] = 0u;
  }
  __syncthreads();
  int thread = blockIdx.x * THREADS + t;
  int first = SYMBOLS_A_THREAD * thread;
  int own = max(0, min(SYMBOLS_A_THREAD, symbols - first));
  unsigned word = own > 0 ? text[thread] : 0u;
  unsigned bits = 0u;
  for (int i = 0; i < own; i++) {
    bits += length[(word >> (8 * i)) & 255u];
  }
  unsigned at = scan(sums, bits);
  for (int i = 0; i < own; i++) {
    unsigned symbol = (word >> (8 * i)) & 255u;
    unsigned long long shifted = (unsigned long long)code[symbol] << (at % 32u);
    atomicOr(&encoded[at / 32u], (unsigned)shifted);
    if (shifted >> 32) {
      atomicOr(&encoded[at / 32u + 1u], (unsigned)(shifted >> 32));
    }
    at += length[symbol];
  }
  __syncthreads();
  int used = (int)((sums[THREADS - 1] + 31u) / 32u);
  for (int i = t; i < used; i += THREADS) {
    blocks[blockIdx.x * BLOCK_WORDS + i] = encoded[i];
  }
  if (t == 0) {
    words[blockIdx.x] = (unsigned)used;
  }
}

// One CTA: where each block goes, and behind the last where they end.
extern "C" __global__ void huffman_offsets(const unsigned *words, unsigned *offsets, int blocks) {
  __shared__ unsigned sums[THREADS];
  unsigned before = 0u;
  for (int first = 0; first < blocks; first += THREADS) {
    int block = first + threadIdx.x;
    unsigned here = scan(sums, block < blocks ? words[block] : 0u);
    if (block < blocks) {
      offsets[block] = before + here;
    }
    before += sums[THREADS - 1];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    offsets[blocks] = before;
  }
}

extern "C" __global__ void huffman_pack(const unsigned *blocks, const unsigned *offsets, unsigned *packed) {
  unsigned from = offsets[blockIdx.x];
  unsigned count = offsets[blockIdx.x + 1] - from;
  for (unsigned i = threadIdx.x; i < count; i += THREADS) {
    packed[from + i] = blocks[blockIdx.x * BLOCK_WORDS + i];
  }
}
