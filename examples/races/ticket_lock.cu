// A ticket lock that every CTA takes once to add to a counter: wrong, then right.
//
//   nvcc -arch=sm_80 -lineinfo -ptx ticket_lock.cu -o ticket_lock.ptx
//   ./syncopate launch examples/races/ticket_lock.ptx --kernel ticket_wrong --grid 4 --block 32 \
//       --arg 'u32[64]=zero' --check races
//
// Memory: u32 next ticket at 0, u32 ticket served at 1, u32 counter at 32.
extern "C" __global__ void ticket_wrong(unsigned *memory) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(&memory[0], 1u);
    volatile unsigned *served = &memory[1];
    while (*served != mine) {
    }
    memory[32] += 1;
    *served = mine + 1;
  }
}

extern "C" __global__ void ticket_right(unsigned *memory) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(&memory[0], 1u);
    volatile unsigned *served = &memory[1];
    while (*served != mine) {
    }
    __threadfence();
    memory[32] += 1;
    __threadfence();
    *served = mine + 1;
  }
}

// Each warp sums its own part of a tile: the threads of a warp do not run in step.
extern "C" __global__ void warp_sum(unsigned *sums) {
  __shared__ unsigned tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  unsigned lane = threadIdx.x % 32;
  for (unsigned step = 16; step > 0; step /= 2) {
    if (lane < step) tile[threadIdx.x] += tile[threadIdx.x + step];
  }
  if (lane == 0) sums[threadIdx.x / 32] = tile[threadIdx.x];
}

// ticket_right with fences that order the accesses for threads of the same CTA alone.
extern "C" __global__ void ticket_narrow(unsigned *memory) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(&memory[0], 1u);
    volatile unsigned *served = &memory[1];
    while (*served != mine) {
    }
    __threadfence_block();
    memory[32] += 1;
    __threadfence_block();
    *served = mine + 1;
  }
}

// Orders on the word that is handed on, in place of fences.
extern "C" __global__ void ticket_ordered(unsigned *memory) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(&memory[0], 1u);
    unsigned served;
    do {
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(served) : "l"(&memory[1]) : "memory");
    } while (served != mine);
    memory[32] += 1;
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(&memory[1]), "r"(mine + 1) : "memory");
  }
}
