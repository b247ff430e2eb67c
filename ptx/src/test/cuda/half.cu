// Half precision, both formats.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
extern "C" __global__ void halves(__half *h, __half2 *v, float *f, int *a) {
  __half x = h[0], y = h[1];
  h[2] = __hadd(x, y); h[3] = __hsub(x, y); h[4] = __hmul(x, y); h[5] = __hfma(x, y, x); h[6] = __hneg(x); h[7] = __habs(x);
  h[8] = __hdiv(x, y); h[9] = hsqrt(x); h[10] = hexp2(x); h[11] = __float2half(f[0]); h[12] = __int2half_rn(a[0]); h[13] = __hmax(x, y);
  a[1] = __hlt(x, y); a[2] = __heq(x, y); a[3] = __half2int_rz(x); f[1] = __half2float(x); h[14] = hfloor(x); h[15] = __hadd_sat(x, y);
  __half2 p = v[0], q = v[1];
  v[2] = __hadd2(p, q); v[3] = __hmul2(p, q); v[4] = __hfma2(p, q, p); v[5] = __hneg2(p); v[6] = __heq2(p, q); v[7] = __hmin2(p, q);
  a[4] = __hble2(p, q); v[8] = __float22half2_rn(make_float2(f[2], f[3])); float2 w = __half22float2(p); f[4] = w.x + w.y;
  v[9] = __lows2half2(p, q); v[10] = __lowhigh2highlow(p); v[11] = h2rcp(p); atomicAdd(v + 12, p);
#if __CUDA_ARCH__ >= 700
  atomicAdd(h + 16, x);
#endif
}
#if __CUDA_ARCH__ >= 800 || !defined(__CUDA_ARCH__)
extern "C" __global__ void bfloats(__nv_bfloat16 *h, __nv_bfloat162 *v, float *f) {
  __nv_bfloat16 x = h[0], y = h[1];
  h[2] = __hadd(x, y); h[3] = __hmul(x, y); h[4] = __hfma(x, y, x); h[5] = __float2bfloat16(f[0]); f[1] = __bfloat162float(x);
  h[6] = __hmin(x, y); h[7] = __habs(x); f[2] = __hgt(x, y);
  v[1] = __hadd2(v[0], v[2]); v[3] = __hfma2(v[0], v[1], v[2]); v[4] = __floats2bfloat162_rn(f[1], f[2]);
}
#endif
