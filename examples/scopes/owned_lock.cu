// A lock that one CTA takes over and over, and each of the others once.
//
//   nvcc -arch=sm_80 -lineinfo -ptx owned_lock.cu -o owned_lock.ptx
//   ./syncopate launch examples/scopes/owned_lock.ptx --grid 4 --block 32 --arg 'u32[64]=zero' \
//       --check races,scopes
//
// Memory: u32 lock at 0, u32 counter at 32.
__device__ unsigned take(unsigned *lock) {
  unsigned found;
  asm volatile("atom.acquire.gpu.cas.b32 %0, [%1], 0, 1;" : "=r"(found) : "l"(lock) : "memory");
  return found;
}

__device__ void give(unsigned *lock) {
  asm volatile("st.release.gpu.u32 [%0], 0;" : : "l"(lock) : "memory");
}

extern "C" __global__ void owned_lock(unsigned *memory) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (int i = 0; i < 60; i++) {
      while (take(memory) != 0) {
      }
      memory[32] += 1;
      __threadfence();
      give(memory);
    }
  } else {
    __nanosleep(4000 * blockIdx.x);  // in between
    while (take(memory) != 0) {
    }
    memory[32] += 1;
    give(memory);
  }
}
