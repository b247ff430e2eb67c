// Threads that share a counter: sharers, CTAs, threads of each, repetitions.
#include <cstdio>
#include <cstdlib>

__global__ void count(unsigned *counters, int sharers, int repetitions) {
  for (int i = 0; i < repetitions; i++) {
    atomicAdd(&counters[blockIdx.x / sharers], 1);
    atomicDec(&counters[blockIdx.x / sharers], 1000000000);
  }
}

int main(int argc, char **argv) {
  if (argc != 5) return 255;
  unsigned *counters;
  cudaMallocManaged(&counters, 64 * sizeof(unsigned));
  for (int i = 0; i < 64; i++) counters[i] = 0;
  count<<<atoi(argv[2]), atoi(argv[3])>>>(counters, atoi(argv[1]), atoi(argv[4]));
  cudaDeviceSynchronize();
  fprintf(stderr, "%s\n", counters[0] + counters[1] == 0 ? "PASSED" : "FAILED");
  return 0;
}
