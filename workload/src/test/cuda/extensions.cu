// One of each function of syncopate.cuh, for the front end's tests: what nvcc and clang make of it.
#include "syncopate.cuh"

using namespace syncopate;

__global__ void ext_scoped(unsigned *a, unsigned *out) {
  unsigned x = load(a, relaxed, cta) + load(a, acquire, gpu) + load(a, acquire, sys);
  x += fetch_add(a + 1, x, relaxed, cta) + fetch_add(a + 2, x, acq_rel, gpu);
  x += fetch_min(a + 3, x, acquire, gpu) + fetch_max(a + 4, x, release, sys);
  x += fetch_and(a + 5, x, relaxed, gpu) + fetch_or(a + 6, x, acq_rel, cta);
  x += fetch_xor(a + 7, x, relaxed, gpu) + exchange(a + 8, x, release, cta);
  x += compare_exchange(a + 9, 0u, x, acquire, gpu);
  fence(acq_rel, cta);
  fence(sc, gpu);
  store(out, x, relaxed, gpu);
  store(out + 1, x, release, cta);
}

__global__ void ext_types(int *i, unsigned long long *l, float *f) {
  int x = fetch_add(i, -1, relaxed, gpu) + fetch_min(i + 1, -5, relaxed, gpu)
          + fetch_max(i + 2, 5, relaxed, gpu) + load(i + 3, acquire, gpu);
  unsigned long long y = fetch_add(l, 1ull, acq_rel, gpu) + exchange(l + 1, 7ull, acquire, gpu)
                         + compare_exchange(l + 2, 0ull, 9ull, acq_rel, sys)
                         + load(l + 3, relaxed, gpu);
  float z = fetch_add(f, 0.5f, relaxed, gpu) + load(f + 1, acquire, cta);
  store(i + 4, x, release, gpu);
  store(l + 4, y, release, gpu);
  store(f + 2, z, relaxed, sys);
}

__global__ void ext_remote(unsigned *a, unsigned *out) {
  unsigned x = remote::load(a, acquire, gpu);
  x += remote::fetch_add(a + 1, 1u, acquire, gpu);
  x += remote::exchange(a + 2, 2u, release, gpu);
  x += remote::compare_exchange(a + 3, 0u, 3u, acq_rel, gpu);
  remote::store(out, x, release, gpu);
}

__global__ void ext_commutative(unsigned *u, int *i, float *f) {
  commutative::add(u, 1u);
  commutative::minimum(u + 1, 2u);
  commutative::maximum(u + 2, 3u);
  commutative::bit_and(u + 3, 4u);
  commutative::bit_or(u + 4, 5u);
  commutative::bit_xor(u + 5, 6u);
  commutative::add(i, -1);
  commutative::minimum(i + 1, -2);
  commutative::maximum(i + 2, 3);
  commutative::add(f, 0.5f);
}

__global__ void ext_transaction(unsigned *out) {
  __shared__ unsigned words[64];
  words[threadIdx.x % 64] = 0u;
  __syncthreads();
  tx_begin();
  words[threadIdx.x / 2 % 64] += 1u;
  words[threadIdx.x / 4 % 64] += 1u;
  tx_commit();
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x % 64];
}
