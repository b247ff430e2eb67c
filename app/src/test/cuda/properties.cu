// What a program reads of its device, by the structure of its own headers and by attributes.
#include <cstring>

#include "check.h"

#define SAME(field, attribute)                                           \
  do {                                                                   \
    int value;                                                           \
    CUDA(cudaDeviceGetAttribute(&value, cudaDevAttr##attribute, 0));     \
    REQUIRE((long long)properties.field == value);                       \
  } while (0)

int main() {
  int count, driver, runtime;
  CUDA(cudaGetDeviceCount(&count));
  REQUIRE(count == 1);
  CUDA(cudaDriverGetVersion(&driver));
  CUDA(cudaRuntimeGetVersion(&runtime));
  REQUIRE(driver >= runtime);
  cudaDeviceProp properties;
  CUDA(cudaGetDeviceProperties(&properties, 0));
  REQUIRE(std::strncmp(properties.name, "Syncopate ", 10) == 0);
  size_t free, total;
  CUDA(cudaMemGetInfo(&free, &total));
  REQUIRE(properties.totalGlobalMem == total && free <= total);
  SAME(sharedMemPerBlock, MaxSharedMemoryPerBlock);
  SAME(regsPerBlock, MaxRegistersPerBlock);
  SAME(warpSize, WarpSize);
  SAME(maxThreadsPerBlock, MaxThreadsPerBlock);
  SAME(maxThreadsDim[2], MaxBlockDimZ);
  SAME(maxGridSize[0], MaxGridDimX);
  SAME(totalConstMem, TotalConstantMemory);
  SAME(major, ComputeCapabilityMajor);
  SAME(minor, ComputeCapabilityMinor);
  SAME(textureAlignment, TextureAlignment);
  SAME(multiProcessorCount, MultiProcessorCount);
  SAME(canMapHostMemory, CanMapHostMemory);
  SAME(surfaceAlignment, SurfaceAlignment);
  SAME(concurrentKernels, ConcurrentKernels);
  SAME(asyncEngineCount, AsyncEngineCount);
  SAME(unifiedAddressing, UnifiedAddressing);
  SAME(memoryBusWidth, GlobalMemoryBusWidth);
  SAME(l2CacheSize, L2CacheSize);
  SAME(maxThreadsPerMultiProcessor, MaxThreadsPerMultiProcessor);
  SAME(sharedMemPerMultiprocessor, MaxSharedMemoryPerMultiprocessor);
  SAME(regsPerMultiprocessor, MaxRegistersPerMultiprocessor);
  SAME(managedMemory, ManagedMemory);
  SAME(cooperativeLaunch, CooperativeLaunch);
  SAME(sharedMemPerBlockOptin, MaxSharedMemoryPerBlockOptin);
  SAME(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor);
  SAME(hostRegisterSupported, HostRegisterSupported);
  SAME(memoryPoolsSupported, MemoryPoolsSupported);
  std::printf("properties: right\n");
  return 0;
}
