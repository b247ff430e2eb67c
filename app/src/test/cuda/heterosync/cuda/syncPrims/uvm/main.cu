// A mutex that CTAs visit in turn: the name of the primitive, accesses, CTAs, visits of each.
#include "lock.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void visit(unsigned *words, int visits, bool fences) {
  for (int i = 0; i < visits; i++) {
    if (threadIdx.x == 0) {
      enter(words, fences);
      words[16] += 1;
      leave(words, fences);
    }
    __syncthreads();
  }
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "expected: primitive, accesses, CTAs, visits\n");
    return 255;
  }
  bool fences = strcmp(argv[1], "spinMutexEBO") != 0;
  if (fences && strcmp(argv[1], "spinMutex") != 0) {
    fprintf(stderr, "unknown primitive %s\n", argv[1]);
    return 3;
  }
  unsigned ctas = atoi(argv[3]), visits = atoi(argv[4]);
  unsigned *words;
  cudaMallocManaged(&words, 32 * sizeof(unsigned));
  memset(words, 0, 32 * sizeof(unsigned));
  visit<<<ctas, 32>>>(words, visits, fences);
  cudaThreadSynchronize();
  fprintf(stderr, "%s\n", words[16] == ctas * visits ? "PASSED" : "FAILED");
  return 0;
}
