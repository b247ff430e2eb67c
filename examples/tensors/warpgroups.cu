// C = A B by wgmma, in the usual ring of stages: a warp loads tiles, a warpgroup multiplies.
// nvcc -arch=sm_90a -lineinfo -ptx warpgroups.cu
//
// wgmma: as it should be.
// wgmma_early frees a stage while the tensor cores still read it.
// wgmma_copied fills its stages by cp.async, whose writes are of the generic proxy, with a proxy fence behind them;
// wgmma_copied_unfenced lacks the fence.
// The matrices themselves are parameters for the command line, whose maps refer to them.
#include <cuda.h>
#include <cuda_fp16.h>

constexpr unsigned STAGES = 3;

// Rows of A and columns of B of a block; elements along k of a stage: 128 bytes, the width of the swizzle.
constexpr unsigned EDGE = 64, DEPTH = 64;
constexpr unsigned TILE_BYTES = EDGE * DEPTH * sizeof(__half);

enum Bug { NONE, EARLY };

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
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

__device__ void load(const void *tile, const CUtensorMap *map, int x, int y, unsigned barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
               " [%0], [%1, {%2, %3}], [%4];"
               ::"r"(shared_address(tile)), "l"(map), "r"(x), "r"(y), "r"(barrier) : "memory");
}

// Descriptor of a tile with rows of 128 bytes along k: groups of eight rows 1,024 bytes apart, swizzle of 128 bytes.
__device__ unsigned long long descriptor(const void *tile, unsigned k) {
  unsigned long long start = (shared_address(tile) + k * sizeof(__half)) & 0x3ffff;
  return start >> 4 | 1ull << 16 | (unsigned long long)(1024 >> 4) << 32 | 1ull << 62;
}

__device__ void multiply(float (&sums)[32], unsigned long long a, unsigned long long b, int adds) {
  asm volatile(
      "{.reg .pred p; setp.ne.b32 p, %34, 0;"
      "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12,"
      " %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33,"
      " p, 1, 1, 0, 0;}"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3]), "+f"(sums[4]), "+f"(sums[5]), "+f"(sums[6]),
        "+f"(sums[7]), "+f"(sums[8]), "+f"(sums[9]), "+f"(sums[10]), "+f"(sums[11]), "+f"(sums[12]), "+f"(sums[13]),
        "+f"(sums[14]), "+f"(sums[15]), "+f"(sums[16]), "+f"(sums[17]), "+f"(sums[18]), "+f"(sums[19]),
        "+f"(sums[20]), "+f"(sums[21]), "+f"(sums[22]), "+f"(sums[23]), "+f"(sums[24]), "+f"(sums[25]),
        "+f"(sums[26]), "+f"(sums[27]), "+f"(sums[28]), "+f"(sums[29]), "+f"(sums[30]), "+f"(sums[31])
      : "l"(a), "l"(b), "r"(adds));
}

// The products of a stage.
__device__ void multiply_stage(float (&sums)[32], const void *a, const void *b) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  for (unsigned k = 0; k < DEPTH; k += 16) multiply(sums, descriptor(a, k), descriptor(b, k), 1);
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

__device__ void wait_products() {
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

// Threads' sums go to a tile of C, which has rows of `columns` elements.
__device__ void store(float *c, unsigned columns, const float (&sums)[32]) {
  unsigned row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4, column = threadIdx.x % 4 * 2;
  for (unsigned i = 0; i < 32; i++) {
    c[(row + i / 2 % 2 * 8) * columns + i / 4 * 8 + column + i % 2] = sums[i];
  }
}

// Both matrices have rows along k, of `depth` elements: B is given by columns.
template <Bug bug>
__device__ void pipeline(const CUtensorMap *a, const CUtensorMap *b, float *c, unsigned depth, unsigned columns) {
  __shared__ alignas(1024) __half stages_a[STAGES][EDGE][DEPTH], stages_b[STAGES][EDGE][DEPTH];
  __shared__ alignas(8) unsigned long long barriers[2][STAGES];
  unsigned full = shared_address(barriers[0]), empty = shared_address(barriers[1]);
  unsigned x = blockIdx.x * EDGE, y = blockIdx.y * EDGE, count = depth / DEPTH;
  if (threadIdx.x == 0) {
    for (unsigned s = 0; s < STAGES; s++) {
      init(full + 8 * s, 1);
      init(empty + 8 * s, 128);
    }
  }
  __syncthreads();
  if (threadIdx.x == 128) {
    for (unsigned i = 0; i < count; i++) {
      unsigned s = i % STAGES;
      wait(empty + 8 * s, (i / STAGES & 1) ^ 1);
      expect(full + 8 * s, 2 * TILE_BYTES);
      load(stages_a[s], a, i * DEPTH, y, full + 8 * s);
      load(stages_b[s], b, i * DEPTH, x, full + 8 * s);
    }
  } else if (threadIdx.x < 128) {
    float sums[32] = {};
    for (unsigned i = 0; i < count; i++) {
      unsigned s = i % STAGES;
      wait(full + 8 * s, i / STAGES & 1);
      multiply_stage(sums, stages_a[s], stages_b[s]);
      if (bug == EARLY) arrive(empty + 8 * s);
      wait_products();
      if (bug != EARLY) arrive(empty + 8 * s);
    }
    store(c + y * columns + x, columns, sums);
  }
}

#define GEMM(name, bug)                                                                                              \
  extern "C" __global__ void name(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,      \
                                  float *c, unsigned depth, unsigned columns, const __half *, const __half *) {      \
    pipeline<bug>(&a, &b, c, depth, columns);                                                                        \
  }

GEMM(wgmma, NONE)
GEMM(wgmma_early, EARLY)

// A tile of 64 rows of 128 bytes: 16 bytes at a time, chunks of a row in the order of the swizzle.
__device__ void copy(__half (*tile)[DEPTH], const __half *from, unsigned depth) {
  for (unsigned i = threadIdx.x; i < EDGE * 8; i += 128) {
    unsigned row = i / 8, chunk = i % 8;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                 ::"r"(shared_address(tile[row]) + ((chunk ^ row % 8) * 16)), "l"(from + row * depth + chunk * 8)
                 : "memory");
  }
}

template <bool fenced>
__device__ void copied(float *c, unsigned depth, unsigned columns, const __half *a, const __half *b) {
  __shared__ alignas(1024) __half tile_a[EDGE][DEPTH], tile_b[EDGE][DEPTH];
  unsigned x = blockIdx.x * EDGE, y = blockIdx.y * EDGE;
  float sums[32] = {};
  for (unsigned k = 0; k < depth; k += DEPTH) {
    copy(tile_a, a + y * depth + k, depth);
    copy(tile_b, b + x * depth + k, depth);
    asm volatile("cp.async.wait_all;" ::: "memory");
    if (fenced) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    multiply_stage(sums, tile_a, tile_b);
    wait_products();
    __syncthreads();
  }
  store(c + y * columns + x, columns, sums);
}

extern "C" __global__ void wgmma_copied(float *c, unsigned depth, unsigned columns, const __half *a, const __half *b) {
  copied<true>(c, depth, columns, a, b);
}

extern "C" __global__ void wgmma_copied_unfenced(float *c, unsigned depth, unsigned columns, const __half *a,
                                                 const __half *b) {
  copied<false>(c, depth, columns, a, b);
}
