// A library with kernels and a runtime of its own: it registers them before main.
#include "check.h"

__global__ void twice(int* values) { values[threadIdx.x] = 2 * threadIdx.x; }

extern "C" int from_library() {
  int *device, values[32];
  CUDA(cudaMalloc(&device, sizeof values));
  twice<<<1, 32>>>(device);
  CUDA(cudaGetLastError());
  CUDA(cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; i++) REQUIRE(values[i] == 2 * i);
  std::printf("library: right\n");
  return 0;
}
