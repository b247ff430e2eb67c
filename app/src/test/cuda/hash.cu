// An open-addressed hash table: 64-bit compare-and-swap, linear probing, lookups.
#include <vector>

#include "check.h"

constexpr unsigned long long EMPTY = ~0ull;

__device__ unsigned slot_of(unsigned key, unsigned slots) { return (key * 2654435769u) % slots; }

__global__ void insert(unsigned long long* table, unsigned slots, const unsigned* keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned long long entry = (unsigned long long)keys[i] << 32 | (unsigned)i;
  for (unsigned slot = slot_of(keys[i], slots);; slot = (slot + 1) % slots) {
    unsigned long long old = atomicCAS(&table[slot], EMPTY, entry);
    if (old == EMPTY || old >> 32 == keys[i]) return;
  }
}

__global__ void find(const unsigned long long* table, unsigned slots, const unsigned* keys, int* found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  found[i] = -1;
  for (unsigned slot = slot_of(keys[i], slots); table[slot] != EMPTY; slot = (slot + 1) % slots) {
    if (table[slot] >> 32 == keys[i]) found[i] = (int)(unsigned)table[slot];
  }
}

int main() {
  int n = 600;
  unsigned slots = 1024;
  std::vector<unsigned> keys(n), others(n);
  for (int i = 0; i < n; i++) keys[i] = i * 5 % 500, others[i] = i * 3;
  unsigned long long* table;
  unsigned *d_keys, *d_others;
  int* found;
  CUDA(cudaMalloc(&table, slots * sizeof *table));
  CUDA(cudaMalloc(&d_keys, n * sizeof(unsigned)));
  CUDA(cudaMalloc(&d_others, n * sizeof(unsigned)));
  CUDA(cudaMalloc(&found, n * sizeof(int)));
  CUDA(cudaMemset(table, 0xff, slots * sizeof *table));
  CUDA(cudaMemcpy(d_keys, keys.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy(d_others, others.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice));
  insert<<<(n + 63) / 64, 64>>>(table, slots, d_keys, n);
  find<<<(n + 63) / 64, 64>>>(table, slots, d_others, found, n);
  std::vector<int> result(n);
  CUDA(cudaMemcpy(result.data(), found, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) {
    bool there = others[i] < 500 && others[i] % 5 == 0;
    REQUIRE((result[i] >= 0) == there);
    if (there) REQUIRE(keys[result[i]] == others[i]);
  }
  std::printf("hash: right\n");
  return 0;
}
