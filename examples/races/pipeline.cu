// Sums blocks of an array, each copied to shared memory while the one before is summed: right, and
// with mistakes that many runs do not show.
//
//   nvcc -arch=sm_80 -lineinfo -ptx pipeline.cu -o pipeline.ptx
//   ./syncopate launch examples/races/pipeline.ptx --kernel pipeline_early --grid 2 --block 64 \
//       --arg 'u32[1024]=iota' --arg 'u32[2]=zero' --check races
//
// Arguments: 8 blocks of 64 words for each CTA, one sum for each.
#include <cuda_pipeline.h>

constexpr int BLOCKS = 8;
constexpr int WORDS = 64;

// WAIT: how many of the latest copies are not waited for. MEET: whether threads meet behind the wait.
template <int WAIT, bool MEET>
__device__ void sum(const unsigned *in, unsigned *sums) {
  __shared__ unsigned tile[2][WORDS];
  int thread = threadIdx.x;
  in += blockIdx.x * BLOCKS * WORDS;
  unsigned total = 0;
  __pipeline_memcpy_async(&tile[0][thread], &in[thread], 4);
  __pipeline_commit();
#pragma unroll 1
  for (int i = 0; i < BLOCKS; i++) {
    if (i + 1 < BLOCKS) {
      __pipeline_memcpy_async(&tile[(i + 1) % 2][thread], &in[(i + 1) * WORDS + thread], 4);
    }
    __pipeline_commit();
    __pipeline_wait_prior(WAIT);
    if (MEET) __syncthreads();
    total += tile[i % 2][WORDS - 1 - thread];
    __syncthreads();
  }
  atomicAdd(&sums[blockIdx.x], total);
}

extern "C" __global__ void pipeline_right(const unsigned *in, unsigned *sums) { sum<1, true>(in, sums); }
extern "C" __global__ void pipeline_early(const unsigned *in, unsigned *sums) { sum<2, true>(in, sums); }
extern "C" __global__ void pipeline_alone(const unsigned *in, unsigned *sums) { sum<1, false>(in, sums); }
