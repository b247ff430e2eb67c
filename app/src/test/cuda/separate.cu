// Device code in two objects: variables, functions, pointers and kernels across them, and equal names that are each one's own.
#include "separate.h"

__managed__ int visits = 3;
__constant__ float coefficients[4] = {1, 2, 3, 4};
__device__ int slots[4] = {7, 8, 9, 10};
__device__ int* cursor = slots + 1;
static __device__ int mine = 11;

static __global__ void same(int* out) {
  *out = mine + *cursor;
  if (mine != 11) std::printf("first %s\n", "has its own words");
}

__device__ int Shape::area(int of) const { return of * size; }

struct Square : Shape {
  __device__ int area(int of) const override { return of * of; }
};

__global__ void calls(int* out, bool square) {
  Shape shape;
  Square other;
  shape.size = other.size = 3;
  Shape* one = square ? &other : &shape;
  *out = one->area(5) + weighted(2) + chosen(10);
}

int main(int argc, char** argv) {
  int* out;
  CUDA(cudaMallocManaged(&out, 256));
  if (argc > 1 && !std::strcmp(argv[1], "launching")) {
    launching(out);
    return 0;
  }
  same<<<1, 1>>>(out);
  CUDA(cudaDeviceSynchronize());
  REQUIRE(*out == 11 + 8);
  int value = 100;
  CUDA(cudaMemcpyToSymbol(mine, &value, sizeof value));
  same<<<1, 1>>>(out);
  CUDA(cudaDeviceSynchronize());
  REQUIRE(*out == 100 + 8);
  fill<int><<<1, 32>>>(out, 4);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 32; i++) REQUIRE(out[i] == 5);
  calls<<<1, 1>>>(out, true);
  CUDA(cudaDeviceSynchronize());
  REQUIRE(*out == 25 + 6 + 110);
  calls<<<1, 1>>>(out, false);
  CUDA(cudaDeviceSynchronize());
  REQUIRE(*out == 15 + 6 + 110);
  float four[] = {5, 6, 7, 8};
  CUDA(cudaMemcpyToSymbol(coefficients, four, sizeof four));
  other(out);
  REQUIRE(out[0] == 26 && out[1] == 8 && out[2] == 12);
  REQUIRE(visits == 3 + 1 + 32);
  size_t size;
  void* at;
  CUDA(cudaGetSymbolSize(&size, coefficients));
  CUDA(cudaGetSymbolAddress(&at, slots));
  CUDA(cudaMemcpy(&value, (int*)at + 2, sizeof value, cudaMemcpyDefault));
  REQUIRE(size == 16 && value == 9);
  std::printf("separate: right\n");
  return 0;
}
