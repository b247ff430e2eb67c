// Tiles of a matrix through shared memory by tensor copies, as libcu++ writes them (nvcc -arch=sm_90a). The
// matrix's width is no multiple of the tile's.
#include <cstdio>
#include <cstdlib>
#include <utility>

#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_runtime.h>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace ptx = cuda::ptx;

constexpr int WIDTH = 100, HEIGHT = 40, TILE_WIDTH = 32, TILE_HEIGHT = 8;

__global__ void scale(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out) {
  __shared__ alignas(128) float tile[TILE_HEIGHT][TILE_WIDTH];
  __shared__ barrier full;
  const int32_t at[2] = {(int)blockIdx.x * TILE_WIDTH, (int)blockIdx.y * TILE_HEIGHT};
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &in, at,
                              cuda::device::barrier_native_handle(full));
    token = cuda::device::barrier_arrive_tx(full, 1, sizeof tile);
  } else {
    token = full.arrive();
  }
  full.wait(std::move(token));
  for (int i = threadIdx.x; i < TILE_WIDTH * TILE_HEIGHT; i += blockDim.x) {
    float &element = tile[i / TILE_WIDTH][i % TILE_WIDTH];
    element = 2 * element + 1;
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, at, tile);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  }
}

// Each block makes a separate map out of a common one, which says where its rows are.
__global__ void patched(const __grid_constant__ CUtensorMap common, CUtensorMap *maps, float *in, float *out) {
  __shared__ alignas(128) CUtensorMap map;
  __shared__ alignas(128) float tile[TILE_HEIGHT][TILE_WIDTH];
  __shared__ barrier full;
  CUtensorMap *own = maps + blockIdx.x;
  if (threadIdx.x == 0) {
    init(&full, 1);
    map = common;
    ptx::tensormap_replace_global_address(ptx::space_shared, &map, in + blockIdx.x * TILE_HEIGHT * WIDTH);
    ptx::tensormap_replace_global_dim(ptx::space_shared, &map, ptx::n32_t<1>(), TILE_HEIGHT);
  }
  __syncwarp();
  ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_gpu, own, &map, ptx::n32_t<128>());
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_gpu, own, ptx::n32_t<128>());
    const int32_t at[2] = {8, 1}; // the last row is outside
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, own, at,
                              cuda::device::barrier_native_handle(full));
    (void)cuda::device::barrier_arrive_tx(full, 1, sizeof tile);
  }
  full.wait_parity(false);
  for (int i = threadIdx.x; i < TILE_WIDTH * TILE_HEIGHT; i += blockDim.x)
    out[blockIdx.x * TILE_WIDTH * TILE_HEIGHT + i] = tile[i / TILE_WIDTH][i % TILE_WIDTH];
}

static int failures;

static void must(int status, const char *what) {
  if (status) {
    printf("%s: %d\n", what, status);
    exit(1);
  }
}

static CUtensorMap encode(void *matrix) {
  void *entry = nullptr;
  cudaDriverEntryPointQueryResult found;
  must(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entry, 12000, cudaEnableDefault, &found), "entry");
  CUtensorMap map;
  cuuint64_t size[] = {WIDTH, HEIGHT}, stride[] = {WIDTH * sizeof(float)};
  cuuint32_t box[] = {TILE_WIDTH, TILE_HEIGHT}, step[] = {1, 1};
  must(((decltype(&cuTensorMapEncodeTiled))entry)(
           &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
           CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
       "encode");
  return map;
}

int main() {
  const size_t bytes = WIDTH * HEIGHT * sizeof(float);
  const int blocks = HEIGHT / TILE_HEIGHT;
  float *in, *out, *host = (float *)malloc(bytes);
  CUtensorMap *maps;
  must(cudaMalloc(&in, bytes), "cudaMalloc");
  must(cudaMalloc(&out, bytes), "cudaMalloc");
  must(cudaMalloc(&maps, blocks * sizeof *maps), "cudaMalloc");
  for (int i = 0; i < WIDTH * HEIGHT; i++) host[i] = i;
  must(cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");

  scale<<<dim3((WIDTH + TILE_WIDTH - 1) / TILE_WIDTH, HEIGHT / TILE_HEIGHT), 128>>>(encode(in), encode(out));
  must(cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost), "scale");
  for (int i = 0; i < WIDTH * HEIGHT; i++) failures += host[i] != 2 * i + 1;

  patched<<<blocks, 32>>>(encode(in), maps, in, out);
  must(cudaMemcpy(host, out, blocks * TILE_WIDTH * TILE_HEIGHT * sizeof(float), cudaMemcpyDeviceToHost), "patched");
  for (int block = 0; block < blocks; block++)
    for (int y = 0; y < TILE_HEIGHT; y++)
      for (int x = 0; x < TILE_WIDTH; x++) {
        float want = y == TILE_HEIGHT - 1 ? 0 : (block * TILE_HEIGHT + y + 1) * WIDTH + x + 8;
        failures += host[(block * TILE_HEIGHT + y) * TILE_WIDTH + x] != want;
      }
  printf("%d failures\n", failures);
  return failures != 0;
}
