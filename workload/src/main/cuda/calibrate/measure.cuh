// How the kernels of calibrate.cu and calibrate_async.cu take their time.
#pragma once

// Steps in rounds, so that the loop around them counts for little; step number `first + k`.
#define IN_ROUNDS(n)                                               \
  _Pragma("unroll 1") for (int first = 0; first < steps; first += n) \
    _Pragma("unroll") for (int k = 0; k < n; k++)
#define STEPS IN_ROUNDS(64)
#define WIDE_STEPS IN_ROUNDS(8)

static __device__ __forceinline__ long long now() {
  long long cycle;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycle)::"memory");
  return cycle;
}

// One pair of times a warp; `sink` keeps what was computed alive.
static __device__ __forceinline__ void report(long long *times, long long start, long long end, unsigned sink) {
  unsigned warp = blockIdx.x * ((blockDim.x + warpSize - 1) / warpSize) + threadIdx.x / warpSize;
  if (threadIdx.x % warpSize == 0) {
    times[2 * warp] = start;
    times[2 * warp + 1] = end + (sink == 0x5a5a5a5au ? 1 : 0);
  }
}

#define KERNEL(name) extern "C" __global__ void name(char *memory, long long *times, int steps, int a, int b)
