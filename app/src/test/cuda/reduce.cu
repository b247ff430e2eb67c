// Reductions by every form of shuffle, by votes and matches, in several types.
#include "check.h"

template <typename T>
__device__ T by_down(T value) {
  for (int d = 16; d > 0; d /= 2) value += __shfl_down_sync(0xffffffffu, value, d);
  return __shfl_sync(0xffffffffu, value, 0);
}

template <typename T>
__device__ T by_xor(T value) {
  for (int d = 16; d > 0; d /= 2) value += __shfl_xor_sync(0xffffffffu, value, d);
  return value;
}

template <typename T>
__device__ T by_up(T value) {
  for (int d = 1; d < 32; d *= 2) {
    T other = __shfl_up_sync(0xffffffffu, value, d);
    if (threadIdx.x % 32 >= d) value += other;
  }
  return __shfl_sync(0xffffffffu, value, 31);
}

template <typename T>
__device__ T by_index(T value) {
  T sum = 0;
  for (int lane = 0; lane < 32; lane++) sum += __shfl_sync(0xffffffffu, value, lane);
  return sum;
}

template <typename T>
__global__ void forms(T* out, int* wrong) {
  T value = (T)(threadIdx.x % 32 + 1);
  T all[] = {by_down(value), by_xor(value), by_up(value), by_index(value)};
  for (T each : all) {
    if (each != (T)528) atomicAdd(wrong, 1);
  }
  // Segments of eight lanes.
  T part = value;
  for (int d = 4; d > 0; d /= 2) part += __shfl_xor_sync(0xffffffffu, part, d, 8);
  if (part != (T)(64 * (threadIdx.x % 32 / 8) + 36)) atomicAdd(wrong, 1);
  if (blockIdx.x == 0 && threadIdx.x == 0) *out = all[0];
}

__global__ void votes(int* wrong) {
  unsigned lane = threadIdx.x % 32;
  if (__ballot_sync(0xffffffffu, lane % 2) != 0xaaaaaaaau) atomicAdd(wrong, 1);
  if (!__any_sync(0xffffffffu, lane == 7) || __all_sync(0xffffffffu, lane < 31)) atomicAdd(wrong, 1);
  if (__match_any_sync(0xffffffffu, lane / 4) != 0xfu << (lane / 4 * 4)) atomicAdd(wrong, 1);
  if (__popc(__activemask()) != 32) atomicAdd(wrong, 1);
  if (__reduce_add_sync(0xffffffffu, lane) != 496u) atomicAdd(wrong, 1);
  if (__reduce_max_sync(0xffffffffu, (int)lane - 40) != -9) atomicAdd(wrong, 1);
  if (lane < 16) {
    int sum = (int)lane;
    for (int d = 8; d > 0; d /= 2) sum += __shfl_down_sync(0x0000ffffu, sum, d, 16);
    if (lane == 0 && sum != 120) atomicAdd(wrong, 1);
  }
}

template <typename T>
void check(int* wrong) {
  T *d, value;
  CUDA(cudaMalloc(&d, sizeof(T)));
  forms<T><<<2, 64>>>(d, wrong);
  CUDA(cudaMemcpy(&value, d, sizeof(T), cudaMemcpyDeviceToHost));
  REQUIRE(value == (T)528);
  CUDA(cudaFree(d));
}

int main() {
  int *wrong, count;
  CUDA(cudaMalloc(&wrong, sizeof(int)));
  CUDA(cudaMemset(wrong, 0, sizeof(int)));
  check<int>(wrong);
  check<float>(wrong);
  check<double>(wrong);
  check<long long>(wrong);
  check<unsigned>(wrong);
  votes<<<1, 96>>>(wrong);
  CUDA(cudaMemcpy(&count, wrong, sizeof(int), cudaMemcpyDeviceToHost));
  REQUIRE(count == 0);
  std::printf("reduce: right\n");
  return 0;
}
