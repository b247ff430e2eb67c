// Sums over the CTAs of a cluster, through distributed shared memory: each CTA adds up a quarter of the words of all,
// and gives the sums to all.
// nvcc -arch=sm_90 -lineinfo -ptx all_reduce.cu
//
// all_reduce: the CTAs meet at the barrier of the cluster.
// all_reduce_arrive: each thread arrives at an mbarrier of each CTA.
// all_reduce_copy: bulk copies carry the sums, and an mbarrier of each CTA counts their bytes.
// Those with a longer name each have one of the usual bugs. As a program it checks the first three.
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

constexpr unsigned CTAS = 4, THREADS = 256, WORDS = CTAS * THREADS, SENT = 4 * THREADS;

enum Way { MEET, MEET_RELAXED, ARRIVE, ARRIVE_CTA, COPY, COPY_FEW, COPY_MANY };

__device__ unsigned shared_address(const void *object) {
  return (unsigned)__cvta_generic_to_shared(object);
}

// The same object in another CTA of the cluster.
__device__ unsigned peer_address(const void *object, unsigned rank) {
  unsigned address;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(address) : "r"(shared_address(object)), "r"(rank));
  return address;
}

__device__ void init(unsigned barrier, unsigned count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}

__device__ void expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

// An arrival at an mbarrier of another CTA has CTA scope unless it says otherwise.
template <bool wide> __device__ void arrive(unsigned barrier) {
  if (wide) asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(barrier) : "memory");
  else asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(barrier) : "memory");
}

template <bool wide> __device__ void wait(unsigned barrier) {
  unsigned over;
  do {
    if (wide) {
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0;"
                   " selp.u32 %0, 1, 0, p;}" : "=r"(over) : "r"(barrier) : "memory");
    } else {
      asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;"
                   " selp.u32 %0, 1, 0, p;}" : "=r"(over) : "r"(barrier) : "memory");
    }
  } while (!over);
}

__device__ void copy(unsigned target, unsigned source, unsigned bytes, unsigned barrier) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
               ::"r"(target), "r"(source), "r"(bytes), "r"(barrier) : "memory");
}

template <Way way> __device__ void reduce(const unsigned *in, unsigned *out) {
  __shared__ alignas(128) unsigned words[WORDS];
  __shared__ alignas(128) unsigned sums[WORDS];
  __shared__ alignas(8) unsigned long long object;
  constexpr bool copies = way == COPY || way == COPY_FEW || way == COPY_MANY;
  constexpr bool arrives = way == ARRIVE || way == ARRIVE_CTA;
  cg::cluster_group cluster = cg::this_cluster();
  unsigned rank = cluster.block_rank(), done = shared_address(&object);
  for (unsigned i = threadIdx.x; i < WORDS; i += THREADS) words[i] = in[blockIdx.x * WORDS + i];
  if (threadIdx.x == 0 && (copies || arrives)) {
    init(done, arrives ? CTAS * THREADS : 1);
    // Three others send to this CTA. What this one sends is counted elsewhere.
    if (copies) expect(done, way == COPY ? (CTAS - 1) * SENT : way == COPY_FEW ? SENT : CTAS * SENT);
  }
  cluster.sync();
  unsigned word = rank * THREADS + threadIdx.x, sum = 0;
  for (unsigned peer = 0; peer < CTAS; peer++) sum += cluster.map_shared_rank(words, peer)[word];
  if (copies) {
    sums[word] = sum;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x < CTAS && threadIdx.x != rank) {
      unsigned quarter = 4 * rank * THREADS;
      copy(peer_address(sums, threadIdx.x) + quarter, shared_address(sums) + quarter, SENT,
           peer_address(&object, threadIdx.x));
    }
    wait<false>(done); // the completion of a copy has no scope
  } else {
    for (unsigned peer = 0; peer < CTAS; peer++) cluster.map_shared_rank(sums, peer)[word] = sum;
    if (way == MEET) {
      cluster.sync();
    } else if (way == MEET_RELAXED) {
      asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
      asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
    } else {
      for (unsigned peer = 0; peer < CTAS; peer++) arrive<way == ARRIVE>(peer_address(&object, peer));
      wait<way == ARRIVE>(done);
    }
  }
  for (unsigned i = threadIdx.x; i < WORDS; i += THREADS) out[blockIdx.x * WORDS + i] = sums[i];
  if (copies) cluster.sync(); // copies still read this CTA's sums
}

#define ALL_REDUCE(name, way)                                                                               \
  extern "C" __global__ void __cluster_dims__(CTAS) name(const unsigned *in, unsigned *out) {                 \
    reduce<way>(in, out);                                                                                   \
  }

ALL_REDUCE(all_reduce, MEET)
ALL_REDUCE(all_reduce_relaxed, MEET_RELAXED)
ALL_REDUCE(all_reduce_arrive, ARRIVE)
ALL_REDUCE(all_reduce_arrive_cta, ARRIVE_CTA)
ALL_REDUCE(all_reduce_copy, COPY)
ALL_REDUCE(all_reduce_copy_few, COPY_FEW)
ALL_REDUCE(all_reduce_copy_many, COPY_MANY)

int main() {
  constexpr unsigned clusters = 2, count = clusters * CTAS * WORDS;
  void (*kernels[])(const unsigned *, unsigned *) = {all_reduce, all_reduce_arrive, all_reduce_copy};
  const char *names[] = {"all_reduce", "all_reduce_arrive", "all_reduce_copy"};
  std::vector<unsigned> in(count), out(count);
  unsigned state = 39, wrong = 0;
  for (unsigned &word : in) word = state = state * 1664525 + 1013904223;
  unsigned *from, *to;
  cudaMalloc(&from, count * sizeof(unsigned));
  cudaMalloc(&to, count * sizeof(unsigned));
  cudaMemcpy(from, in.data(), count * sizeof(unsigned), cudaMemcpyHostToDevice);
  for (unsigned k = 0; k < 3; k++) {
    cudaMemset(to, 0, count * sizeof(unsigned));
    kernels[k]<<<clusters * CTAS, THREADS>>>(from, to);
    if (cudaMemcpy(out.data(), to, count * sizeof(unsigned), cudaMemcpyDeviceToHost) != cudaSuccess) {
      std::printf("%s: %s\n", names[k], cudaGetErrorString(cudaGetLastError()));
      return 1;
    }
    for (unsigned i = 0; i < count; i++) {
      unsigned sum = 0;
      for (unsigned peer = 0; peer < CTAS; peer++) sum += in[(i / WORDS / CTAS * CTAS + peer) * WORDS + i % WORDS];
      wrong += out[i] != sum;
    }
    std::printf("%s: %u wrong of %u words so far\n", names[k], wrong, (k + 1) * count);
  }
  return wrong == 0 ? 0 : 1;
}
