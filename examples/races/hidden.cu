// Mistakes that the machine's own schedule hides, each with what mends it (NAME_right). All of them end with exit 0 there.
//
//   nvcc -arch=sm_80 -lineinfo -ptx hidden.cu -o hidden.ptx
//   ./syncopate launch examples/races/hidden.ptx --kernel sleeper --grid 2 --block 32 --arg 'u32[256]=zero' \
//       --watchdog 100000 --perturb 8

// A lost wake-up. CTA 1 says that it goes to sleep, and looks for work once more; CTA 0 brings work, and rings the bell
// if somebody sleeps. A store and the load behind it may change places, in both of them at once: nobody rings.
// Memory: work at 0, asleep at 64, bell at 128, what the sleeper got at 192.
template <bool fenced> __device__ void wake(volatile unsigned *memory) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    memory[0] = 1;
    if (fenced) __threadfence();
    if (memory[64]) memory[128] = 1;
  } else {
    memory[64] = 1;
    if (fenced) __threadfence();
    if (memory[0] == 0) {
      while (memory[128] == 0) {}
      if (fenced) __threadfence();
    }
    memory[192] = memory[0];
  }
}

extern "C" __global__ void sleeper(volatile unsigned *memory) { wake<false>(memory); }

extern "C" __global__ void sleeper_right(volatile unsigned *memory) { wake<true>(memory); }

// A queue: each thread pushes its number, then pops one. Memory: back at 0, front at 1, slots from 64 on (0: not filled
// yet). Without the fences a popped element may have been read before it was written: then out stays 0.
template <bool fenced> __device__ void queue(unsigned *memory, unsigned *payload, unsigned *out) {
  unsigned me = blockIdx.x * blockDim.x + threadIdx.x;
  volatile unsigned *slots = &memory[64];
  payload[me] = me + 1;
  if (fenced) __threadfence();
  slots[atomicAdd(&memory[0], 1)] = me + 1;
  volatile unsigned *slot = &slots[atomicAdd(&memory[1], 1)];
  unsigned popped;
  while ((popped = *slot) == 0) {
  }
  if (fenced) __threadfence();
  out[popped - 1] = payload[popped - 1];
}

extern "C" __global__ void fifo(unsigned *memory, unsigned *payload, unsigned *out) {
  queue<false>(memory, payload, out);
}

extern "C" __global__ void fifo_right(unsigned *memory, unsigned *payload, unsigned *out) {
  queue<true>(memory, payload, out);
}

// Check, then act: the first CTA that finds the place free takes it, and only one may. Memory: owner at 0, takers at 64.
extern "C" __global__ void seat(volatile unsigned *memory) {
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < 8 * blockIdx.x; i++) __nanosleep(100);
  if (memory[0] == 0) {
    memory[0] = blockIdx.x + 1;
    atomicAdd((unsigned *)&memory[64], 1);
  }
}

extern "C" __global__ void seat_right(unsigned *memory) {
  if (threadIdx.x != 0) return;
  for (unsigned i = 0; i < 8 * blockIdx.x; i++) __nanosleep(100);
  if (atomicCAS(&memory[0], 0, blockIdx.x + 1) == 0) {
    atomicAdd(&memory[64], 1);
  }
}

// Lanes of a warp pass a value on without __syncwarp(): right for whoever runs in lockstep, and nobody does.
template <bool synchronised> __device__ void shift(volatile unsigned *out) {
  __shared__ volatile unsigned row[32];
  unsigned lane = threadIdx.x;
  row[lane] = 0;
  __syncthreads();
  row[lane] = lane + 1;
  if (synchronised) __syncwarp();
  out[lane] = row[31 - lane];
}

extern "C" __global__ void lockstep(volatile unsigned *out) { shift<false>(out); }

extern "C" __global__ void lockstep_right(volatile unsigned *out) { shift<true>(out); }
