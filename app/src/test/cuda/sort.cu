// A radix sort, four bits at a time (histogram, scan, scatter), and a bitonic sort in dynamic shared memory.
#include <algorithm>
#include <vector>

#include "check.h"

constexpr int DIGITS = 16, THREADS = 64;

__global__ void histogram(const unsigned* keys, int* counts, int n, int shift) {
  __shared__ int local[DIGITS];
  if (threadIdx.x < DIGITS) local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) atomicAdd(&local[keys[i] >> shift & 15], 1);
  __syncthreads();
  if (threadIdx.x < DIGITS) counts[threadIdx.x * gridDim.x + blockIdx.x] = local[threadIdx.x];
}

__global__ void scan(int* counts, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int each = counts[i];
    counts[i] = sum;
    sum += each;
  }
}

__global__ void scatter(const unsigned* from, unsigned* to, const int* starts, int n, int shift) {
  __shared__ unsigned keys[THREADS];
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) keys[threadIdx.x] = from[i];
  __syncthreads();
  if (i >= n) return;
  unsigned digit = keys[threadIdx.x] >> shift & 15;
  int before = 0;
  for (int j = 0; j < threadIdx.x; j++) before += (keys[j] >> shift & 15) == digit;
  to[starts[digit * gridDim.x + blockIdx.x] + before] = keys[threadIdx.x];
}

template <typename T>
__global__ void bitonic(T* keys) {
  extern __shared__ __align__(8) unsigned char memory[];
  T* local = (T*)memory;
  local[threadIdx.x] = keys[threadIdx.x];
  __syncthreads();
  for (unsigned size = 2; size <= blockDim.x; size *= 2) {
    for (unsigned stride = size / 2; stride > 0; stride /= 2) {
      unsigned other = threadIdx.x ^ stride;
      if (other > threadIdx.x) {
        bool up = (threadIdx.x & size) == 0;
        if ((local[threadIdx.x] > local[other]) == up) {
          T keep = local[threadIdx.x];
          local[threadIdx.x] = local[other];
          local[other] = keep;
        }
      }
      __syncthreads();
    }
  }
  keys[threadIdx.x] = local[threadIdx.x];
}

template <typename T>
void sort_in_shared(int n) {
  std::vector<T> keys(n);
  for (int i = 0; i < n; i++) keys[i] = (T)(i * 7919 % 1009) - 300;
  T* d;
  CUDA(cudaMalloc(&d, n * sizeof(T)));
  CUDA(cudaMemcpy(d, keys.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  bitonic<T><<<1, n, n * sizeof(T)>>>(d);
  std::vector<T> result(n);
  CUDA(cudaMemcpy(result.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  std::sort(keys.begin(), keys.end());
  REQUIRE(keys == result);
  CUDA(cudaFree(d));
}

int main() {
  int n = 1000, ctas = (n + THREADS - 1) / THREADS;
  std::vector<unsigned> keys(n);
  unsigned random = 1;
  for (auto& key : keys) key = (random = random * 1664525u + 1013904223u) >> 16;
  unsigned *a, *b;
  int* counts;
  CUDA(cudaMalloc(&a, n * sizeof(unsigned)));
  CUDA(cudaMalloc(&b, n * sizeof(unsigned)));
  CUDA(cudaMalloc(&counts, DIGITS * ctas * sizeof(int)));
  CUDA(cudaMemcpy(a, keys.data(), n * sizeof(unsigned), cudaMemcpyDefault));
  for (int shift = 0; shift < 16; shift += 4) {
    histogram<<<ctas, THREADS>>>(a, counts, n, shift);
    scan<<<1, 1>>>(counts, DIGITS * ctas);
    scatter<<<ctas, THREADS>>>(a, b, counts, n, shift);
    std::swap(a, b);
  }
  std::vector<unsigned> result(n);
  CUDA(cudaMemcpy(result.data(), a, n * sizeof(unsigned), cudaMemcpyDefault));
  std::sort(keys.begin(), keys.end());
  REQUIRE(keys == result);
  sort_in_shared<int>(256);
  sort_in_shared<double>(128);
  std::printf("sort: right\n");
  return 0;
}
