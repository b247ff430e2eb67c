// What the runtime says of what a program does wrong; a failed kernel ruins everything after it.
#include <cstring>

#include "check.h"

__global__ void store(int* at, int value) { *at = value; }

__global__ void __launch_bounds__(64) bounded(int* at) { *at = 1; }

__global__ void odd(char* at) { *(int*)(at + 1) = 1; }

__global__ void big(int* at) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = threadIdx.x;
  *at = memory[0];
}

__global__ void stop() { __trap(); }

__global__ void await(volatile int* at) { while (*at == 0) {} }
__managed__ int flag;
__global__ void await_flag() { while (*(volatile int*)&flag == 0) {} }

int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "";
  int* d;
  CUDA(cudaMalloc(&d, 64));
  store<<<1, 2048>>>(d, 1);
  REQUIRE(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidConfiguration && cudaGetLastError() == cudaSuccess);
  store<<<0, 32>>>(d, 1);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidConfiguration);
  REQUIRE(cudaFree((void*)0x1234) == cudaErrorInvalidValue && cudaGetLastError() == cudaErrorInvalidValue);
  REQUIRE(cudaMemcpy(d, argv, 4, (cudaMemcpyKind)9) == cudaErrorInvalidMemcpyDirection);
  REQUIRE(cudaSetDevice(3) == cudaErrorInvalidDevice);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidDevice);
  REQUIRE(cudaDeviceEnablePeerAccess(1, 0) == cudaErrorInvalidDevice);
  REQUIRE(cudaPeekAtLastError() == cudaErrorInvalidDevice && cudaDeviceSynchronize() == cudaSuccess);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess);
  size_t limit = 0;
  REQUIRE(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 12345) == cudaSuccess);
  REQUIRE(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) == cudaSuccess && limit == 12345);
  REQUIRE(cudaDeviceGetLimit(&limit, (cudaLimit)77) == cudaErrorUnsupportedLimit);
  REQUIRE(cudaGetLastError() == cudaErrorUnsupportedLimit);
  int* huge;
  REQUIRE(cudaMalloc(&huge, (size_t)1 << 50) == cudaErrorMemoryAllocation && huge == nullptr);
  big<<<1, 32, 60000>>>(d);
  REQUIRE(cudaGetLastError() != cudaSuccess);
  CUDA(cudaFuncSetAttribute(big, cudaFuncAttributeMaxDynamicSharedMemorySize, 60000));
  big<<<1, 32, 60000>>>(d);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  cudaFuncAttributes attributes;
  CUDA(cudaFuncGetAttributes(&attributes, bounded));
  REQUIRE(attributes.maxThreadsPerBlock == 64 && attributes.numRegs > 0);
  REQUIRE(std::strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress") == 0);
  REQUIRE(std::strcmp(cudaGetErrorString(cudaErrorMisalignedAddress), "misaligned address") == 0);
  CUDA(cudaDeviceSynchronize());
  cudaError_t wanted = cudaErrorIllegalAddress;
  if (!std::strcmp(how, "odd")) odd<<<1, 1>>>((char*)d), wanted = cudaErrorMisalignedAddress;
  else if (!std::strcmp(how, "trap")) stop<<<1, 1>>>(), wanted = cudaErrorLaunchFailure;
  else if (!std::strcmp(how, "host")) store<<<1, 1>>>(new int, 1);
  else if (!std::strcmp(how, "await")) {
    int* word;
    CUDA(cudaMallocManaged(&word, sizeof *word));
    await<<<1, 1>>>(word), wanted = cudaErrorLaunchTimeout;
  } else if (!std::strcmp(how, "await variable")) await_flag<<<1, 1>>>(), wanted = cudaErrorLaunchTimeout;
  else store<<<1, 1>>>(nullptr, 1);
  REQUIRE(cudaGetLastError() == cudaSuccess);
  REQUIRE(cudaDeviceSynchronize() == wanted);
  REQUIRE(cudaMalloc(&d, 64) == wanted);
  REQUIRE(cudaGetLastError() == wanted && cudaGetLastError() == wanted);
  cudaStream_t stream;
  cudaEvent_t event;
  REQUIRE(cudaStreamCreate(&stream) == wanted && cudaEventCreate(&event) == wanted);
  REQUIRE(cudaFuncGetAttributes(&attributes, bounded) == wanted && cudaDeviceReset() == wanted);
  int devices = 0;
  REQUIRE(cudaGetDeviceCount(&devices) == cudaSuccess && devices == 1);
  std::printf("errors: right\n");
  return 0;
}
