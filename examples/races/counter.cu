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

// Every other CTA adds by an atomic, which the others undo.
extern "C" __global__ void counter_mixed(unsigned *memory) {
  volatile unsigned *counter = memory;
  if (threadIdx.x == 0 && (blockIdx.x & 1)) {
    atomicAdd(memory, 1);
  } else if (threadIdx.x == 0) {
    *counter += 1;
  }
}

// One lane reads for its warp, another writes.
extern "C" __global__ void counter_passed(unsigned *memory) {
  volatile unsigned *counter = memory;
  unsigned value = threadIdx.x == 0 ? *counter : 0;
  value = __shfl_sync(0xffffffff, value, 0);
  if (threadIdx.x == 5) {
    *counter = value + 1;
  }
}

// Whoever comes first should enter, alone.
extern "C" __global__ void enter_once(unsigned *memory) {
  volatile unsigned *entered = memory;
  if (threadIdx.x == 0 && *entered == 0) {
    *entered = 1;
    atomicAdd(&memory[32], 1);
  }
}

extern "C" __global__ void enter_once_right(unsigned *memory) {
  if (threadIdx.x == 0 && atomicExch(memory, 1) == 0) {
    atomicAdd(&memory[32], 1);
  }
}

// The greatest number of all CTAs.
extern "C" __global__ void greatest(unsigned *memory) {
  volatile unsigned *most = memory;
  unsigned mine = blockIdx.x * 7 % 11;
  if (threadIdx.x == 0 && *most < mine) {
    *most = mine;
  }
}

extern "C" __global__ void greatest_right(unsigned *memory) {
  if (threadIdx.x == 0) {
    atomicMax(memory, blockIdx.x * 7 % 11);
  }
}
