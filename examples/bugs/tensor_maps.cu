// A tensor map in global memory that is patched from tensor to tensor, wrongly and rightly.
// nvcc -arch=sm_90a -lineinfo -ptx tensor_maps.cu
//
// patch_unfenced: without the fences of the tensormap proxy; patch_early: while a copy still reads the map;
// patch_right: when the copy is over; patch_two: with a map for each stage.
#include <cuda.h>

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

__device__ void wait(unsigned barrier, unsigned parity) {
  unsigned over;
  do {
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                 " selp.u32 %0, 1, 0, p;}"
                 : "=r"(over) : "r"(barrier), "r"(parity) : "memory");
  } while (!over);
}

// A warp adds up tensors of 32 words each, which its copies find by a map that it patches.
template <bool fenced, bool early, int count>
__device__ void tensors(const CUtensorMap *common, CUtensorMap *maps, const unsigned *in, unsigned *out,
                        unsigned tensors) {
  __shared__ alignas(128) CUtensorMap map;
  __shared__ alignas(128) unsigned tiles[2][32];
  __shared__ alignas(8) unsigned long long barriers[2];
  unsigned full = shared_address(barriers), thread = threadIdx.x;
  if (thread == 0) {
    map = *common;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(full + 8) : "memory");
  }
  __syncwarp();
  unsigned sum = 0;
  for (unsigned i = 0; i < tensors; i++) {
    CUtensorMap *used = &maps[i % count];
    if (thread == 0) {
      asm volatile("tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%0], %1;"
                   ::"r"(shared_address(&map)), "l"(in + 32 * i) : "memory");
    }
    __syncwarp();
    if (fenced) {
      asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
                   " [%0], [%1], 128;" ::"l"(used), "r"(shared_address(&map)) : "memory");
      asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(used) : "memory");
    } else {
      ((unsigned *)used)[thread] = ((volatile unsigned *)&map)[thread];
      __threadfence();
    }
    __syncwarp();
    if (thread == 0) {
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(full + 8 * (i & 1)) : "memory");
      asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                   " [%0], [%1, {%2}], [%3];"
                   ::"r"(shared_address(tiles[i & 1])), "l"(used), "r"(0), "r"(full + 8 * (i & 1)) : "memory");
    }
    // An early patch is made before the wait for the copy of the tensor at hand.
    unsigned ready = early ? i - 1 : i;
    if (!early || i > 0) {
      wait(full + 8 * (ready & 1), ready >> 1 & 1);
      sum += tiles[ready & 1][thread];
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
      __syncwarp();
    }
  }
  if (early) {
    wait(full + 8 * (tensors - 1 & 1), tensors - 1 >> 1 & 1);
    sum += tiles[tensors - 1 & 1][thread];
  }
  out[thread] = sum;
}

#define PATCH(name, fenced, early, count)                                                                     \
  extern "C" __global__ void name(const __grid_constant__ CUtensorMap common, CUtensorMap *maps,              \
                                  const unsigned *in, unsigned *out, unsigned number) {                       \
    tensors<fenced, early, count>(&common, maps, in, out, number);                                            \
  }

PATCH(patch_unfenced, false, false, 1)
PATCH(patch_early, true, true, 1)
PATCH(patch_right, true, false, 1)
PATCH(patch_two, true, true, 2)
