// Arithmetic of every width, intrinsics, and the mathematical library.
extern "C" __global__ void integers(int *a, unsigned *b, long long *c, unsigned long long *d, short *e, unsigned char *g) {
  int i = threadIdx.x;
  int x = a[i], y = a[i + 1];
  unsigned u = b[i], w = b[i + 1];
  long long p = c[i], q = c[i + 1];
  unsigned long long r = d[i], s = d[i + 1];
  short h = e[i], k = e[i + 1];
  a[2] = x / y; a[3] = x % y; a[4] = x * y + 7; a[5] = x << (y & 31); a[6] = x >> y; a[7] = abs(x);
  a[8] = min(x, y); a[9] = max(x, y); a[10] = -x; a[11] = ~x; a[12] = x == y ? u : w;
  b[2] = u / w; b[3] = u % w; b[4] = u >> w; b[5] = min(u, w); b[6] = max(u, w); b[7] = u ^ (w & 0xf0f0) | 5;
  c[2] = p / q; c[3] = p % q; c[4] = p * q; c[5] = p >> 3; c[6] = p < q ? p : q; c[7] = (long long)x * y; c[8] = -p;
  d[2] = r / s; d[3] = r % s; d[4] = r >> (s & 63); d[5] = r << 7; d[6] = (unsigned long long)u * w + r; d[7] = ~r;
  e[2] = h * k; e[3] = h / k; e[4] = h >> 2; e[5] = min((int)h, (int)k); e[6] = (signed char)x; e[7] = -h;
  g[2] = g[0] + g[1]; g[3] = (unsigned char)x; g[4] = g[0] > g[1] ? 1 : 2; g[5] = g[0] * g[1];
  a[13] = __mulhi(x, y); b[8] = __umulhi(u, w); c[9] = __mul64hi(p, q); d[8] = __umul64hi(r, s);
  a[14] = __popc(x); a[15] = __popcll(r); a[16] = __clz(x); a[17] = __clzll(p); a[18] = __ffs(x); a[19] = __ffsll(p);
  b[9] = __brev(u); d[9] = __brevll(r); b[10] = __byte_perm(u, w, 0x3210 + x); b[11] = __funnelshift_l(u, w, x);
  b[12] = __funnelshift_r(u, w, 5); b[13] = __funnelshift_lc(u, w, x); a[20] = __sad(x, y, u); a[21] = __mul24(x, y);
  b[14] = __umul24(u, w); a[22] = __hadd(x, y); b[15] = __vabsdiffu4(u, w); b[16] = __vsadu4(u, w); b[17] = __dp4a(u, w, 3u);
  b[18] = (u >> 5) & 31; b[19] = (u & ~0xff0) | ((w << 4) & 0xff0);
}
extern "C" __global__ void floats(float *f, const float *g, int *a) {
  float x = g[0], y = g[1], z = g[2];
  f[0] = x + y; f[1] = x - y; f[2] = x * y; f[3] = x / y; f[4] = fmaf(x, y, z); f[5] = sqrtf(x); f[6] = fabsf(x);
  f[7] = fminf(x, y); f[8] = fmaxf(x, y); f[9] = floorf(x); f[10] = ceilf(x); f[11] = truncf(x); f[12] = rintf(x); f[13] = roundf(x);
  f[14] = copysignf(x, y); f[15] = __fdividef(x, y); f[16] = __frcp_rn(x); f[17] = __fsqrt_rz(x); f[18] = rsqrtf(x);
  f[19] = __sinf(x); f[20] = __cosf(x); f[21] = __logf(x); f[22] = __expf(x); f[23] = __powf(x, y); f[24] = __saturatef(x);
  f[25] = __fadd_rz(x, y); f[26] = __fmul_ru(x, y); f[27] = __fmaf_rd(x, y, z); f[28] = __fdiv_ru(x, y);
  f[29] = sinf(x); f[30] = expf(x); f[31] = logf(x); f[32] = powf(x, y); f[33] = tanhf(x); f[34] = fmodf(x, y);
  a[0] = x < y; a[1] = x == y; a[2] = isnan(x); a[3] = isinf(x); a[4] = (int)x; a[5] = __float2int_rn(x); a[6] = __float2uint_rz(x);
  a[7] = __float_as_int(x); f[35] = __int_as_float(a[8]); f[36] = a[9]; f[37] = (unsigned)a[9]; f[38] = (float)(long long)a[9];
  f[39] = x != y ? z : x; f[40] = !(x >= y) ? 1.0f : 0.5f; f[41] = (short)a[1]; f[42] = (unsigned char)a[2]; f[43] = atan2f(x, y);
  f[44] = cbrtf(x); f[45] = erff(x); f[46] = exp2f(x); f[47] = ldexpf(x, a[0]); f[48] = nearbyintf(x); f[49] = __tanf(x);
}
extern "C" __global__ void doubles(double *f, const double *g, int *a, float *s) {
  double x = g[0], y = g[1], z = g[2];
  f[0] = x + y; f[1] = x - y; f[2] = x * y; f[3] = x / y; f[4] = fma(x, y, z); f[5] = sqrt(x); f[6] = fabs(x); f[7] = fmin(x, y);
  f[8] = fmax(x, y); f[9] = floor(x); f[10] = ceil(x); f[11] = trunc(x); f[12] = rint(x); f[13] = copysign(x, y); f[14] = 1.0 / x;
  f[15] = __dadd_rd(x, y); f[16] = __dmul_rz(x, y); f[17] = __ddiv_ru(x, y); f[18] = rsqrt(x); f[19] = exp(x); f[20] = log(x);
  f[21] = sin(x); f[22] = pow(x, y); f[23] = a[0]; f[24] = (unsigned)a[1]; f[25] = (long long)a[2] * 3; f[26] = s[0];
  a[3] = (int)x; a[4] = (unsigned)x; a[5] = (int)(long long)x; a[6] = x < y; a[7] = x != x; a[8] = __double2hiint(x); a[9] = __double2loint(y);
  s[1] = x; s[2] = (float)(x * y); f[27] = __hiloint2double(a[0], a[1]); a[10] = __double2int_rn(x); f[28] = __longlong_as_double(a[1]);
  f[29] = cosh(x); f[30] = fmod(x, y); f[31] = remainder(x, y); f[32] = round(x);
}
