// Managed memory and managed variables, with atomics of system scope, and the host in between.
#include "check.h"

__managed__ int total = 7;
__managed__ double table[600];

struct Node {
  int value;
  Node* next;
};

__global__ void walk(Node* head, int* sum) {
  for (Node* node = head; node; node = node->next) {
    atomicAdd_system(sum, node->value);
    node->value = -node->value;
  }
}

__global__ void fill() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 600) table[i] += 0.5 * i;
  if (i < 100) atomicAdd(&total, 1);
}

int main() {
  Node* nodes;
  int* sum;
  CUDA(cudaMallocManaged(&nodes, 20 * sizeof(Node)));
  CUDA(cudaMallocManaged(&sum, sizeof(int)));
  for (int i = 0; i < 20; i++) nodes[i] = {i, i < 19 ? &nodes[i + 1] : nullptr};
  *sum = 1000;
  walk<<<1, 1>>>(nodes, sum);
  CUDA(cudaDeviceSynchronize());
  REQUIRE(*sum == 1190);
  for (int i = 0; i < 20; i++) REQUIRE(nodes[i].value == -i);
  nodes[4].next = nullptr;
  walk<<<1, 1>>>(nodes, sum);
  CUDA(cudaDeviceSynchronize());
  REQUIRE(*sum == 1180 && nodes[4].value == 4 && nodes[5].value == -5);
  for (int i = 0; i < 600; i++) table[i] = i;
  fill<<<3, 256>>>();
  CUDA(cudaDeviceSynchronize());
  REQUIRE(total == 107);
  for (int i = 0; i < 600; i++) REQUIRE(table[i] == 1.5 * i);
  total = 0;
  fill<<<3, 256>>>();
  CUDA(cudaDeviceSynchronize());
  REQUIRE(total == 100 && table[10] == 20.0);
  cudaPointerAttributes attributes;
  CUDA(cudaPointerGetAttributes(&attributes, nodes + 3));
  REQUIRE(attributes.type == cudaMemoryTypeManaged);
  int copy;
  CUDA(cudaMemcpy(&copy, sum, sizeof copy, cudaMemcpyDefault));
  REQUIRE(copy == *sum);
  CUDA(cudaMemset(sum, 0, sizeof *sum));
  REQUIRE(*sum == 0);
  CUDA(cudaFree(nodes));
  CUDA(cudaFree(sum));
  std::printf("managed: right\n");
  return 0;
}
