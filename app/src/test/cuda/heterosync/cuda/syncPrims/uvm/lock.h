// One word, taken by a compare-and-swap and left by an exchange.
static __device__ void enter(unsigned *word, bool fences) {
  while (atomicCAS(word, 0, 1) != 0) {
  }
  if (fences) __threadfence();
}

static __device__ void leave(unsigned *word, bool fences) {
  if (fences) __threadfence();
  atomicExch(word, 0);
}
