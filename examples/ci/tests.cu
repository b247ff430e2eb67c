// A test program as a library of kernels has one: fifty launches, each answer checked on the host.
//
//   nvcc -gencode arch=compute_80,code=compute_80 -lineinfo tests.cu -o tests
//   ./syncopate cuda --check all -- ./tests
#include <cstdio>
#include <vector>

static int launches, failures;

static void expect(bool right, const char *test, int size) {
  if (!right) {
    failures++;
    printf("%s of %d: wrong\n", test, size);
  }
}

static void done(const char *what) {
  launches++;
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    failures++;
    printf("%s: %s\n", what, cudaGetErrorString(error));
  }
}

template <typename T> struct Array {
  T *device;
  int size;
  explicit Array(int n) : size(n) { cudaMalloc(&device, n * sizeof(T)); }
  explicit Array(const std::vector<T> &values) : Array((int)values.size()) {
    cudaMemcpy(device, values.data(), size * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Array() { cudaFree(device); }
  void clear() { cudaMemset(device, 0, size * sizeof(T)); }
  std::vector<T> get() const {
    std::vector<T> values(size);
    cudaMemcpy(values.data(), device, size * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
  }
};

static std::vector<int> numbers(int n, int below) {
  std::vector<int> values(n);
  unsigned state = 12345u + n;
  for (int &value : values) {
    state = state * 1664525u + 1013904223u;
    value = (int)(state >> 8) % below;
  }
  return values;
}

__global__ void axpy(int n, int a, const int *x, int *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += a * x[i];
}

__global__ void sum(int n, const int *in, int *total) {
  __shared__ int part[8];
  int value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < blockDim.x / 32; i++) value += part[i];
    atomicAdd(total, value);
  }
}

__global__ void scan(int n, const int *in, int *out, int *sums) {
  __shared__ int tile[256];
  int i = blockIdx.x * 256 + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < 256; step *= 2) {
    int before = threadIdx.x >= step ? tile[threadIdx.x - step] : 0;
    __syncthreads();
    tile[threadIdx.x] += before;
    __syncthreads();
  }
  if (i < n) out[i] = tile[threadIdx.x];
  if (threadIdx.x == 255) sums[blockIdx.x] = tile[255];
}

__global__ void add(int n, int *out, const int *sums) {
  int i = blockIdx.x * 256 + threadIdx.x;
  if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

__global__ void histogram(int n, const int *in, int *bins) {
  __shared__ int own[64];
  if (threadIdx.x < 64) own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[in[i]], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

__global__ void transpose(int n, const int *in, int *out) {
  __shared__ int tile[32][33];
  for (int row = threadIdx.y; row < 32; row += 8)
    tile[row][threadIdx.x] = in[(blockIdx.y * 32 + row) * n + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int row = threadIdx.y; row < 32; row += 8)
    out[(blockIdx.x * 32 + row) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][row];
}

// The last block to end adds up what the others have left.
__global__ void lastBlock(int n, const int *in, int *parts, unsigned *ended, int *total) {
  __shared__ bool last;
  int value = 0;
  for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32) value += in[i];
  value = __reduce_add_sync(~0u, value);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = value;
    __threadfence();
    last = atomicAdd(ended, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncwarp();
  if (last && threadIdx.x == 0) {
    int all = 0;
    for (int i = 0; i < gridDim.x; i++) all += parts[i];
    *total = all;
  }
}

__global__ void counter(int times, int *lock, int *value) {
  if (threadIdx.x != 0) return;
  for (int i = 0; i < times; i++) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *value += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

static long total(const std::vector<int> &values) {
  long all = 0;
  for (int value : values) all += value;
  return all;
}

int main() {
  for (int n : {1000, 4096, 20000, 65536, 100000}) {
    std::vector<int> values = numbers(n, 64);
    Array<int> in(values), out(n), one(1), bins(64);
    Array<unsigned> ended(1);
    int blocks = (n + 255) / 256;
    Array<int> sums(blocks), sumsOfSums(blocks), rest(1), parts(32);

    out.clear();
    axpy<<<blocks, 256>>>(n, 3, in.device, out.device);
    done("axpy");
    std::vector<int> got = out.get();
    bool right = true;
    for (int i = 0; i < n; i++) right &= got[i] == 3 * values[i];
    expect(right, "axpy", n);

    one.clear();
    sum<<<20, 256>>>(n, in.device, one.device);
    done("sum");
    expect(one.get()[0] == total(values), "sum", n);

    scan<<<blocks, 256>>>(n, in.device, out.device, sums.device);
    done("scan");
    std::vector<int> blockSums = sums.get();
    for (int i = 1; i < blocks; i++) blockSums[i] += blockSums[i - 1];
    cudaMemcpy(sums.device, blockSums.data(), blocks * sizeof(int), cudaMemcpyHostToDevice);
    add<<<blocks, 256>>>(n, out.device, sums.device);
    done("add");
    got = out.get();
    long before = 0;
    right = true;
    for (int i = 0; i < n; i++) right &= got[i] == (before += values[i]);
    expect(right, "scan", n);

    bins.clear();
    histogram<<<20, 256>>>(n, in.device, bins.device);
    done("histogram");
    std::vector<int> counted(64);
    for (int value : values) counted[value]++;
    expect(bins.get() == counted, "histogram", n);

    int side = 32 * (1 + n / 10000);
    std::vector<int> square = numbers(side * side, 1000);
    Array<int> from(square), to(side * side);
    for (int twice = 0; twice < 2; twice++) {
      transpose<<<dim3(side / 32, side / 32), dim3(32, 8)>>>(side, twice ? to.device : from.device, twice ? from.device : to.device);
      done("transpose");
    }
    got = to.get();
    right = from.get() == square;
    for (int y = 0; y < side; y++)
      for (int x = 0; x < side; x++) right &= got[x * side + y] == square[y * side + x];
    expect(right, "transpose", side);

    ended.clear();
    lastBlock<<<32, 32>>>(n, in.device, parts.device, ended.device, one.device);
    done("last block");
    expect(one.get()[0] == total(values), "last block", n);

    Array<int> lock(1);
    lock.clear();
    one.clear();
    counter<<<8, 32>>>(n / 1000, lock.device, one.device);
    done("counter");
    expect(one.get()[0] == 8 * (n / 1000), "counter", n);

    one.clear();
    sum<<<1, 32>>>(1000, in.device, one.device);
    done("sum");
    values.resize(1000);
    expect(one.get()[0] == total(values), "sum of one warp", 1000);
  }
  printf("%d launches, %d failures\n", launches, failures);
  return failures != 0;
}
