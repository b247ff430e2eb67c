// Formatted output of device code comes out when the program waits, between the host's own.
#include "check.h"

__global__ void greet(int n, double x) {
  if (threadIdx.x < n) printf("thread %d of %s: %5.2f %c %lld\n", threadIdx.x, "device", x, 'z', 1ll << 40);
}

int main() {
  greet<<<1, 32>>>(2, 3.14159);
  std::printf("host first\n");
  CUDA(cudaDeviceSynchronize());
  std::printf("print: right\n");
  return 0;
}
