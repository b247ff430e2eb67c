// Barriers of every kind, static and dynamic shared memory.
extern __shared__ float dynamic_floats[];
extern __shared__ double dynamic_doubles[];
__shared__ int module_scope[32];

extern "C" __global__ void reduce(const float *in, float *out, int n) {
  __shared__ float tile[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  tile[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half) tile[t] += tile[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}

extern "C" __global__ void __launch_bounds__(256, 2) dynamic(float *data, double *wide, int n) {
  dynamic_floats[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = dynamic_floats[n - 1 - threadIdx.x];
  __syncthreads();
  dynamic_doubles[threadIdx.x] = wide[threadIdx.x];
  module_scope[threadIdx.x & 31] = threadIdx.y;
  __syncthreads();
  wide[threadIdx.x] = dynamic_doubles[threadIdx.x ^ 1] + module_scope[threadIdx.z & 31];
}

extern "C" __global__ void votes(int *out, const int *in) {
  int p = in[threadIdx.x] > 0;
  out[0] = __syncthreads_count(p);
  out[1] = __syncthreads_and(p);
  out[2] = __syncthreads_or(p);
  asm volatile("bar.sync 1, 64;" ::: "memory");
  asm volatile("bar.arrive 2, 128;" ::: "memory");
  asm volatile("barrier.sync 3, %0;" ::"r"(blockDim.x) : "memory");
  __shared__ struct { char c; short s; int i; long long l; char4 v; short2 w; float4 f; } mixed;
  if (p) { mixed.c = in[1]; mixed.s = in[2]; mixed.i = in[3]; mixed.l = in[4];
    mixed.v = make_char4(1, 2, 3, in[5]); mixed.w = make_short2(in[6], 2);
    mixed.f = make_float4(1, 2, 3, in[7]); }
  __syncthreads();
  out[3] = mixed.c + mixed.s + mixed.i + (int)mixed.l + mixed.v.w + mixed.w.x + (int)mixed.f.w;
}

template <int N> __device__ void transpose(float (&tile)[N][N + 1], float *a) {
  for (int i = 0; i < N; i += 8) tile[threadIdx.y + i][threadIdx.x] = a[(threadIdx.y + i) * N + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < N; i += 8) a[(threadIdx.y + i) * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y + i];
}
extern "C" __global__ void transpose16(float *a) { __shared__ float t[16][17]; transpose<16>(t, a); }
extern "C" __global__ void transpose32(float *a) { __shared__ float t[32][33]; transpose<32>(t, a); }
