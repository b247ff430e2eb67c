// Bulk copies (Hopper and later) that lack a proxy fence, and the same with it.
// nvcc -arch=sm_90 -lineinfo -ptx bulk_copies.cu
//
// tile_wrong, tile_right: a CTA fills a tile in shared memory, and one thread copies it out.
// ring_wrong, ring_right: one thread loads tiles into a slot, the others add them up.

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

__device__ void proxy_fence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// What threads have written to the tile is theirs: the copy unit may see it later.
template <bool fenced> __device__ void tile(unsigned *out) {
  __shared__ alignas(128) unsigned tile[256];
  tile[threadIdx.x] = blockIdx.x * 256 + threadIdx.x;
  if (fenced) proxy_fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;"
                 ::"l"(out + blockIdx.x * 256), "r"(shared_address(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

extern "C" __global__ void tile_wrong(unsigned *out) { tile<false>(out); }

extern "C" __global__ void tile_right(unsigned *out) { tile<true>(out); }

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

// A slot of the ring is free when all who read it have said so.
template <bool fenced> __device__ void ring(const unsigned *in, unsigned *out, unsigned tiles) {
  __shared__ alignas(128) unsigned slot[32];
  __shared__ alignas(8) unsigned long long barriers[2];
  unsigned full = shared_address(&barriers[0]), empty = shared_address(&barriers[1]);
  if (threadIdx.x == 0) {
    init(full, 1);
    init(empty, 32);
  }
  __syncthreads();
  if (threadIdx.x == 32) {
    for (unsigned i = 0; i < tiles; i++) {
      wait(empty, (i & 1) ^ 1);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(full) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                   " [%0], [%1], 128, [%2];"
                   ::"r"(shared_address(slot)), "l"(in + 32 * i), "r"(full) : "memory");
    }
  } else if (threadIdx.x < 32) {
    unsigned sum = 0;
    for (unsigned i = 0; i < tiles; i++) {
      wait(full, i & 1);
      unsigned value = slot[threadIdx.x];
      if (fenced) proxy_fence();
      asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(empty) : "memory");
      sum += value;
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void ring_wrong(const unsigned *in, unsigned *out, unsigned tiles) {
  ring<false>(in, out, tiles);
}

extern "C" __global__ void ring_right(const unsigned *in, unsigned *out, unsigned tiles) {
  ring<true>(in, out, tiles);
}
