// Barriers that threads do not reach alike, exchanges between lanes that are not there, and an
// mbarrier that is used before it is initialised; each with a right one.
//
//   nvcc -arch=sm_80 -lineinfo -ptx barriers.cu -o barriers.ptx
//   ./syncopate launch examples/races/barriers.ptx --kernel rounds_wrong --grid 1 --block 64 \
//       --arg 'u32[128]=zero' --check sync

// The second warp goes around once more than the first.
extern "C" __global__ void rounds_wrong(unsigned *out) {
  __shared__ unsigned tile[64];
  int rounds = threadIdx.x < 32 ? 3 : 4;
#pragma unroll 1
  for (int i = 0; i < rounds; i++) {
    tile[threadIdx.x] = i;
    __syncthreads();
    out[threadIdx.x] += tile[63 - threadIdx.x];
    __syncthreads();
  }
}

extern "C" __global__ void rounds_right(unsigned *out) {
  __shared__ unsigned tile[64];
#pragma unroll 1
  for (int i = 0; i < 4; i++) {
    tile[threadIdx.x] = i;
    __syncthreads();
    if (threadIdx.x >= 32 || i < 3) {
      out[threadIdx.x] += tile[63 - threadIdx.x];
    }
    __syncthreads();
  }
}

// Odd and even threads meet at two barriers. (All of each write the same, which is a race-same-value, and harmless.)
extern "C" __global__ void sides_wrong(unsigned *out) {
  __shared__ unsigned tile[64];
  tile[threadIdx.x] = threadIdx.x;
  if (threadIdx.x & 1) {
    __syncthreads();
    out[64] = 1;
  } else {
    __syncthreads();
    out[65] = 1;
  }
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

// Half of a warp asks for the sum of all of it.
extern "C" __global__ void sum_wrong(unsigned *out) {
  if (threadIdx.x < 16) {
    unsigned sum = threadIdx.x;
#pragma unroll 1
    for (int step = 16; step > 0; step /= 2) {
      sum += __shfl_down_sync(0xffffffff, sum, step);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void sum_right(unsigned *out) {
  unsigned sum = threadIdx.x;
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(0xffffffff, sum, step);
  }
  if (threadIdx.x < 16) {
    out[threadIdx.x] = sum;
  }
}

__device__ unsigned shared_address(void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

// The first warp alone knows that the mbarrier is initialised.
template <bool right> __device__ void meet(unsigned *out) {
  __shared__ unsigned tile[64];
  __shared__ unsigned long long object;
  unsigned at = shared_address(&object);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(at) : "memory");
  }
  if (right) {
    __syncthreads();
  } else {
    __syncwarp();
  }
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("{.reg .b64 state; mbarrier.arrive.shared.b64 state, [%0];}" ::"r"(at) : "memory");
  unsigned over = 0;
  while (!over) {
    asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0;"
                 " selp.u32 %0, 1, 0, p;}"
                 : "=r"(over)
                 : "r"(at)
                 : "memory");
  }
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void meet_wrong(unsigned *out) { meet<false>(out); }

extern "C" __global__ void meet_right(unsigned *out) { meet<true>(out); }
