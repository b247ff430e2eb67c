// Proxy fences and read-only loads in places where they do not help, and the same as it should be.
// nvcc -arch=sm_90 -lineinfo -ptx proxy_fences.cu
//
// issuer_wrong, issuer_right: threads fill a tile, and one copies it out; who fences?
// staged_wrong, staged_right: the tile comes by cp.async, which is generic.
// needless_wrong, needless_right: a kernel without asynchronous accesses.
// constant_wrong, constant_right: a CTA polls by ld.global.nc a flag that another one raises.

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
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// The fence of the issuer is behind its own accesses; by the guide each writer fences.
template <bool writers> __device__ void issuer(unsigned *out) {
  __shared__ alignas(128) unsigned tile[256];
  tile[threadIdx.x] = blockIdx.x * 256 + threadIdx.x;
  if (writers) proxy_fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    if (!writers) proxy_fence();
    copy_out(out + blockIdx.x * 256, tile, sizeof tile);
  }
}

extern "C" __global__ void issuer_wrong(unsigned *out) { issuer<false>(out); }

extern "C" __global__ void issuer_right(unsigned *out) { issuer<true>(out); }

// cp.async completes for threads; the copy unit is another proxy.
template <bool fenced> __device__ void staged(const unsigned *in, unsigned *out) {
  __shared__ alignas(128) unsigned tile[1024];
  unsigned offset = 4 * threadIdx.x;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
               ::"r"(shared_address(tile + offset)), "l"(in + blockIdx.x * 1024 + offset) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  if (fenced) proxy_fence();
  __syncthreads();
  if (threadIdx.x == 0) copy_out(out + blockIdx.x * 1024, tile, sizeof tile);
}

extern "C" __global__ void staged_wrong(const unsigned *in, unsigned *out) { staged<false>(in, out); }

extern "C" __global__ void staged_right(const unsigned *in, unsigned *out) { staged<true>(in, out); }

// Neighbours exchange values in shared memory; no copy unit has to see them.
template <bool fenced> __device__ void exchange(unsigned *data, unsigned rounds) {
  __shared__ unsigned tile[256];
  unsigned value = data[threadIdx.x];
  for (unsigned i = 0; i < rounds; i++) {
    tile[threadIdx.x] = value;
    if (fenced) proxy_fence();
    __syncthreads();
    value += tile[threadIdx.x ^ 1];
    __syncthreads();
  }
  data[threadIdx.x] = value;
}

extern "C" __global__ void needless_wrong(unsigned *data, unsigned rounds) { exchange<true>(data, rounds); }

extern "C" __global__ void needless_right(unsigned *data, unsigned rounds) { exchange<false>(data, rounds); }

__device__ unsigned read_constant(const unsigned *word) {
  unsigned value;
  asm volatile("ld.global.nc.u32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

// What a kernel writes is not constant while it runs: ld.global.nc may go on reading what was there at the beginning.
template <bool constant> __device__ void hand_over(unsigned *data, unsigned *flag, unsigned *seen) {
  unsigned i = threadIdx.x;
  if (blockIdx.x == 0) {
    __nanosleep(4000);
    data[i] = i + 1;
    __syncthreads();
    if (i == 0) asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
  } else {
    if (i == 0) {
      unsigned ready;
      do {
        if (constant) ready = read_constant(flag);
        else asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(ready) : "l"(flag) : "memory");
      } while (!ready);
    }
    __syncthreads();
    seen[i] = data[i];
  }
}

extern "C" __global__ void constant_wrong(unsigned *data, unsigned *flag, unsigned *seen) {
  hand_over<true>(data, flag, seen);
}

extern "C" __global__ void constant_right(unsigned *data, unsigned *flag, unsigned *seen) {
  hand_over<false>(data, flag, seen);
}
