// The other object of separate.cu.
#include "separate.h"

static __device__ int mine = 12;
static __device__ const char* words[] = {"unused", "third"};

static __global__ void same(int* out) {
  atomicAdd(&visits, 1);
  if (threadIdx.x != 0) return;
  out[0] = (int)(coefficients[0] + coefficients[1] + coefficients[2] + coefficients[3]);
  out[1] = *cursor;
  out[2] = mine;
  std::printf("second %s %s %s\n", "has", "its own", words[1]);
}

__device__ int weighted(int x) { return x * 3; }
__device__ int plus100(int x) { return x + 100; }
__device__ Function chosen = plus100;

void other(int* out) {
  visits++;
  same<<<1, 32>>>(out);
  CUDA(cudaDeviceSynchronize());
  fill<int><<<1, 32>>>(out + 32, 4);
  fill<float><<<1, 32>>>((float*)out + 32, 4.0f);
  CUDA(cudaDeviceSynchronize());
}

__global__ void parent(int* out) { fill<int><<<1, 32>>>(out, 1); }

// Kernels that start kernels are not supported; the others are not in their way.
void launching(int* out) {
  parent<<<1, 1>>>(out);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  fill<int><<<1, 32>>>(out, 4);
  CUDA(cudaDeviceSynchronize());
  REQUIRE(out[31] == 5);
}
