// Rings of stages that tensor copies fill, with an mbarrier for full and one for empty stages.
// nvcc -arch=sm_90a -lineinfo -ptx tiles.cu
//
// tiles: x becomes 2 x + 1 in a matrix, tile by tile, with copies in both directions.
// gemm: C = A B. The matrices themselves are parameters for the command line, whose maps refer to them.
// gemm_unfenced, gemm_parity, gemm_bytes and gemm_count each have one of the usual bugs.
#include <cuda.h>

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

__device__ void proxy_fence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ void init(unsigned barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

__device__ void wait(unsigned barrier, unsigned parity) {
  unsigned over;
  do {
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                 " selp.u32 %0, 1, 0, p;}"
                 : "=r"(over) : "r"(barrier), "r"(parity) : "memory");
  } while (!over);
}

__device__ void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__device__ void expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

__device__ void load(float *tile, const CUtensorMap *map, int x, int y, unsigned barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
               " [%0], [%1, {%2, %3}], [%4];"
               ::"r"(shared_address(tile)), "l"(map), "r"(x), "r"(y), "r"(barrier) : "memory");
}

__device__ void store(const CUtensorMap *map, int x, int y, const float *tile) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
               ::"l"(map), "r"(x), "r"(y), "r"(shared_address(tile)) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

constexpr unsigned STAGES = 3;

// 64 consumers and a warp that loads. A block has a row of tiles of 32 by 8.
extern "C" __global__ void tiles(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out,
                                 unsigned count, const float *, float *) {
  __shared__ alignas(128) float stages[STAGES][8][32];
  __shared__ alignas(8) unsigned long long barriers[2][STAGES];
  unsigned full = shared_address(barriers[0]), empty = shared_address(barriers[1]);
  int y = blockIdx.x * 8;
  if (threadIdx.x == 0) {
    for (unsigned s = 0; s < STAGES; s++) {
      init(full + 8 * s, 1);
      init(empty + 8 * s, 1);
    }
  }
  __syncthreads();
  if (threadIdx.x == 64) {
    for (unsigned i = 0; i < count; i++) {
      unsigned s = i % STAGES;
      wait(empty + 8 * s, (i / STAGES & 1) ^ 1);
      expect(full + 8 * s, sizeof stages[0]);
      load(stages[s][0], &in, i * 32, y, full + 8 * s);
    }
  } else if (threadIdx.x < 64) {
    for (unsigned i = 0; i < count; i++) {
      unsigned s = i % STAGES;
      wait(full + 8 * s, i / STAGES & 1);
      for (unsigned e = threadIdx.x; e < 256; e += 64) {
        float *element = &stages[s][e / 32][e % 32];
        *element = 2 * *element + 1;
      }
      proxy_fence();
      asm volatile("bar.sync 1, 64;" ::: "memory");
      if (threadIdx.x == 0) {
        store(&out, i * 32, y, stages[s][0]);
        asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); // the stage may be filled again
        arrive(empty + 8 * s);
      }
    }
    if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

enum Bug { NONE, UNFENCED, PARITY, BYTES, COUNT };

constexpr unsigned EDGE = 32, DEPTH = 16;

// A block computes 32 by 32 elements of C: 64 threads 4 by 4 each, and a warp loads. A has rows of `depth`
// elements, B and C of `columns`.
template <Bug bug>
__device__ void multiply(const CUtensorMap *a, const CUtensorMap *b, float *c, unsigned depth, unsigned columns) {
  __shared__ alignas(128) float stages_a[STAGES][EDGE][DEPTH], stages_b[STAGES][DEPTH][EDGE];
  __shared__ alignas(8) unsigned long long barriers[2][STAGES];
  unsigned full = shared_address(barriers[0]), empty = shared_address(barriers[1]);
  unsigned x = blockIdx.x * EDGE, y = blockIdx.y * EDGE, count = depth / DEPTH;
  if (threadIdx.x == 0) {
    for (unsigned s = 0; s < STAGES; s++) {
      init(full + 8 * s, 1);
      init(empty + 8 * s, bug == COUNT ? 32 : 64);
    }
  }
  __syncthreads();
  if (threadIdx.x == 64) {
    for (unsigned i = 0; i < count; i++) {
      unsigned s = i % STAGES;
      wait(empty + 8 * s, (i / STAGES & 1) ^ 1);
      expect(full + 8 * s, bug == BYTES ? sizeof stages_a[0] : sizeof stages_a[0] + sizeof stages_b[0]);
      load(stages_a[s][0], a, i * DEPTH, y, full + 8 * s);
      load(stages_b[s][0], b, x, i * DEPTH, full + 8 * s);
    }
  } else if (threadIdx.x < 64) {
    unsigned row = threadIdx.x / 8 * 4, column = threadIdx.x % 8 * 4;
    float sums[4][4] = {};
    for (unsigned i = 0; i < count; i++) {
      unsigned s = i % STAGES;
      wait(full + 8 * s, bug == PARITY ? i & 1 : i / STAGES & 1);
      for (unsigned k = 0; k < DEPTH; k++) {
        for (unsigned r = 0; r < 4; r++) {
          for (unsigned q = 0; q < 4; q++) sums[r][q] += stages_a[s][row + r][k] * stages_b[s][k][column + q];
        }
      }
      if (bug != UNFENCED) proxy_fence();
      arrive(empty + 8 * s);
    }
    for (unsigned r = 0; r < 4; r++) {
      for (unsigned q = 0; q < 4; q++) c[(y + row + r) * columns + x + column + q] = sums[r][q];
    }
  }
}

#define GEMM(name, bug)                                                                                              \
  extern "C" __global__ void name(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,      \
                                  float *c, unsigned depth, unsigned columns, const float *, const float *) {        \
    multiply<bug>(&a, &b, c, depth, columns);                                                                        \
  }

GEMM(gemm, NONE)
GEMM(gemm_unfenced, UNFENCED)
GEMM(gemm_parity, PARITY)
GEMM(gemm_bytes, BYTES)
GEMM(gemm_count, COUNT)
