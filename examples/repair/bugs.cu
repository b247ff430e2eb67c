// Kernels whose synchronisation is missing, misplaced or too narrow. RepairedBugsTest has the grid and the block of
// each, and the repair that it needs.
#include <cuda/atomic>

using gpu_atomic = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
using block_atomic = cuda::atomic_ref<unsigned, cuda::thread_scope_block>;

// Data, then a flag: the flag orders nothing.
extern "C" __global__ void message(unsigned *memory) {
  gpu_atomic flag(memory[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    memory[32] = 42;
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    memory[64] = memory[32];
  }
}

// The fence stands behind the flag.
extern "C" __global__ void fence_too_late(unsigned *memory) {
  gpu_atomic flag(memory[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    memory[32] = 42;
    flag.store(1, cuda::memory_order_relaxed);
    __threadfence();
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    memory[64] = memory[32];
  }
}

// A fence of the block between blocks.
extern "C" __global__ void fence_too_narrow(unsigned *memory) {
  gpu_atomic flag(memory[0]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    memory[32] = 42;
    __threadfence_block();
    flag.store(1, cuda::memory_order_relaxed);
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    memory[64] = memory[32];
  }
}

// A lock of the block's scope for all blocks.
extern "C" __global__ void lock_too_narrow(unsigned *memory) {
  block_atomic lock(memory[0]);
  if (threadIdx.x != 0) return;
  while (lock.exchange(1, cuda::memory_order_acquire) != 0) {
  }
  memory[32] += 1;
  lock.store(0, cuda::memory_order_release);
}

// A lock that takes without acquiring.
extern "C" __global__ void lock_without_acquire(unsigned *memory) {
  gpu_atomic lock(memory[0]);
  if (threadIdx.x != 0) return;
  while (lock.exchange(1, cuda::memory_order_relaxed) != 0) {
  }
  memory[32] += 1;
  lock.store(0, cuda::memory_order_release);
}

// A lock that gives back without releasing.
extern "C" __global__ void lock_without_release(unsigned *memory) {
  gpu_atomic lock(memory[0]);
  if (threadIdx.x != 0) return;
  while (lock.exchange(1, cuda::memory_order_acquire) != 0) {
  }
  memory[32] += 1;
  lock.store(0, cuda::memory_order_relaxed);
}

// A tree in shared memory whose levels do not wait for one another.
extern "C" __global__ void reduction(unsigned *memory) {
  __shared__ unsigned sums[64];
  sums[threadIdx.x] = memory[threadIdx.x];
  for (unsigned half = 32; half != 0; half /= 2) {
    if (threadIdx.x < half) {
      sums[threadIdx.x] += sums[threadIdx.x + half];
    }
  }
  if (threadIdx.x == 0) memory[64] = sums[0];
}

// A tile that is written again before all have read it.
extern "C" __global__ void tile_again(unsigned *memory) {
  __shared__ unsigned tile[64];
  unsigned sum = 0;
  for (unsigned step = 0; step < 3; step++) {
    tile[threadIdx.x] = memory[threadIdx.x] + step;
    __syncthreads();
    sum += tile[63 - threadIdx.x];
  }
  memory[64 + threadIdx.x] = sum;
}

// The last block sums what the others have written, without a fence.
extern "C" __global__ void last_block(unsigned *memory) {
  gpu_atomic done(memory[0]);
  if (threadIdx.x != 0) return;
  memory[32 + blockIdx.x] = blockIdx.x + 1;
  if (done.fetch_add(1, cuda::memory_order_relaxed) == gridDim.x - 1) {
    unsigned sum = 0;
    for (unsigned i = 0; i < gridDim.x; i++) sum += memory[32 + i];
    memory[64] = sum;
  }
}

// A slot that a consumer frees before it has read it.
extern "C" __global__ void mailbox(unsigned *memory) {
  gpu_atomic full(memory[0]);
  if (threadIdx.x != 0) return;
  unsigned sum = 0;
  for (unsigned i = 1; i <= 3; i++) {
    if (blockIdx.x == 0) {
      while (full.load(cuda::memory_order_acquire) != 0) {
      }
      memory[32] = i;
      full.store(1, cuda::memory_order_release);
    } else {
      while (full.load(cuda::memory_order_acquire) != 1) {
      }
      sum += memory[32];
      full.store(0, cuda::memory_order_relaxed);
    }
  }
  if (blockIdx.x == 1) memory[64] = sum;
}

// A flag between warps of a block, in shared memory.
extern "C" __global__ void warp_flag(unsigned *memory) {
  __shared__ unsigned data, ready;
  block_atomic flag(ready);
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    data = memory[0] + 42;
    flag.store(1, cuda::memory_order_relaxed);
  } else if (threadIdx.x == 32) {
    while (flag.load(cuda::memory_order_relaxed) == 0) {
    }
    memory[64] = data;
  }
}

// Lanes that read their neighbours' words without __syncwarp().
extern "C" __global__ void lanes(unsigned *memory) {
  __shared__ unsigned words[32];
  words[threadIdx.x] = memory[threadIdx.x];
  memory[64 + threadIdx.x] = words[31 - threadIdx.x];
}

// A lock that is given back by a plain store, which races with those who try to take it.
extern "C" __global__ void lock_plain_release(unsigned *memory) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&memory[0], 0, 1) != 0) {
  }
  __threadfence();
  memory[32] += 1;
  __threadfence();
  memory[0] = 0;
}

// All blocks meet at a counter, which orders nothing.
extern "C" __global__ void grid_barrier(unsigned *memory) {
  gpu_atomic count(memory[0]);
  if (threadIdx.x != 0) return;
  memory[32 + blockIdx.x] = 1;
  count.fetch_add(1, cuda::memory_order_relaxed);
  while (count.load(cuda::memory_order_relaxed) < gridDim.x) {
  }
  memory[64 + blockIdx.x] = memory[32 + (blockIdx.x + 1) % gridDim.x];
}

// A counter in shared memory that is set to zero while others count.
extern "C" __global__ void late_counter(unsigned *memory) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  atomicAdd(&count, 1u);
  __syncthreads();
  if (threadIdx.x == 0) memory[0] = count;
}

// A block that sleeps is woken without what it is woken for.
extern "C" __global__ void wakeup(unsigned *memory) {
  gpu_atomic sleeps(memory[0]), wake(memory[1]);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    sleeps.store(1, cuda::memory_order_seq_cst);
    while (wake.load(cuda::memory_order_relaxed) == 0) {
    }
    memory[64] = memory[32];
  } else {
    while (sleeps.load(cuda::memory_order_seq_cst) == 0) {
    }
    memory[32] = 42;
    wake.store(1, cuda::memory_order_relaxed);
  }
}
