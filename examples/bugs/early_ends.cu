// CTAs that exit before their bulk copies are over, and registers of products that are used too early.
// nvcc -arch=sm_90a -lineinfo -ptx early_ends.cu
//
// store_left, store_right: a tile goes out; its CTA must stay until it has been read.
// load_left, load_right: a tile that is prefetched and not needed comes in all the same.
// sums_unfenced, sums_early, sums_right: wgmma.fence before a product, wgmma.wait_group behind it.

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

template <bool waits> __device__ void store(unsigned *out) {
  __shared__ alignas(128) unsigned tile[256];
  tile[threadIdx.x] = blockIdx.x * 256 + threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;"
                 ::"l"(out + blockIdx.x * 256), "r"(shared_address(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    if (waits) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

extern "C" __global__ void store_left(unsigned *out) { store<false>(out); }
extern "C" __global__ void store_right(unsigned *out) { store<true>(out); }

__device__ void load(unsigned *slot, const unsigned *tile, unsigned long long *full) {
  unsigned barrier = shared_address(full);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(barrier) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];"
               ::"r"(shared_address(slot)), "l"(tile), "r"(barrier) : "memory");
}

__device__ void wait(unsigned long long *full, unsigned parity) {
  unsigned over;
  do {
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                 : "=r"(over) : "r"(shared_address(full)), "r"(parity) : "memory");
  } while (!over);
}

// Adds up tiles until one begins with 0. The next tile is always on its way.
template <bool waits> __device__ void search(const unsigned *in, unsigned *sums) {
  __shared__ alignas(128) unsigned slots[2][32];
  __shared__ alignas(8) unsigned long long full[2];
  if (threadIdx.x == 0) {
    for (unsigned s = 0; s < 2; s++) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(&full[s])) : "memory");
    }
    load(slots[0], in, &full[0]);
  }
  __syncthreads();
  unsigned sum = 0, tile = 0;
  for (bool more = true; more; tile++) {
    if (threadIdx.x == 0) load(slots[~tile & 1], in + (tile + 1) * 32, &full[~tile & 1]);
    wait(&full[tile & 1], tile / 2 & 1);
    unsigned value = slots[tile & 1][threadIdx.x];
    more = slots[tile & 1][0] != 0;
    sum += value;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
  }
  sums[threadIdx.x] = sum;
  if (waits) wait(&full[tile & 1], tile / 2 & 1);
}

extern "C" __global__ void load_left(const unsigned *in, unsigned *sums) { search<false>(in, sums); }
extern "C" __global__ void load_right(const unsigned *in, unsigned *sums) { search<true>(in, sums); }

// One product of 64 by 8 sums: A, all ones, comes from registers, and B, all halves, from shared memory.
enum Bug { NONE, UNFENCED, EARLY };

template <Bug bug> __device__ void products(float *sums) {
  __shared__ alignas(128) unsigned b[64];
  if (threadIdx.x < 64) b[threadIdx.x] = 0x38003800;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  unsigned long long descriptor = shared_address(b) >> 4 | 8ull << 16 | 8ull << 32;
  unsigned a = 0x3c003c00;
  float d[4], first;
  for (unsigned i = 0; i < 4; i++) asm volatile("cvt.rn.f32.u32 %0, %1;" : "=f"(d[i]) : "r"(blockIdx.x));
  if (bug != UNFENCED) asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, 1, 1, 1, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a), "l"(descriptor));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  if (bug == EARLY) asm volatile("add.f32 %0, %1, 0f00000000;" : "=f"(first) : "f"(d[0]));
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  if (bug != EARLY) asm volatile("add.f32 %0, %1, 0f00000000;" : "=f"(first) : "f"(d[0]));
  sums[threadIdx.x] = first + d[1] + d[2] + d[3];
}

extern "C" __global__ void sums_unfenced(float *sums) { products<UNFENCED>(sums); }
extern "C" __global__ void sums_early(float *sums) { products<EARLY>(sums); }
extern "C" __global__ void sums_right(float *sums) { products<NONE>(sums); }
