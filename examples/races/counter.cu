// Counters that every CTA adds to: by volatile accesses, by an atomic, and by volatile ones behind a
// lock.
//
//   nvcc -arch=sm_80 -lineinfo -ptx counter.cu -o counter.ptx
//   ./syncopate launch examples/races/counter.ptx --kernel counter_volatile --grid 8 --block 32 \
//       --arg 'u32[64]=zero' --check races
//
// Memory: u32 counter at 0, u32 lock at 32.
extern "C" __global__ void counter_volatile(unsigned *memory) {
  volatile unsigned *counter = memory;
  if (threadIdx.x == 0) {
    *counter += 1;
  }
}

extern "C" __global__ void counter_atomic(unsigned *memory) {
  if (threadIdx.x == 0) {
    atomicAdd(memory, 1);
  }
}

extern "C" __global__ void counter_locked(unsigned *memory) {
  volatile unsigned *counter = memory;
  if (threadIdx.x == 0) {
    while (atomicCAS(&memory[32], 0, 1) != 0) {
    }
    __threadfence();
    *counter += 1;
    __threadfence();
    atomicExch(&memory[32], 0);
  }
}
