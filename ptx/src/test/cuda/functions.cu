// Functions that are called and not inlined: structures by value, pointers to functions, virtual
// functions, switches.
#include <cstdio>
struct Pair { int a; float b; };
struct Wide { double d; long long l; char c; short s; float v[5]; };
struct Odd { char c[3]; };

__device__ __noinline__ int twice(int x) { return x * 2 + threadIdx.x; }
__device__ __noinline__ Pair swapped(Pair p) { Pair r; r.a = (int)p.b; r.b = p.a; return r; }
__device__ __noinline__ Wide widened(Wide w, int i) { w.v[i] += w.s; w.d *= w.c; w.l += twice(i); return w; }
__device__ __noinline__ Odd turned(Odd o) { Odd r; r.c[0] = o.c[2]; r.c[1] = o.c[0]; r.c[2] = o.c[1]; return r; }
__device__ __noinline__ bool positive(double x) { return x > 0; }
__device__ __noinline__ signed char narrow(short s, unsigned char c) { return s + c; }
__device__ __noinline__ float4 vector(float4 v, float2 w) { return make_float4(v.w + w.x, v.z, v.y * w.y, v.x); }
__device__ __noinline__ int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }

extern "C" __global__ void direct(int *out, Wide *wide, float4 *f, double *d) {
  Pair p; p.a = out[0]; p.b = out[1];
  p = swapped(p);
  out[2] = p.a; out[3] = (int)p.b;
  wide[1] = widened(wide[0], out[4] & 3);
  Odd o; o.c[0] = out[5]; o.c[1] = out[6]; o.c[2] = 3;
  o = turned(o);
  out[7] = o.c[1];
  out[8] = positive(d[0]) ? narrow(out[9], out[10]) : twice(twice(out[11]));
  f[0] = vector(f[1], make_float2(out[0], 2));
  int local[8];
  for (int i = 0; i < 8; i++) local[i] = out[i] * i;
  local[out[12] & 7] = 5;
  out[13] = sum(local, 8) + sum(out, 3);
}

typedef int (*Binary)(int, int);
__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int mul(int a, int b) { return a * b; }
__device__ __noinline__ int apply(Binary f, int a, int b) { return f(a, b) + f(b, a); }
__device__ Binary table[3] = {add, mul, nullptr};
typedef Pair (*Turn)(Pair);
__device__ Turn turns[2] = {swapped, nullptr};

extern "C" __global__ void pointers(int *out) {
  out[0] = table[out[1] & 1](out[2], out[3]);
  Binary f = out[4] ? add : mul;
  out[5] = apply(f, out[6], out[7]);
  Pair p; p.a = 1; p.b = out[8];
  out[9] = turns[0](p).a;
}

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float s; __device__ Square(float s) : s(s) {}
  __device__ float area() const override { return s * s; }
};
struct Circle : Shape {
  float r; __device__ Circle(float r) : r(r) {}
  __device__ float area() const override { return 3.14f * r * r; }
};
extern "C" __global__ void virtuals(float *out, int *which) {
  Square s(out[0]); Circle c(out[1]);
  Shape *shape = which[threadIdx.x] ? (Shape *)&s : (Shape *)&c;
  out[2] = shape->area();
}

extern "C" __global__ void switches(int *out) {
  int x = out[threadIdx.x], r;
  switch (out[threadIdx.x + 32]) {
    case 0: r = x + 1; break;
    case 1: r = x * 3; break;
    case 2: r = x ^ 5; break;
    case 3: r = x << 2; break;
    case 4: r = twice(x); break;
    case 5: r = x / 7; break;
    case 6: r = -x; break;
    case 7: r = atomicAdd(out, 1); break;
    case 8: __syncwarp(); r = 1; break;
    default: r = 0;
  }
  out[threadIdx.x] = r;
  while (true) {
    int v = out[r & 31];
    if (v < 0) continue;
    if (v == 100) break;
    if (v > 200) return;
    out[r & 31] = v + 1;
  }
  out[64] = r;
}
