// The nodes of a search tree are summed by a function that calls itself; how deep it may go is set.
#include <cstdio>

#include "check.h"

struct Node {
  int value, left, right;
};

__device__ __noinline__ int sum(const Node* nodes, int at) {
  if (at < 0) return 0;
  int below = sum(nodes, nodes[at].left) + sum(nodes, nodes[at].right);
  return below + nodes[at].value;
}

__global__ void sums(const Node* nodes, int* out) { out[threadIdx.x] = sum(nodes, threadIdx.x); }

int main() {
  // A list of 50 nodes, so that thread t goes 50 - t calls deep: more than fit into 1024 bytes.
  const int n = 50;
  Node nodes[n];
  for (int i = 0; i < n; i++) {
    int next = i + 1 < n ? i + 1 : -1;
    nodes[i] = {i + 1, i % 2 ? next : -1, i % 2 ? -1 : next};
  }
  size_t stack = 0;
  CUDA(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
  REQUIRE(stack == 1024);
  CUDA(cudaDeviceSetLimit(cudaLimitStackSize, 16384));
  CUDA(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
  REQUIRE(stack == 16384);
  Node* device;
  int* out;
  CUDA(cudaMalloc(&device, sizeof nodes));
  CUDA(cudaMalloc(&out, n * sizeof *out));
  CUDA(cudaMemcpy(device, nodes, sizeof nodes, cudaMemcpyHostToDevice));
  sums<<<1, n>>>(device, out);
  int result[n];
  CUDA(cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) REQUIRE(result[i] == n * (n + 1) / 2 - i * (i + 1) / 2);
  std::puts("recursion: right");
  return 0;
}
