// Data that is handed over by strong accesses, with and without what orders it. No kernel here has a data race.
//
//   nvcc -arch=sm_80 -lineinfo -ptx handover.cu -o handover.ptx
//   ./syncopate launch examples/races/handover.ptx --kernel message --grid 2 --block 32 \
//       --arg 'u32[64]=zero' --check races

// CTA 0 leaves a message and raises a flag, CTA 1 waits for the flag and reads the message. Memory: message at 0, flag
// at 32, what was read at 33.
template <bool fenced> __device__ void pass(volatile unsigned *memory) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    memory[0] = 42;
    if (fenced) __threadfence();
    memory[32] = 1;
  } else {
    while (memory[32] == 0) {
    }
    if (fenced) __threadfence();
    memory[33] = memory[0];
  }
}

extern "C" __global__ void message(volatile unsigned *memory) { pass<false>(memory); }

extern "C" __global__ void message_right(volatile unsigned *memory) { pass<true>(memory); }

// Each CTA adds up its share; the last one to be done adds up all of them. Memory: CTAs that are done at 0, the sum at
// 1, shares from 32 on.
template <bool fenced> __device__ void add_up(volatile unsigned *memory) {
  if (threadIdx.x != 0) return;
  memory[32 + blockIdx.x] = blockIdx.x + 1;
  if (fenced) __threadfence();
  unsigned done = atomicAdd((unsigned *)&memory[0], 1);
  if (done != gridDim.x - 1) return;
  if (fenced) __threadfence();
  unsigned sum = 0;
  for (unsigned i = 0; i < gridDim.x; i++) {
    sum += memory[32 + i];
  }
  memory[1] = sum;
}

extern "C" __global__ void last_adds(volatile unsigned *memory) { add_up<false>(memory); }

extern "C" __global__ void last_adds_right(volatile unsigned *memory) { add_up<true>(memory); }
