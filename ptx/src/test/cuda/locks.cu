// Synchronisation: fences, spin locks, tickets, flags, and the proposed instructions.
__device__ unsigned lock, ticket, serving, data;
extern "C" __global__ void spin(unsigned *out) {
  for (int i = 0; i < 4; i++) {
    unsigned wait = 8;
    while (atomicCAS(&lock, 0u, 1u) != 0u) { __nanosleep(wait); wait = min(wait * 2, 256u); }
    __threadfence();
    data += 1;
    __threadfence();
    atomicExch(&lock, 0u);
  }
  out[threadIdx.x] = data;
}
extern "C" __global__ void tickets(unsigned *out) {
  unsigned mine = atomicAdd(&ticket, 1u);
  while (((volatile unsigned *)&serving)[0] != mine) {}
  __threadfence_block();
  out[mine] = data++;
  __threadfence_system();
  serving = mine + 1;
}
extern "C" __global__ void scoped(unsigned *f, unsigned *v) {
  unsigned r;
  if (blockIdx.x == 0) {
    v[0] = 1;
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(f), "r"(1) : "memory");
  } else {
    do { asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(r) : "l"(f) : "memory"); } while (r == 0);
    v[1] = v[0];
  }
  asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(r) : "l"(f) : "memory");
  asm volatile("st.global.relaxed.sys.u32 [%0], %1;" ::"l"(f), "r"(r) : "memory");
  asm volatile("fence.acq_rel.gpu; fence.sc.sys; fence.acq_rel.cta;" ::: "memory");
  asm volatile("atom.acq_rel.cta.global.add.u32 %0, [%1], 1;" : "=r"(r) : "l"(f) : "memory");
  asm volatile("atom.or.release.gpu.global.b32 %0, [%1], 1;" : "=r"(r) : "l"(f) : "memory");
  asm volatile("red.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(f) : "memory");
  asm volatile("red.add.f32 [%0], %1;" ::"l"(f), "f"(1.0f) : "memory");
}
extern "C" __global__ void proposed(unsigned *f, float *g) {
  __shared__ unsigned bucket[32];
  unsigned r;
  asm volatile("ld.remote.acquire.gpu.u32 %0, [%1];" : "=r"(r) : "l"(f) : "memory");
  asm volatile("st.remote.release.gpu.u32 [%0], %1;" ::"l"(f), "r"(r) : "memory");
  asm volatile("atom.remote.acq_rel.gpu.global.cas.b32 %0, [%1], 0, 1;" : "=r"(r) : "l"(f) : "memory");
  asm volatile("red.comm.gpu.add.f32 [%0], %1;" ::"l"(g), "f"(0.5f) : "memory");
  asm volatile("{.reg .f32 ignored; atom.comm.gpu.global.add.f32 ignored, [%0], %1;}" ::"l"(g), "f"(0.5f) : "memory");
  asm volatile("tx.begin;" ::: "memory");
  bucket[threadIdx.x & 3] += r;
  asm volatile("tx.commit;" ::: "memory");
  f[1] = bucket[0];
}
extern "C" __global__ void assembly(unsigned *a, unsigned long long *b) {
  unsigned lo = a[0], hi = a[1], x = a[2], y = a[3];
  asm("add.cc.u32 %0, %0, %2; addc.u32 %1, %1, %3;" : "+r"(lo), "+r"(hi) : "r"(x), "r"(y));
  asm("sub.cc.u32 %0, %0, %2; subc.cc.u32 %1, %1, %3;" : "+r"(lo), "+r"(hi) : "r"(x), "r"(y));
  asm("mad.lo.cc.u32 %0, %2, %3, %0; madc.hi.u32 %1, %2, %3, %1;" : "+r"(lo), "+r"(hi) : "r"(x), "r"(y));
  asm("{.reg .pred p; .reg .u32 t<3>; setp.ne.and.u32 p|_, %1, 0, !p; @p mov.u32 t1, 0x1ffffffff; @!p mov.s32 t1, -1; add.u32 %0, t1, %1;}" : "=r"(x) : "r"(y));
  asm("{\n\t.reg .b32 l, h;\n\tmov.b64 {l, h}, %1;\n\tmov.b64 %0, {h, l};\n\t}" : "=l"(b[0]) : "l"(b[1]));
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(y) : "r"(x));
  asm("bfi.b32 %0, %1, %2, %3, 8;" : "=r"(y) : "r"(x), "r"(y), "r"(hi));
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(x) : "r"(x), "r"(y), "r"(hi));
  asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(y) : "r"(x), "r"(y));
  asm volatile("{\n\t.reg .pred done;\n\tagain:\n\tsetp.eq.u32 done, %0, 7;\n\t@!done bra again;\n\t}" ::"r"(x));
  asm volatile("{\n\t.reg .pred done;\n\tagain:\n\tsetp.eq.u32 done, %0, 8;\n\t@!done bra again;\n\t}" ::"r"(x));
  a[0] = lo; a[1] = hi; a[2] = x; a[3] = y;
}
