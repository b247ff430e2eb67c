// Waits for a word that nobody sets.
#include <cstdio>

#include <flags_kernel.cu> // beside this file, as in the published program

int main() {
  unsigned *stop;
  cudaMallocManaged(&stop, sizeof(unsigned));
  *stop = 0;
  wait<<<1, 32>>>(stop);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 7;
}
