// Kernels of ordinary programs that keep from few to very many values in registers.

// A tile of a matrix product, each thread computing 4 x 4 elements.
__global__ void matmul_blocked(const float *a, const float *b, float *c, int n) {
  __shared__ float as[16][64];
  __shared__ float bs[16][64];
  float sum[4][4] = {};
  int row = blockIdx.y * 64, column = blockIdx.x * 64;
  int x = threadIdx.x % 16, y = threadIdx.x / 16;
  for (int k = 0; k < n; k += 16) {
    for (int i = 0; i < 4; i++) {
      as[x][y + 16 * i] = a[(row + y + 16 * i) * n + k + x];
      bs[y][x + 16 * i] = b[(k + y) * n + column + x + 16 * i];
    }
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; j++) {
      for (int i = 0; i < 4; i++) {
        for (int l = 0; l < 4; l++) {
          sum[i][l] += as[j][4 * y + i] * bs[j][4 * x + l];
        }
      }
    }
    __syncthreads();
  }
  for (int i = 0; i < 4; i++) {
    for (int l = 0; l < 4; l++) {
      c[(row + 4 * y + i) * n + column + 4 * x + l] = sum[i][l];
    }
  }
}

__global__ void matmul_plain(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k++) {
    sum += a[row * n + k] * b[k * n + column];
  }
  c[row * n + column] = sum;
}

// A 7-point stencil that marches along z with a register queue.
__global__ void stencil_3d(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) {
    return;
  }
  int plane = nx * ny, at = y * nx + x;
  float below = in[at], here = in[at + plane];
  for (int z = 1; z < nz - 1; z++) {
    float above = in[at + (z + 1) * plane];
    int i = at + z * plane;
    out[i] = 0.4f * here + 0.1f * (below + above + in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx]);
    below = here;
    here = above;
  }
}

// All pairs of bodies, from shared memory.
__global__ void nbody(const float4 *bodies, float4 *forces, int n) {
  extern __shared__ float4 tile[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = bodies[i];
  float3 force = {0, 0, 0};
  for (int from = 0; from < n; from += blockDim.x) {
    tile[threadIdx.x] = bodies[from + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockDim.x; j++) {
      float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-6f);
      float s = tile[j].w * inverse * inverse * inverse;
      force.x += s * dx;
      force.y += s * dy;
      force.z += s * dz;
    }
    __syncthreads();
  }
  forces[i] = make_float4(force.x, force.y, force.z, 0);
}

__device__ float normal(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
  float value = 0.39894228f * expf(-0.5f * d * d)
      * (k * (0.31938153f + k * (-0.35656378f + k * (1.7814779f + k * (-1.8212559f + k * 1.3302744f)))));
  return d > 0 ? 1.0f - value : value;
}

__global__ void black_scholes(const float *price, const float *strike, const float *years, float *call,
                              float *put, float rate, float volatility, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    float root = sqrtf(years[i]);
    float d1 = (logf(price[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i])
        / (volatility * root);
    float d2 = d1 - volatility * root;
    float discount = expf(-rate * years[i]);
    call[i] = price[i] * normal(d1) - strike[i] * discount * normal(d2);
    put[i] = strike[i] * discount * (1 - normal(d2)) - price[i] * (1 - normal(d1));
  }
}

__device__ unsigned rotate(unsigned x, int n) { return x >> n | x << (32 - n); }

__constant__ unsigned rounds[64];

// One block of a hash: sixteen words that are always alive.
__global__ void sha256_block(const unsigned *blocks, unsigned *digests, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  unsigned w[16], s[8];
  for (int j = 0; j < 16; j++) {
    w[j] = blocks[16 * i + j];
  }
  for (int j = 0; j < 8; j++) {
    s[j] = digests[8 * i + j];
  }
#pragma unroll
  for (int r = 0; r < 64; r++) {
    if (r >= 16) {
      unsigned a = w[(r + 1) & 15], b = w[(r + 14) & 15];
      w[r & 15] += (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[(r + 9) & 15]
          + (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
    unsigned t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25))
        + (s[4] & s[5] ^ ~s[4] & s[6]) + rounds[r] + w[r & 15];
    unsigned t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22))
        + (s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]);
    s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + t1;
    s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = t1 + t2;
  }
  for (int j = 0; j < 8; j++) {
    digests[8 * i + j] += s[j];
  }
}

__global__ void mandelbrot(int *out, int width, double x0, double y0, double step, int limit) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  double cx = x0 + x * step, cy = y0 + y * step, zx = 0, zy = 0;
  int i = 0;
  while (i < limit && zx * zx + zy * zy < 4) {
    double t = zx * zx - zy * zy + cx;
    zy = 2 * zx * zy + cy;
    zx = t;
    i++;
  }
  out[y * width + x] = i;
}

// A radix-8 step of a Fourier transform, all in registers.
__global__ void fft8(float2 *data, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float2 v[8];
  for (int j = 0; j < 8; j++) {
    v[j] = data[i + j * stride];
  }
#pragma unroll
  for (int half = 4; half > 0; half /= 2) {
#pragma unroll
    for (int j = 0; j < 8; j++) {
      if ((j & half) == 0) {
        float2 a = v[j], b = v[j + half];
        float c = cosf(j * 0.7853982f), s = sinf(j * 0.7853982f);
        v[j] = make_float2(a.x + b.x, a.y + b.y);
        float dx = a.x - b.x, dy = a.y - b.y;
        v[j + half] = make_float2(c * dx - s * dy, s * dx + c * dy);
      }
    }
  }
  for (int j = 0; j < 8; j++) {
    data[i + j * stride] = v[j];
  }
}

// Odd-even merging of 16 keys that stay in registers.
__global__ void sort16(int *keys) {
  int i = 16 * (blockIdx.x * blockDim.x + threadIdx.x);
  int k[16];
#pragma unroll
  for (int j = 0; j < 16; j++) {
    k[j] = keys[i + j];
  }
#pragma unroll
  for (int p = 1; p < 16; p *= 2) {
#pragma unroll
    for (int q = p; q > 0; q /= 2) {
#pragma unroll
      for (int j = 0; j < 16; j++) {
        if ((j & q) == 0 && j + q < 16 && (j / (2 * p)) == ((j + q) / (2 * p))) {
          int low = min(k[j], k[j + q]), high = max(k[j], k[j + q]);
          k[j] = low, k[j + q] = high;
        }
      }
    }
  }
#pragma unroll
  for (int j = 0; j < 16; j++) {
    keys[i + j] = k[j];
  }
}

__global__ void spmv(const int *rows, const int *columns, const double *values, const double *x,
                     double *y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    double sum = 0;
    for (int i = rows[row]; i < rows[row + 1]; i++) {
      sum += values[i] * x[columns[i]];
    }
    y[row] = sum;
  }
}

// LU without pivoting of 6 x 6 matrices, one a thread.
__global__ void lu6(double *matrices, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) {
    return;
  }
  double m[6][6];
#pragma unroll
  for (int i = 0; i < 36; i++) {
    m[i / 6][i % 6] = matrices[i * n + t];
  }
#pragma unroll
  for (int k = 0; k < 6; k++) {
#pragma unroll
    for (int i = k + 1; i < 6; i++) {
      m[i][k] /= m[k][k];
#pragma unroll
      for (int j = k + 1; j < 6; j++) {
        m[i][j] -= m[i][k] * m[k][j];
      }
    }
  }
#pragma unroll
  for (int i = 0; i < 36; i++) {
    matrices[i * n + t] = m[i / 6][i % 6];
  }
}

// 128-bit loads and stores.
__global__ void saxpy4(float4 *y, const float4 *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 p = x[i], q = y[i];
    q.x += a * p.x, q.y += a * p.y, q.z += a * p.z, q.w += a * p.w;
    y[i] = q;
  }
}

__global__ void scan_block(const int *in, int *out, int *sums, int n) {
  __shared__ int warps[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int value = i < n ? in[i] : 0, sum = value;
  for (int d = 1; d < 32; d *= 2) {
    int other = __shfl_up_sync(~0u, sum, d);
    sum += lane >= d ? other : 0;
  }
  if (lane == 31) {
    warps[warp] = sum;
  }
  __syncthreads();
  if (warp == 0) {
    int w = warps[lane];
    for (int d = 1; d < 32; d *= 2) {
      int other = __shfl_up_sync(~0u, w, d);
      w += lane >= d ? other : 0;
    }
    warps[lane] = w;
  }
  __syncthreads();
  sum += warp > 0 ? warps[warp - 1] : 0;
  if (i < n) {
    out[i] = sum - value;
  }
  if (threadIdx.x == blockDim.x - 1) {
    sums[blockIdx.x] = sum;
  }
}

// Functions that are called: by name, one from another, and through an address.
__device__ __noinline__ double leaf(double x, double y) { return x * y + sin(x) * cos(y); }
__device__ __noinline__ double middle(double x, double y, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += leaf(x + i, y - i);
  }
  return sum;
}
__global__ void calls_chain(double *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  double a = data[i], b = data[i + n];
  data[i] = a + middle(a, b, n) * b;
}

typedef float (*Shape)(float, float);
__device__ __noinline__ float circle(float a, float b) { return 3.14159f * a * a; }
__device__ __noinline__ float box(float a, float b) { return a * b; }
__device__ __noinline__ float heron(float a, float b) {
  float s = (a + b + a * b) / 2;
  return sqrtf(s * (s - a) * (s - b) * fabsf(s - a * b));
}
__device__ Shape shapes[3] = {circle, box, heron};
__global__ void calls_indirect(const int *kinds, const float2 *sizes, float *areas, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    areas[i] = shapes[kinds[i]](sizes[i].x, sizes[i].y);
  }
}

// Direct convolution with a 5 x 5 filter held in registers.
__global__ void convolve5(const float *image, const float *filter, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width - 4) {
    return;
  }
  float f[25];
#pragma unroll
  for (int i = 0; i < 25; i++) {
    f[i] = filter[i];
  }
  for (int y = 0; y < height - 4; y++) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 25; i++) {
      sum += f[i] * image[(y + i / 5) * width + x + i % 5];
    }
    out[y * width + x] = sum;
  }
}

__global__ void empty() {}
__global__ void one_store(int *out) { out[threadIdx.x] = 1; }
