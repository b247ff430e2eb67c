// Tables in constant memory, device variables, and everything that a host does with symbols.
#include <cstring>
#include <vector>

#include "check.h"

__constant__ float weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int offsets[4];
__device__ int counters[4] = {10, 20, 30, 40};
__device__ int* cursor = &counters[2];

__global__ void use(float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = weights[i % 8] * (float)i + (float)offsets[i % 4];
  if (i == 0) atomicAdd(cursor, 5);
  if (i < 4) atomicAdd(&counters[i], 1);
}

int main() {
  int n = 100;
  float* out;
  CUDA(cudaMalloc(&out, n * sizeof(float)));
  float changed[2] = {30, 40};
  int o[4] = {100, 200, 300, 400};
  CUDA(cudaMemcpyToSymbol(weights, changed, sizeof changed, 2 * sizeof(float)));
  CUDA(cudaMemcpyToSymbol(offsets, o, sizeof o));
  use<<<2, 64>>>(out, n);
  std::vector<float> result(n);
  CUDA(cudaMemcpy(result.data(), out, n * sizeof(float), cudaMemcpyDeviceToHost));
  float w[8] = {1, 2, 30, 40, 5, 6, 7, 8};
  for (int i = 0; i < n; i++) REQUIRE(result[i] == w[i % 8] * (float)i + (float)o[i % 4]);
  int c[4];
  CUDA(cudaMemcpyFromSymbol(c, counters, sizeof c));
  int wanted[4] = {11, 21, 36, 41};
  REQUIRE(std::memcmp(c, wanted, sizeof c) == 0);
  void* address;
  size_t size;
  CUDA(cudaGetSymbolAddress(&address, counters));
  CUDA(cudaGetSymbolSize(&size, counters));
  REQUIRE(size == sizeof c);
  CUDA(cudaMemset(address, 0, size));
  CUDA(cudaMemcpyFromSymbol(c, counters, sizeof(int), 2 * sizeof(int)));
  REQUIRE(c[0] == 0);
  CUDA(cudaGetSymbolAddress(&address, weights));
  CUDA(cudaMemcpy(w, address, sizeof w, cudaMemcpyDeviceToHost));
  REQUIRE(w[2] == 30 && w[7] == 8);
  REQUIRE(cudaMemcpyFromSymbol(c, counters, 100) == cudaErrorInvalidValue);
  int local;
  REQUIRE(cudaGetSymbolSize(&size, &local) == cudaErrorInvalidSymbol);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidSymbol && cudaGetLastError() == cudaSuccess);
  std::printf("constant: right\n");
  return 0;
}
