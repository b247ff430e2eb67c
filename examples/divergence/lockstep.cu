// Code for lockstep warps: lane 0 takes a lock for its warp, the other lanes read what it leaves in shared memory.
//
//   nvcc -arch=sm_80 -lineinfo -ptx lockstep.cu -o lockstep.ptx
//   ./syncopate launch examples/divergence/lockstep.ptx --kernel lockstep --grid 2 --block 32 \
//       --arg 'u32[65]=zero' --expect '0[0..63]=fill(1)'

// Memory: u32 what each lane has read at 0, the lock at 64.
extern "C" __global__ void lockstep(unsigned *memory) {
  __shared__ unsigned taken;
  unsigned seen = 1;
  if (threadIdx.x == 0) taken = 0;
  __syncthreads();
  if (threadIdx.x != 0) {
    seen = taken;
  } else {
    while (atomicCAS(&memory[64], 0, 1) != 0) {
    }
    taken = 1;
    __threadfence();
    atomicExch(&memory[64], 0);
  }
  memory[blockIdx.x * 32 + threadIdx.x] = seen;
}

// The same with the order that the lanes need.
extern "C" __global__ void lockstep_right(unsigned *memory) {
  __shared__ unsigned taken;
  unsigned seen = 1;
  if (threadIdx.x == 0) {
    while (atomicCAS(&memory[64], 0, 1) != 0) {
    }
    taken = 1;
    __threadfence();
    atomicExch(&memory[64], 0);
  }
  __syncwarp();
  if (threadIdx.x != 0) seen = taken;
  memory[blockIdx.x * 32 + threadIdx.x] = seen;
}
