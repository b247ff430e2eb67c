// mbarriers with the wrong parity, bytes, count or life, and the same used rightly.
// nvcc -arch=sm_90 -lineinfo -ptx mbarriers.cu
//
// parity_wrong, parity_right: a warp loads tiles into two slots in turn and adds them up.
// rounds_wrong, rounds_right: the same with one slot, in rounds of three tiles.
// bytes_few, bytes_many, bytes_right: two copies complete on one mbarrier.
// mailbox_wrong, count_wrong, mailbox_right: one thread loads tiles into a slot, two warps read them.
// init_wrong, init_right: a warp arrives at what another warp initialises.
// reuse_wrong, reuse_right: the bytes of an mbarrier are used for numbers afterwards.

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

__device__ void proxy_fence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ void init(unsigned barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

__device__ void arrive(unsigned barrier) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}

__device__ void expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
               ::"r"(barrier), "r"(bytes) : "memory");
}

__device__ void load(unsigned slot, const unsigned *in, unsigned bytes, unsigned barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
               " [%0], [%1], %2, [%3];"
               ::"r"(slot), "l"(in), "r"(bytes), "r"(barrier) : "memory");
}

__device__ void wait(unsigned barrier, unsigned parity) {
  unsigned over;
  do {
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                 " selp.u32 %0, 1, 0, p;}"
                 : "=r"(over) : "r"(barrier), "r"(parity) : "memory");
  } while (!over);
}

// Each mbarrier of a ring of two has a phase for every second tile.
template <bool counted> __device__ void parity(const unsigned *in, unsigned *out, unsigned tiles) {
  __shared__ alignas(128) unsigned slots[2][32];
  __shared__ alignas(8) unsigned long long barriers[2];
  if (threadIdx.x == 0) {
    for (unsigned i = 0; i < 2; i++) init(shared_address(&barriers[i]), 1);
    for (unsigned i = 0; i < 2 && i < tiles; i++) {
      expect(shared_address(&barriers[i]), 128);
      load(shared_address(slots[i]), in + 32 * i, 128, shared_address(&barriers[i]));
    }
  }
  __syncwarp();
  unsigned sum = 0;
  for (unsigned i = 0; i < tiles; i++) {
    unsigned full = shared_address(&barriers[i & 1]);
    wait(full, (counted ? i / 2 : i) & 1);
    sum += slots[i & 1][threadIdx.x];
    proxy_fence();
    __syncwarp();
    if (threadIdx.x == 0 && i + 2 < tiles) {
      expect(full, 128);
      load(shared_address(slots[i & 1]), in + 32 * (i + 2), 128, full);
    }
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void parity_wrong(const unsigned *in, unsigned *out, unsigned tiles) {
  parity<false>(in, out, tiles);
}

extern "C" __global__ void parity_right(const unsigned *in, unsigned *out, unsigned tiles) {
  parity<true>(in, out, tiles);
}

// A round has three phases: the next round does not begin with the parity that this one began with.
template <bool counted> __device__ void rounds(const unsigned *in, unsigned *out, unsigned count) {
  __shared__ alignas(128) unsigned slot[32];
  __shared__ alignas(8) unsigned long long object;
  unsigned full = shared_address(&object);
  if (threadIdx.x == 0) init(full, 1);
  __syncwarp();
  unsigned sum = 0;
  for (unsigned round = 0; round < count; round++) {
    for (unsigned i = 0; i < 3; i++) {
      if (threadIdx.x == 0) {
        expect(full, 128);
        load(shared_address(slot), in + 32 * (3 * round + i), 128, full);
      }
      __syncwarp();
      wait(full, (counted ? 3 * round + i : i) & 1);
      sum += slot[threadIdx.x];
      proxy_fence();
      __syncwarp();
    }
  }
  out[threadIdx.x] = sum;
}

extern "C" __global__ void rounds_wrong(const unsigned *in, unsigned *out, unsigned count) {
  rounds<false>(in, out, count);
}

extern "C" __global__ void rounds_right(const unsigned *in, unsigned *out, unsigned count) {
  rounds<true>(in, out, count);
}

// The second copy is the longer one.
template <unsigned expected> __device__ void bytes(const unsigned *in, unsigned *out) {
  __shared__ alignas(128) unsigned head[32];
  __shared__ alignas(128) unsigned rest[1024];
  __shared__ alignas(8) unsigned long long object;
  unsigned barrier = shared_address(&object);
  if (threadIdx.x == 0) {
    init(barrier, 1);
    expect(barrier, expected);
    load(shared_address(head), in, 128, barrier);
    load(shared_address(rest), in + 32, 4096, barrier);
  }
  __syncwarp();
  wait(barrier, 0);
  out[threadIdx.x] = head[threadIdx.x] + rest[992 + threadIdx.x];
}

extern "C" __global__ void bytes_few(const unsigned *in, unsigned *out) { bytes<128>(in, out); }

extern "C" __global__ void bytes_many(const unsigned *in, unsigned *out) { bytes<8192>(in, out); }

extern "C" __global__ void bytes_right(const unsigned *in, unsigned *out) { bytes<4224>(in, out); }

// The second warp is slower than the first. Without arrivals of readers nothing holds up the loads.
template <unsigned readers> __device__ void mailbox(const unsigned *in, unsigned *out, unsigned tiles) {
  __shared__ alignas(128) unsigned slot[32];
  __shared__ alignas(8) unsigned long long barriers[2];
  unsigned full = shared_address(&barriers[0]), empty = shared_address(&barriers[1]);
  if (threadIdx.x == 0) {
    init(full, 1);
    if (readers != 0) init(empty, readers);
  }
  __syncthreads();
  if (threadIdx.x == 64) {
    for (unsigned i = 0; i < tiles; i++) {
      if (readers != 0) wait(empty, (i & 1) ^ 1);
      else if (i > 0) wait(full, (i & 1) ^ 1);
      expect(full, 128);
      load(shared_address(slot), in + 32 * i, 128, full);
    }
  } else if (threadIdx.x < 64) {
    unsigned sum = 0;
    for (unsigned i = 0; i < tiles; i++) {
      wait(full, i & 1);
      if (threadIdx.x >= 32) __nanosleep(2000);
      sum += slot[threadIdx.x & 31];
      proxy_fence();
      if (readers != 0) arrive(empty);
    }
    out[threadIdx.x] = sum;
  }
}

extern "C" __global__ void mailbox_wrong(const unsigned *in, unsigned *out, unsigned tiles) {
  mailbox<0>(in, out, tiles);
}

extern "C" __global__ void count_wrong(const unsigned *in, unsigned *out, unsigned tiles) {
  mailbox<32>(in, out, tiles);
}

extern "C" __global__ void mailbox_right(const unsigned *in, unsigned *out, unsigned tiles) {
  mailbox<64>(in, out, tiles);
}

// The count is loaded, so that the other warp is first.
template <bool together> __device__ void start(const unsigned *count, unsigned *out) {
  __shared__ unsigned value;
  __shared__ alignas(8) unsigned long long object;
  unsigned barrier = shared_address(&object);
  if (threadIdx.x == 0) init(barrier, *count);
  if (together) __syncthreads();
  if (threadIdx.x == 32) {
    value = 5;
    arrive(barrier);
  }
  if (threadIdx.x < 32) {
    wait(barrier, 0);
    out[threadIdx.x] = value;
  }
}

extern "C" __global__ void init_wrong(const unsigned *count, unsigned *out) {
  start<false>(count, out);
}

extern "C" __global__ void init_right(const unsigned *count, unsigned *out) {
  start<true>(count, out);
}

// The load is over when the bytes are used again.
template <bool invalidated> __device__ void reuse(const unsigned *in, unsigned *out) {
  __shared__ alignas(128) unsigned slot[32];
  __shared__ alignas(8) union {
    unsigned long long object;
    unsigned largest;
  } bytes;
  unsigned barrier = shared_address(&bytes.object);
  if (threadIdx.x == 0) {
    init(barrier, 1);
    expect(barrier, 128);
    load(shared_address(slot), in, 128, barrier);
  }
  __syncthreads();
  wait(barrier, 0);
  __syncthreads();
  if (threadIdx.x == 0) {
    if (invalidated) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(barrier) : "memory");
    bytes.largest = 0;
  }
  __syncthreads();
  atomicMax(&bytes.largest, slot[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = bytes.largest;
}

extern "C" __global__ void reuse_wrong(const unsigned *in, unsigned *out) { reuse<false>(in, out); }

extern "C" __global__ void reuse_right(const unsigned *in, unsigned *out) { reuse<true>(in, out); }
