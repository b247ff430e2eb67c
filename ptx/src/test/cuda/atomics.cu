// Every atomic operation, type and scope that CUDA C++ has a function for.
extern "C" __global__ void atomics(unsigned *u, int *s, unsigned long long *l, float *f, double *d) {
  unsigned i = threadIdx.x;
  atomicAdd(u, i);
  s[1] = atomicAdd(s, 3);
  l[1] = atomicAdd(l, 5ull);
  f[1] = atomicAdd(f, 1.5f);
  d[1] = atomicAdd(d, 2.5);
  atomicSub(u, 7u);
  u[1] = atomicExch(u + 2, i);
  f[2] = atomicExch(f + 3, 2.0f);
  l[2] = atomicExch(l + 3, 9ull);
  u[3] = atomicMin(u + 4, i);
  s[3] = atomicMax(s + 4, -1);
  l[4] = atomicMin(l + 5, 8ull);
  u[5] = atomicInc(u + 6, 10u);
  u[7] = atomicDec(u + 8, 10u);
  u[9] = atomicCAS(u + 10, 1u, 2u);
  l[6] = atomicCAS(l + 7, 1ull, 2ull);
  u[11] = atomicAnd(u + 12, 0xffu);
  u[13] = atomicOr(u + 14, 0xffu);
  u[15] = atomicXor(u + 16, 0xffu);
  l[8] = atomicOr(l + 9, 0xffull);
#ifndef __clang__
  unsigned short *h = (unsigned short *)(u + 20);
  h[1] = atomicCAS(h, (unsigned short)1, (unsigned short)2);
#endif
}

extern "C" __global__ void scoped(unsigned *u, int *s, unsigned long long *l, float *f, double *d) {
  __shared__ unsigned hist[256];
  __shared__ double total;
  __shared__ unsigned long long wide;
  hist[threadIdx.x] = 0;
  if (threadIdx.x == 0) { total = 0; wide = 0; }
  __syncthreads();
  atomicAdd(&hist[u[threadIdx.x] & 255], 1u);
  atomicAdd(&total, d[threadIdx.x]);
  atomicAdd(&wide, l[threadIdx.x]);
  atomicExch(&hist[3], 7u);
  atomicInc(&hist[4], 100u);
  atomicOr(&hist[5], 1u);
  __syncthreads();
  u[threadIdx.x] = atomicAdd_block(u + 256, hist[threadIdx.x]);
  atomicCAS_block(u + 257, 1u, 2u);
  atomicExch_block(u + 258, 1u);
  atomicAdd_block(f, 1.0f);
  atomicAdd_system(u + 259, 1u);
  atomicAdd_system(d + 1, 1.0);
  s[0] = atomicMax_system(s + 1, 5);
  atomicMin_system(s + 2, 5);
  atomicCAS_system(u + 260, 1u, 2u);
  atomicAnd_system(u + 261, 3u);
  atomicInc_system(u + 262, 3u);
  d[2] = total;
  l[1] = wide;
}
