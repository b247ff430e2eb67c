// The C++ library's atomics, barriers and asynchronous copies.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/semaphore>
namespace cg = cooperative_groups;
template <cuda::thread_scope S> __device__ void use(unsigned *p, unsigned *out) {
  cuda::atomic_ref<unsigned, S> a(*p);
  out[0] = a.load(cuda::memory_order_acquire);
  a.store(3, cuda::memory_order_release);
  out[1] = a.fetch_add(1, cuda::memory_order_acq_rel);
  out[2] = a.fetch_or(1, cuda::memory_order_relaxed);
  unsigned expected = 4;
  out[3] = a.compare_exchange_strong(expected, 5, cuda::memory_order_seq_cst);
  out[4] = a.exchange(7);
  out[5] = a.fetch_min(2);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, S);
  cuda::atomic_thread_fence(cuda::memory_order_acquire, S);
}
extern "C" __global__ void references(unsigned *p, unsigned *out, double *d, unsigned long long *l, unsigned char *c) {
  use<cuda::thread_scope_block>(p, out);
  use<cuda::thread_scope_device>(p + 1, out + 8);
  use<cuda::thread_scope_system>(p + 2, out + 16);
  cuda::atomic_ref<double, cuda::thread_scope_device> x(*d);
  x.fetch_add(1.5);
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> y(*l);
  y.fetch_max(7);
  l[1] = y.load(cuda::memory_order_relaxed);
  cuda::atomic_ref<unsigned char, cuda::thread_scope_device> z(*c);
  z.fetch_add(1);
  y.wait(5);
  y.notify_all();
}
extern "C" __global__ void copies(int *out, const int *in, int n) {
  __shared__ int stage[2][128];
#if __CUDA_ARCH__ >= 800
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::memcpy_async(&stage[0][threadIdx.x], in + threadIdx.x, cuda::aligned_size_t<4>(4), barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = stage[0][127 - threadIdx.x];
  auto pipe = cuda::make_pipeline();
  for (int i = 0; i < n; i++) {
    pipe.producer_acquire();
    cuda::memcpy_async(&stage[i & 1][threadIdx.x], in + i * 128 + threadIdx.x, sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    out[i * 128 + threadIdx.x] += stage[i & 1][threadIdx.x];
    pipe.consumer_release();
  }
#endif
}
extern "C" __global__ void groups(int *out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
  int v = out[block.thread_rank()];
  v += tile.shfl_down(v, 2);
  v += tile.any(v > 3);
  tile.sync();
  block.sync();
  cg::coalesced_group active = cg::coalesced_threads();
  if (active.thread_rank() == 0) out[0] = active.size();
  cg::grid_group grid = cg::this_grid();
  grid.sync();
  out[grid.thread_rank()] = v;
}
