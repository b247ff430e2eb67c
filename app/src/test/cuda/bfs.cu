// Breadth-first search, a launch a level, until a flag that the host copies says that nothing changed. As in the
// suites, threads look at levels and at the flag while others write them, by weak accesses: data races by the model
// (race, race-same-value). The answer does not depend on them: what is written is the same from all, and who reads a
// level too early writes it once more.
#include <queue>
#include <vector>

#include "check.h"

__global__ void expand(const int* offsets, const int* targets, int* level, int depth, int vertices, int* changed) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= vertices || level[v] != depth) return;
  for (int e = offsets[v]; e < offsets[v + 1]; e++) {
    if (level[targets[e]] == -1) {
      level[targets[e]] = depth + 1;
      *changed = 1;
    }
  }
}

int main() {
  int vertices = 700;
  std::vector<int> offsets(1), targets;
  unsigned random = 12345;
  for (int v = 0; v < vertices; v++) {
    int degree = 1 + v % 4;
    for (int i = 0; i < degree; i++) {
      random = random * 1664525u + 1013904223u;
      targets.push_back(v < 3 ? v + 1 + i : (int)(random >> 8) % vertices);
    }
    offsets.push_back((int)targets.size());
  }
  int *d_offsets, *d_targets, *d_level, *d_changed;
  CUDA(cudaMalloc(&d_offsets, offsets.size() * sizeof(int)));
  CUDA(cudaMalloc(&d_targets, targets.size() * sizeof(int)));
  CUDA(cudaMalloc(&d_level, vertices * sizeof(int)));
  CUDA(cudaMalloc(&d_changed, sizeof(int)));
  CUDA(cudaMemcpy(d_offsets, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy(d_targets, targets.data(), targets.size() * sizeof(int), cudaMemcpyHostToDevice));
  CUDA(cudaMemset(d_level, 0xff, vertices * sizeof(int)));
  CUDA(cudaMemset(d_level, 0, sizeof(int)));
  int changed = 1;
  for (int depth = 0; changed; depth++) {
    CUDA(cudaMemset(d_changed, 0, sizeof(int)));
    expand<<<(vertices + 127) / 128, 128>>>(d_offsets, d_targets, d_level, depth, vertices, d_changed);
    CUDA(cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost));
  }
  std::vector<int> level(vertices), wanted(vertices, -1);
  CUDA(cudaMemcpy(level.data(), d_level, vertices * sizeof(int), cudaMemcpyDeviceToHost));
  std::queue<int> queue;
  queue.push(0);
  wanted[0] = 0;
  while (!queue.empty()) {
    int v = queue.front();
    queue.pop();
    for (int e = offsets[v]; e < offsets[v + 1]; e++) {
      if (wanted[targets[e]] == -1) {
        wanted[targets[e]] = wanted[v] + 1;
        queue.push(targets[e]);
      }
    }
  }
  for (int v = 0; v < vertices; v++) REQUIRE(level[v] == wanted[v]);
  std::printf("bfs: right\n");
  return 0;
}
