// An iterative five-point stencil on a pitched grid, two buffers in turn, timed by events.
#include <cmath>
#include <utility>
#include <vector>

#include "check.h"

__global__ void step(const float* from, float* to, size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* row = (const float*)((const char*)from + y * pitch);
  const float* above = (const float*)((const char*)from + (y > 0 ? y - 1 : y) * pitch);
  const float* below = (const float*)((const char*)from + (y < height - 1 ? y + 1 : y) * pitch);
  float left = row[x > 0 ? x - 1 : x];
  float right = row[x < width - 1 ? x + 1 : x];
  ((float*)((char*)to + y * pitch))[x] = 0.2f * (row[x] + left + right + above[x] + below[x]);
}

int main(int argc, char** argv) {
  int width = argc > 1 ? std::atoi(argv[1]) : 61, height = 40, steps = 6;
  std::vector<float> grid(width * height), next(grid.size());
  for (size_t i = 0; i < grid.size(); i++) grid[i] = (float)(i * 37 % 101);
  float *a, *b;
  size_t pitch, other;
  CUDA(cudaMallocPitch(&a, &pitch, width * sizeof(float), height));
  CUDA(cudaMallocPitch(&b, &other, width * sizeof(float), height));
  REQUIRE(pitch == other && pitch >= width * sizeof(float));
  CUDA(cudaMemcpy2D(a, pitch, grid.data(), width * sizeof(float), width * sizeof(float), height,
                    cudaMemcpyHostToDevice));
  cudaEvent_t begin, end;
  CUDA(cudaEventCreate(&begin));
  CUDA(cudaEventCreate(&end));
  CUDA(cudaEventRecord(begin));
  dim3 block(16, 8), ctas((width + 15) / 16, (height + 7) / 8);
  for (int i = 0; i < steps; i++) {
    step<<<ctas, block>>>(a, b, pitch, width, height);
    std::swap(a, b);
  }
  CUDA(cudaGetLastError());
  CUDA(cudaEventRecord(end));
  CUDA(cudaEventSynchronize(end));
  float milliseconds;
  CUDA(cudaEventElapsedTime(&milliseconds, begin, end));
  REQUIRE(milliseconds > 0);
  std::vector<float> result(grid.size());
  CUDA(cudaMemcpy2D(result.data(), width * sizeof(float), a, pitch, width * sizeof(float), height,
                    cudaMemcpyDeviceToHost));
  for (int i = 0; i < steps; i++) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        auto at = [&](int px, int py) { return grid[py * width + px]; };
        next[y * width + x] = 0.2f * (at(x, y) + at(x > 0 ? x - 1 : x, y) + at(x < width - 1 ? x + 1 : x, y) +
                                      at(x, y > 0 ? y - 1 : y) + at(x, y < height - 1 ? y + 1 : y));
      }
    }
    std::swap(grid, next);
  }
  for (size_t i = 0; i < grid.size(); i++) REQUIRE(std::fabs(result[i] - grid[i]) < 1e-4f * (1 + std::fabs(grid[i])));
  CUDA(cudaFree(a));
  CUDA(cudaFree(b));
  std::printf("stencil: right\n");
  return 0;
}
