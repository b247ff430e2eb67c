// Waits for a word that nobody sets.
#include <cstdio>

__global__ void wait(unsigned *stop) {
  while (atomicAdd(stop, 0) == 0) {
  }
}

int main() {
  unsigned *stop;
  cudaMallocManaged(&stop, sizeof(unsigned));
  *stop = 0;
  wait<<<1, 32>>>(stop);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 7;
}
