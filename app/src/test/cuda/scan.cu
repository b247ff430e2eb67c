// A scan over many CTAs in three launches, and one in a single launch with look-back.
#include <vector>

#include "check.h"

__device__ int warp_scan(int value) {
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(0xffffffffu, value, d);
    if ((threadIdx.x & 31) >= d) value += other;
  }
  return value;
}

__device__ int cta_scan(int value) {
  __shared__ int sums[32];
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  int mine = warp_scan(value);
  if (lane == 31) sums[warp] = mine;
  __syncthreads();
  if (warp == 0) sums[lane] = warp_scan(lane < blockDim.x / 32 ? sums[lane] : 0);
  __syncthreads();
  return mine + (warp > 0 ? sums[warp - 1] : 0);
}

__global__ void scan_ctas(const int* in, int* out, int* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = cta_scan(i < n ? in[i] : 0);
  if (i < n) out[i] = value;
  if (threadIdx.x == blockDim.x - 1 && sums) sums[blockIdx.x] = value;
}

__global__ void add(int* out, const int* sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && blockIdx.x > 0) out[i] += sums[blockIdx.x - 1];
}

__device__ unsigned turn;

__global__ void look_back(const int* in, int* out, volatile int* state, volatile int* total, int n) {
  __shared__ int cta, before;
  if (threadIdx.x == 0) cta = atomicAdd(&turn, 1u);
  __syncthreads();
  int i = cta * blockDim.x + threadIdx.x;
  int value = cta_scan(i < n ? in[i] : 0);
  if (threadIdx.x == blockDim.x - 1) {
    int sum = 0;
    if (cta > 0) {
      while (state[cta - 1] == 0) {
      }
      __threadfence();
      sum = total[cta - 1];
    }
    total[cta] = sum + value;
    __threadfence();
    state[cta] = 1;
    before = sum;
  }
  __syncthreads();
  if (i < n) out[i] = value + before;
}

int main() {
  int n = 2000, threads = 128, ctas = (n + threads - 1) / threads;
  std::vector<int> in(n), wanted(n), out(n);
  for (int i = 0, sum = 0; i < n; i++) wanted[i] = sum += in[i] = i % 13 - 4;
  int *d_in, *d_out, *sums, *state, *total;
  CUDA(cudaMalloc(&d_in, n * sizeof(int)));
  CUDA(cudaMalloc(&d_out, n * sizeof(int)));
  CUDA(cudaMalloc(&sums, ctas * sizeof(int)));
  CUDA(cudaMalloc(&state, ctas * sizeof(int)));
  CUDA(cudaMalloc(&total, ctas * sizeof(int)));
  CUDA(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  scan_ctas<<<ctas, threads>>>(d_in, d_out, sums, n);
  scan_ctas<<<1, threads>>>(sums, sums, nullptr, ctas);
  add<<<ctas, threads>>>(d_out, sums, n);
  CUDA(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  REQUIRE(out == wanted);
  CUDA(cudaMemset(d_out, 0, n * sizeof(int)));
  CUDA(cudaMemset(state, 0, ctas * sizeof(int)));
  unsigned none = 0;
  CUDA(cudaMemcpyToSymbol(turn, &none, sizeof none));
  look_back<<<ctas, threads>>>(d_in, d_out, state, total, n);
  CUDA(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
  REQUIRE(out == wanted);
  std::printf("scan: right\n");
  return 0;
}
