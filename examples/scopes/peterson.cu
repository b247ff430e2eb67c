// Peterson's lock: two CTAs enter by turns. Its fence orders a store before a load.
//
//   nvcc -arch=sm_80 -lineinfo -ptx peterson.cu -o peterson.ptx
//   ./syncopate launch examples/scopes/peterson.ptx --grid 2 --block 32 --arg 'u32[128]=zero' \
//       --check races,scopes
//
// Memory: u32 wants[2] at 0 and 32, u32 turn at 64, u32 counter at 96.
__device__ void set(unsigned *word, unsigned value) {
  asm volatile("st.relaxed.gpu.u32 [%0], %1;" : : "l"(word), "r"(value) : "memory");
}

__device__ void release(unsigned *word, unsigned value) {
  asm volatile("st.release.gpu.u32 [%0], %1;" : : "l"(word), "r"(value) : "memory");
}

__device__ unsigned get(unsigned *word) {
  unsigned found;
  asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(found) : "l"(word) : "memory");
  return found;
}

extern "C" __global__ void peterson(unsigned *memory) {
  if (threadIdx.x != 0) return;
  unsigned me = blockIdx.x;
  for (int i = 0; i < 8; i++) {
    set(&memory[32 * me], 1);
    release(&memory[64], 1 - me);
    __threadfence();
    while (get(&memory[32 * (1 - me)]) != 0 && get(&memory[64]) == 1 - me) {
    }
    memory[96] += 1;
    release(&memory[32 * me], 0);
  }
}
