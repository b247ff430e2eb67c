// Barriers of the whole grid, groups of lanes, occupancy, and a grid that is too large to be resident.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

// Two buffers of n words in turn: threads look at the words beside their own.
__global__ void phases(int* data, int n, int* sum) {
  cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < 4; round++) {
    const int* from = data + round % 2 * n;
    int* to = data + (round + 1) % 2 * n;
    for (int i = grid.thread_rank(); i < n; i += grid.size()) to[i] = from[i] + (from[(i + 1) % n] >= 0 ? 1 : 0);
    grid.sync();
  }
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int mine = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) mine += data[i];
  int all = cg::reduce(tile, mine, cg::plus<int>());
  if (tile.thread_rank() == 0) atomicAdd(sum, all);
}

int main() {
  int supported, units, ctas, n = 500;
  CUDA(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
  CUDA(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0));
  REQUIRE(supported == 1);
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&ctas, phases, 64, 0));
  REQUIRE(ctas >= 1);
  int *data, *sum, result;
  CUDA(cudaMalloc(&data, 2 * n * sizeof(int)));
  CUDA(cudaMalloc(&sum, sizeof(int)));
  CUDA(cudaMemset(data, 0, 2 * n * sizeof(int)));
  CUDA(cudaMemset(sum, 0, sizeof(int)));
  void* arguments[] = {&data, &n, &sum};
  CUDA(cudaLaunchCooperativeKernel((void*)phases, dim3(6), dim3(64), arguments, 0, nullptr));
  CUDA(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost));
  REQUIRE(result == 4 * n);
  cudaError_t status = cudaLaunchCooperativeKernel((void*)phases, dim3(units * ctas + 1), dim3(64), arguments, 0, nullptr);
  REQUIRE(status == cudaErrorCooperativeLaunchTooLarge);
  REQUIRE(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge);
  int block, grid;
  CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, phases, 0, 0));
  REQUIRE(block >= 32 && grid >= units);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(32);
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.attrs = &attribute;
  config.numAttrs = 1;
  CUDA(cudaLaunchKernelEx(&config, phases, data, n, sum));
  CUDA(cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost));
  REQUIRE(result == 12 * n);
  std::printf("cooperative: right\n");
  return 0;
}
