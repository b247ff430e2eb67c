// Programs of a hundred and more launches, to compare ./syncopate cuda --sample auto with a run in cycles:
//   nvcc -gencode arch=compute_80,code=compute_80 examples/sampling/iterations.cu -o /tmp/iterations
//   ./syncopate cuda --sample auto -- /tmp/iterations jacobi 256 100
// Each compares its result with the host's and prints a checksum of it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <vector>

#define CHECK(call)                                                             \
  do {                                                                          \
    cudaError_t error = call;                                                   \
    if (error != cudaSuccess) {                                                 \
      printf("%s: %s\n", #call, cudaGetErrorString(error));                     \
      exit(1);                                                                  \
    }                                                                           \
  } while (0)

template <typename T>
static T* onDevice(const std::vector<T>& values) {
  T* pointer;
  CHECK(cudaMalloc(&pointer, values.size() * sizeof(T)));
  CHECK(cudaMemcpy(pointer, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  return pointer;
}

template <typename T>
static int finish(const char* name, const T* pointer, const std::vector<T>& expected) {
  std::vector<T> result(expected.size());
  CHECK(cudaMemcpy(result.data(), pointer, result.size() * sizeof(T), cudaMemcpyDeviceToHost));
  uint64_t checksum = 1469598103934665603u;
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(result.data());
  for (size_t i = 0; i < result.size() * sizeof(T); i++) {
    checksum = (checksum ^ bytes[i]) * 1099511628211u;
  }
  bool right = memcmp(result.data(), expected.data(), result.size() * sizeof(T)) == 0;
  printf("%s: %s, checksum %016llx\n", name, right ? "right" : "WRONG", (unsigned long long)checksum);
  return right ? 0 : 1;
}

// ---- five-point stencil, two arrays in turn ----

__global__ void jacobi(const float* from, float* to, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
    int i = y * n + x;
    to[i] = ((from[i - 1] + from[i + 1]) + (from[i - n] + from[i + n])) * 0.25f;
  }
}

static int runJacobi(int n, int iterations) {
  std::mt19937 random(1);
  std::vector<float> a(n * n);
  for (float& value : a) value = random() % 1000;
  std::vector<float> b = a;
  float* from = onDevice(a);
  float* to = onDevice(a);
  dim3 block(32, 8), grid((n + 31) / 32, (n + 7) / 8);
  for (int k = 0; k < iterations; k++) {
    jacobi<<<grid, block>>>(from, to, n);
    std::swap(from, to);
    for (int y = 1; y < n - 1; y++) {
      for (int x = 1; x < n - 1; x++) {
        int i = y * n + x;
        b[i] = ((a[i - 1] + a[i + 1]) + (a[i - n] + a[i + n])) * 0.25f;
      }
    }
    std::swap(a, b);
  }
  CHECK(cudaDeviceSynchronize());
  return finish("jacobi", from, a);
}

// ---- bitonic sort: strides from 1 to half of the array ----

__global__ void exchange(unsigned* values, int stride, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int partner = i ^ stride;
  if (partner > i) {
    unsigned low = values[i], high = values[partner];
    if ((low > high) == ((i & size) == 0)) {
      values[i] = high;
      values[partner] = low;
    }
  }
}

static int runSort(int n) {
  std::mt19937 random(2);
  std::vector<unsigned> values(n);
  for (unsigned& value : values) value = random();
  unsigned* device = onDevice(values);
  for (int size = 2; size <= n; size *= 2) {
    for (int stride = size / 2; stride > 0; stride /= 2) {
      exchange<<<n / 256, 256>>>(device, stride, size);
    }
  }
  CHECK(cudaDeviceSynchronize());
  std::sort(values.begin(), values.end());
  return finish("sort", device, values);
}

// ---- breadth-first search by levels: on a square of vertices with some random arcs left out ----

__global__ void level(const int* first, const int* arcs, int* levels, int n, int current, int* more) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && levels[v] == current) {
    for (int e = first[v]; e < first[v + 1]; e++) {
      if (levels[arcs[e]] < 0) {
        levels[arcs[e]] = current + 1;
        *more = 1;
      }
    }
  }
}

static int runBfs(int width) {
  int n = width * width;
  std::mt19937 random(3);
  std::vector<int> first{0}, arcs;
  for (int v = 0; v < n; v++) {
    int x = v % width, y = v / width;
    if (x > 0 && random() % 8) arcs.push_back(v - 1);
    if (x < width - 1 && random() % 8) arcs.push_back(v + 1);
    if (y > 0 && random() % 8) arcs.push_back(v - width);
    if (y < width - 1 && random() % 8) arcs.push_back(v + width);
    first.push_back(arcs.size());
  }
  std::vector<int> levels(n, -1), frontier{0};
  levels[0] = 0;
  std::vector<int> start = levels;
  for (int current = 0; !frontier.empty(); current++) {
    std::vector<int> next;
    for (int v : frontier) {
      for (int e = first[v]; e < first[v + 1]; e++) {
        if (levels[arcs[e]] < 0) {
          levels[arcs[e]] = current + 1;
          next.push_back(arcs[e]);
        }
      }
    }
    frontier = next;
  }
  int* deviceFirst = onDevice(first);
  int* deviceArcs = onDevice(arcs);
  int* deviceLevels = onDevice(start);
  int* more = onDevice(std::vector<int>{0});
  int again = 1;
  for (int current = 0; again; current++) {
    again = 0;
    CHECK(cudaMemcpy(more, &again, sizeof again, cudaMemcpyHostToDevice));
    level<<<(n + 255) / 256, 256>>>(deviceFirst, deviceArcs, deviceLevels, n, current, more);
    CHECK(cudaMemcpy(&again, more, sizeof again, cudaMemcpyDeviceToHost));
  }
  return finish("bfs", deviceLevels, levels);
}

// ---- scattered updates of a histogram, by one kernel, and its prefix sums by another ----

__global__ void count(const unsigned* keys, unsigned* bins, int n, int mask) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&bins[(keys[i] * 2654435761u) & mask], keys[i] & 7);
  }
}

__global__ void rehash(unsigned* keys, const unsigned* bins, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) keys[i] = keys[i] * 1664525u + bins[keys[i] & mask];
}

static int runScatter(int n, int iterations) {
  std::mt19937 random(4);
  int mask = n / 4 - 1;
  std::vector<unsigned> keys(n), bins(mask + 1, 0);
  for (unsigned& key : keys) key = random();
  unsigned* deviceKeys = onDevice(keys);
  unsigned* deviceBins = onDevice(bins);
  for (int k = 0; k < iterations; k++) {
    count<<<n / 1024, 256>>>(deviceKeys, deviceBins, n, mask);
    rehash<<<n / 256, 256>>>(deviceKeys, deviceBins, n, mask);
    for (unsigned key : keys) bins[(key * 2654435761u) & mask] += key & 7;
    for (unsigned& key : keys) key = key * 1664525u + bins[key & mask];
  }
  CHECK(cudaDeviceSynchronize());
  return finish("scatter", deviceKeys, keys);
}

// ---- a filter of 17 taps, launched again and again on the same input, as programs do that measure a kernel ----

static const int TAPS = 17;

__global__ void filter(const float* in, const float* taps, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float sum = 0;
    for (int k = 0; k < TAPS; k++) sum = fmaf(taps[k], in[i + k], sum);
    out[i] = sum;
  }
}

static int runFilter(int n, int iterations) {
  std::mt19937 random(5);
  std::vector<float> in(n + TAPS), taps(TAPS), out(n, 0);
  for (float& value : in) value = random() % 1000;
  for (float& value : taps) value = random() % 16;
  float* deviceIn = onDevice(in);
  float* deviceTaps = onDevice(taps);
  float* deviceOut = onDevice(out);
  for (int k = 0; k < iterations; k++) {
    filter<<<(n + 255) / 256, 256>>>(deviceIn, deviceTaps, deviceOut, n);
  }
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < TAPS; k++) out[i] = fmaf(taps[k], in[i + k], out[i]);
  }
  return finish("filter", deviceOut, out);
}

// ---- a transposition, launched again and again: each launch writes every line of its result ----

static const int TILE = 32;

__global__ void transpose(const float* in, float* out, int n) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int row = 0; row < TILE; row += blockDim.y) {
    tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * n + x];
  }
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
  for (int row = 0; row < TILE; row += blockDim.y) {
    out[(y + row) * n + x] = tile[threadIdx.x][threadIdx.y + row];
  }
}

static int runTranspose(int n, int iterations) {
  dim3 tiles(n / TILE, n / TILE);
  std::mt19937 random(6);
  std::vector<float> in((size_t)n * n), out(in.size(), 0);
  for (float& value : in) value = random() % 1000;
  float* deviceIn = onDevice(in);
  float* deviceOut = onDevice(out);
  for (int k = 0; k < iterations; k++) {
    transpose<<<tiles, dim3(TILE, 8)>>>(deviceIn, deviceOut, n);
  }
  CHECK(cudaDeviceSynchronize());
  for (int y = 0; y < n; y++) {
    for (int x = 0; x < n; x++) out[(size_t)x * n + y] = in[(size_t)y * n + x];
  }
  return finish("transpose", deviceOut, out);
}

int main(int count, char** words) {
  const char* what = count > 1 ? words[1] : "";
  int size = count > 2 ? atoi(words[2]) : 0;
  int iterations = count > 3 ? atoi(words[3]) : 100;
  if (size > 0 && !strcmp(what, "jacobi")) return runJacobi(size, iterations);
  if (size > 0 && !strcmp(what, "sort")) return runSort(size);
  if (size > 0 && !strcmp(what, "bfs")) return runBfs(size);
  if (size > 0 && !strcmp(what, "scatter")) return runScatter(size, iterations);
  if (size > 0 && !strcmp(what, "filter")) return runFilter(size, iterations);
  if (size > 0 && size % TILE == 0 && !strcmp(what, "transpose")) return runTranspose(size, iterations);
  printf("usage: iterations jacobi|scatter|filter|transpose SIZE [ITERATIONS], iterations sort|bfs SIZE\n"
         "the SIZE of a transposition is a multiple of 32\n");
  return 2;
}
