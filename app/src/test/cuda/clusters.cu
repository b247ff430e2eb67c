// Launches with thread-block clusters: by the kernel, by an attribute; what does not fit, and what would.
#include <cooperative_groups.h>

#include <utility>
#include <vector>

#include "check.h"

// The CTAs of a cluster wait for each other in global memory: they are resident at once.
static __device__ void meet(unsigned* counters, unsigned* ranks) {
  unsigned rank, ctas, cluster, explicitly;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(ctas));
  asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(cluster));
  asm volatile("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(explicitly));
  if (threadIdx.x) return;
  atomicAdd(&counters[cluster], 1);
  while (atomicAdd(&counters[cluster], 0) < ctas) {}
  ranks[blockIdx.x] = 100 * explicitly + 10 * ctas + rank;
}

__global__ void __cluster_dims__(2, 1, 1) pairs(unsigned* counters, unsigned* ranks) { meet(counters, ranks); }
__global__ void plain(unsigned* counters, unsigned* ranks) { meet(counters, ranks); }

// Each CTA leaves a word for the next CTA of its cluster, through the global memory, and meets it.
__global__ void __cluster_dims__(4, 1, 1) passing(unsigned* words, unsigned* found) {
  namespace cg = cooperative_groups;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned first = blockIdx.x - cluster.block_rank();
  for (unsigned round = 0; round < 3; round++) {
    unsigned before = words[first + (cluster.block_rank() + 1) % cluster.num_blocks()];
    cluster.sync();
    if (threadIdx.x == 0) words[blockIdx.x] = before + cluster.block_rank() + round;
    cluster.sync();
  }
  auto token = cluster.barrier_arrive();
  cluster.barrier_wait(std::move(token));
  if (cluster.thread_rank() == 0) {
    unsigned sum = 0;
    for (unsigned i = 0; i < cluster.num_blocks(); i++) sum += words[first + i];
    found[blockIdx.x / cluster.num_blocks()] = sum + cg::this_grid().num_clusters();
  }
}

enum { CTAS = 48 };
static unsigned *counters, *ranks;

static void clear() {
  CUDA(cudaMemset(counters, 0, CTAS * sizeof(unsigned)));
  CUDA(cudaMemset(ranks, 0, CTAS * sizeof(unsigned)));
}

static void require(unsigned ctas, unsigned cluster, unsigned explicitly) {
  std::vector<unsigned> found(CTAS);
  CUDA(cudaMemcpy(found.data(), ranks, CTAS * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < ctas; i++) REQUIRE(found[i] == 100 * explicitly + 10 * cluster + i % cluster);
}

int main() {
  int supported;
  CUDA(cudaDeviceGetAttribute(&supported, cudaDevAttrClusterLaunch, 0));
  REQUIRE(supported == 1);
  CUDA(cudaMalloc(&counters, CTAS * sizeof(unsigned)));
  CUDA(cudaMalloc(&ranks, CTAS * sizeof(unsigned)));

  clear();
  pairs<<<CTAS, 32>>>(counters, ranks);
  require(CTAS, 2, 1);
  clear();
  plain<<<CTAS, 32>>>(counters, ranks);
  require(CTAS, 1, 0);

  clear();
  passing<<<CTAS, 64>>>(counters, ranks);
  std::vector<unsigned> sums(CTAS);
  CUDA(cudaMemcpy(sums.data(), ranks, CTAS * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < CTAS / 4; i++) REQUIRE(sums[i] == 3 * (0 + 1 + 2 + 3) + 4 * (0 + 1 + 2) + CTAS / 4);

  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 4;
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(CTAS);
  config.blockDim = dim3(32);
  config.attrs = &attribute;
  config.numAttrs = 1;
  clear();
  CUDA(cudaLaunchKernelEx(&config, plain, counters, ranks));
  require(CTAS, 4, 1);

  int clusters, largest;
  CUDA(cudaOccupancyMaxActiveClusters(&clusters, plain, &config));
  REQUIRE(clusters >= 1);
  CUDA(cudaOccupancyMaxPotentialClusterSize(&largest, plain, &config));
  REQUIRE(largest == 8);

  // Another size than the kernel's, one that does not divide the grid, and one that needs a permission.
  REQUIRE(cudaLaunchKernelEx(&config, pairs, counters, ranks) == cudaErrorInvalidClusterSize);
  REQUIRE(cudaGetLastError() == cudaErrorInvalidClusterSize);
  attribute.val.clusterDim.x = 5;
  REQUIRE(cudaLaunchKernelEx(&config, plain, counters, ranks) == cudaErrorInvalidClusterSize);
  attribute.val.clusterDim.x = 16;
  REQUIRE(cudaLaunchKernelEx(&config, plain, counters, ranks) == cudaErrorInvalidClusterSize);
  CUDA(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
  CUDA(cudaOccupancyMaxPotentialClusterSize(&largest, plain, &config));
  REQUIRE(largest == 16);
  clear();
  CUDA(cudaLaunchKernelEx(&config, plain, counters, ranks));
  require(CTAS, 16, 1);
  std::printf("clusters: right\n");
  return 0;
}
