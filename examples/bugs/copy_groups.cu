// Bulk copies to global memory whose groups are waited for too little, and the same waited for enough.
// nvcc -arch=sm_90 -lineinfo -ptx copy_groups.cu
//
// flag_wrong, flag_right: a CTA copies a tile out and raises a flag; another CTA reads the tile.
// stages_wrong, stages_right, stages_later: two stages in turn are filled and copied out.

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

__device__ void proxy_fence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ void copy_out(unsigned *out, const unsigned *tile, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
               ::"l"(out), "r"(shared_address(tile)), "r"(bytes) : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

// A wait with .read ends when the source may be written again: the target may still be in flight.
template <bool whole> __device__ void hand_over(unsigned *out, unsigned *flag, unsigned *seen) {
  __shared__ alignas(128) unsigned tile[256];
  if (blockIdx.x == 0) {
    tile[threadIdx.x] = threadIdx.x + 1;
    proxy_fence();
    __syncthreads();
    if (threadIdx.x == 0) {
      copy_out(out, tile, 1024);
      if (whole) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
      else asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
      asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
    }
  } else {
    if (threadIdx.x == 0) {
      unsigned value;
      do {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
      } while (value == 0);
    }
    __syncthreads();
    seen[threadIdx.x] = out[threadIdx.x];
  }
}

extern "C" __global__ void flag_wrong(unsigned *out, unsigned *flag, unsigned *seen) {
  hand_over<false>(out, flag, seen);
}

extern "C" __global__ void flag_right(unsigned *out, unsigned *flag, unsigned *seen) {
  hand_over<true>(out, flag, seen);
}

// Fills the stage of a tile.
__device__ void fill(unsigned stages[2][256], unsigned tile) {
  stages[tile & 1][threadIdx.x] = tile * 256 + threadIdx.x;
  proxy_fence();
}

// Behind the copy of a tile, all but the latest groups are waited for, then a stage is filled again:
// that of this tile (ahead is 2) or that of the tile before (ahead is 1).
template <int groups, unsigned ahead>
__device__ void stages(unsigned *out, unsigned tiles) {
  __shared__ alignas(128) unsigned stages[2][256];
  for (unsigned i = 0; i < ahead && i < tiles; i++) fill(stages, i);
  __syncthreads();
  for (unsigned i = 0; i < tiles; i++) {
    if (threadIdx.x == 0) {
      copy_out(out + i * 256, stages[i & 1], 1024);
      asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(groups) : "memory");
    }
    __syncthreads();
    if (i + ahead < tiles) fill(stages, i + ahead);
    __syncthreads();
  }
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// The group that is not waited for is that of the stage that is filled.
extern "C" __global__ void stages_wrong(unsigned *out, unsigned tiles) {
  stages<1, 2>(out, tiles);
}

extern "C" __global__ void stages_right(unsigned *out, unsigned tiles) {
  stages<0, 2>(out, tiles);
}

extern "C" __global__ void stages_later(unsigned *out, unsigned tiles) {
  stages<1, 1>(out, tiles);
}
