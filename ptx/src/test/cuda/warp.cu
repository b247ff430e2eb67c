// What the lanes of a warp do together.
extern "C" __global__ void warp(int *out, const int *in, float *f, double *d, long long *l) {
  int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  v += __shfl_sync(0xffffffffu, v, 3);
  v += __shfl_up_sync(0xffffffffu, v, 1);
  v += __shfl_down_sync(0xffffffffu, v, 2, 16);
  v += __shfl_xor_sync(0xffffffffu, v, 4);
  f[lane] = __shfl_xor_sync(0xffffffffu, f[lane], 8);
  d[lane] = __shfl_down_sync(0xffffffffu, d[lane], 8);
  l[lane] = __shfl_sync(0xffffffffu, l[lane], lane ^ 1, 8);
  unsigned b = __ballot_sync(0xffffffffu, v > 0);
  out[0] = b;
  out[1] = __any_sync(0xffffffffu, v == 3);
  out[2] = __all_sync(0xffffffffu, v == 3);
  out[3] = __activemask();
  if (v & 1) {
    unsigned m = __match_any_sync(__activemask(), v);
    out[4] = __popc(m);
    m = __match_any_sync(0xffu, l[lane]);
    out[5] = __ffs(m);
  }
  int pred;
  out[6] = __match_all_sync(0xffffffffu, v, &pred) + pred;
  __syncwarp();
  __syncwarp(0xffu);
#if __CUDA_ARCH__ >= 800
  out[7] = __reduce_add_sync(0xffffffffu, v);
  out[8] = __reduce_max_sync(0xffffffffu, v);
  out[9] = __reduce_min_sync(0xffffffffu, (unsigned)v);
  out[10] = __reduce_or_sync(0xffffffffu, (unsigned)v);
#endif
  unsigned lt, le, ge, gt, eq, id, warpid, smid, nsmid, clk;
  asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(lt));
  asm volatile("mov.u32 %0, %%lanemask_le;" : "=r"(le));
  asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(ge));
  asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(gt));
  asm volatile("mov.u32 %0, %%lanemask_eq;" : "=r"(eq));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(id));
  asm volatile("mov.u32 %0, %%warpid;" : "=r"(warpid));
  asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
  asm volatile("mov.u32 %0, %%nsmid;" : "=r"(nsmid));
  asm volatile("mov.u32 %0, %%clock;" : "=r"(clk));
  unsigned long long timer;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(timer));
  out[11] = lt + le + ge + gt + eq + id + warpid + smid + nsmid + clk + (int)timer + (int)clock64() + warpSize;
}
