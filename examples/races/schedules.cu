// Two mistakes that the machine's own schedule does not show, and what mends them.
//
//   nvcc -arch=sm_80 -lineinfo -ptx schedules.cu -o schedules.ptx
//   ./syncopate launch examples/races/schedules.ptx --kernel mailbox --grid 2 --block 32 \
//       --arg 'u32[96]=zero' --perturb 20

// CTA 1 waits for a letter from CTA 0. Memory: u32 letter at 0, u32 flag at 32, u32 what was read at 64.
extern "C" __global__ void mailbox(unsigned *memory) {
  volatile unsigned *flag = &memory[32];
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    memory[0] = 42;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    memory[64] = memory[0];
  }
}

extern "C" __global__ void mailbox_right(unsigned *memory) {
  volatile unsigned *flag = &memory[32];
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    memory[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    __threadfence();
    memory[64] = memory[0];
  }
}

// Each CTA adds its share to a total; shares differ in size, so that CTAs seldom end together.
__device__ unsigned share() {
  unsigned sum = 0;
  for (unsigned i = 0; i < 400 * blockIdx.x; i++) {
    sum = sum * 1664525u + i;
  }
  return sum | 1;
}

extern "C" __global__ void total(unsigned *total) {
  if (threadIdx.x == 0) {
    unsigned mine = share();
    *total += mine;
  }
}

extern "C" __global__ void total_right(unsigned *total) {
  if (threadIdx.x == 0) {
    atomicAdd(total, share());
  }
}
