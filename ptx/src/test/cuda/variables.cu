// Variables with initial values, constants, and the state spaces a pointer may reach.
__constant__ float weights[5] = {1.0f, -2.5f, 3e-5f, 0.0f, 1e30f};
__constant__ short shorts[3] = {1, -2, 3};
__constant__ unsigned char bytes[4][2] = {{1}, {2, 3}};
__constant__ double pi = 3.141592653589793;
__constant__ int2 pairs[2] = {{1, 2}, {3, 4}};
__device__ int counter = 42;
__device__ int zeroed[1000];
__device__ float *pointer;
__device__ int *alias = &counter;
__device__ int *inside = &zeroed[17];
__device__ const char *names[] = {"alpha", "beta"};
struct Node { int key; Node *next; char tag; };
__device__ Node tail = {2, nullptr, 'b'};
__device__ Node head = {1, &tail, 'a'};
__device__ volatile int flag;
struct __attribute__((packed)) Packed { char c; int *p; short s; };
__device__ Packed packed = {'x', &zeroed[2], 7};

extern "C" __global__ void reads(float *out, int i) {
  out[0] = weights[i] + shorts[i] + bytes[i][1] + (float)pi + pairs[1].x + weights[2];
  out[1] = counter + zeroed[i] + *alias + *inside + names[i][0] + head.next->key + packed.s + *packed.p;
  if (pointer) *pointer = 1;
  while (flag == 0) {}
  atomicAdd(&counter, 1);
}

struct Argument { int n; float values[12]; int *target; };
extern "C" __global__ void byvalue(Argument argument, const Argument other, char c, short s, bool b, float4 v) {
  float sum = c + s + b + v.z;
  for (int i = 0; i < argument.n; i++) sum += argument.values[i] * other.values[other.n - i];
  argument.target[0] = (int)sum;
  argument.values[c & 7] = 3;
  other.target[1] = (int)argument.values[s & 7];
}
extern "C" __global__ void inplace(const __grid_constant__ Argument argument, int i) {
  const float *p = i ? argument.values : weights;
  argument.target[0] = (int)p[i];
}

__device__ __noinline__ int load(const int *p) { return *p; }
extern "C" __global__ void generic(int *out, int i) {
  __shared__ int s[4];
  int l[4] = {i, 2, 3, 4};
  s[threadIdx.x & 3] = i;
  __syncthreads();
  const int *p = i == 0 ? out : i == 1 ? s : i == 2 ? l : (const int *)pairs;
  out[1] = load(p + (i & 1));
  out[2] = __isGlobal(p) + 2 * __isShared(p) + 4 * __isLocal(p) + 8 * __isConstant(p);
  out[3] = (int)__cvta_generic_to_shared(s);
}

extern "C" __global__ void spaces(const float4 *__restrict__ in, float4 *out, const double2 *d, uchar4 *c, short4 *h, longlong2 *l) {
  int i = threadIdx.x;
  float4 v = __ldg(in + i);
#ifndef __clang__
  v.x += __ldcg((const float *)in + i) + __ldca((const float *)in) + __ldcs((const float *)in) + __ldcv((const float *)in + 1);
#endif
  out[i] = v;
#ifndef __clang__
  __stcg((float *)out, 1.0f); __stwt((float *)out + 1, 2.0f); __stcs((int *)out, 2); __stwb((int *)out, 3);
#endif
  double2 e = __ldg(d + i);
  out[i + 1].x = e.x * e.y;
  uchar4 u = c[i]; c[i + 1] = make_uchar4(u.w, u.x, u.y, u.z);
  short4 w = h[i]; h[i + 1] = make_short4(w.w, w.x, w.y, w.z);
  longlong2 m = l[i]; l[i + 1] = make_longlong2(m.y, m.x);
  ((volatile float *)out)[3] = ((volatile float *)out)[4];
  ((volatile unsigned char *)out)[5] = ((volatile unsigned char *)out)[6];
}
