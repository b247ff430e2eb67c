// Runs the kernels of calibrate.cu on a GPU and prints what they take, a line "name,value" each:
//
//   nvcc -O3 -std=c++17 -arch=native -I .. -I ../../resources/dev/syncopate/workload/calibrate calibrate.cu -o calibrate
//   ./calibrate > gpu.csv
//   ./syncopate calibrate titanv-80sm --hardware gpu.csv
#include "../calibrate.cu"
#include "../calibrate_async.cu"
#include "../calibrate_cluster.cu"

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

enum Ctas { ONE, ALL, PAIR };
enum SetUp { NONE, RING, COLD_RING, COLD };
enum By { CLOCK, LAUNCH };
static const int CYCLES = 0;

static const long long SWEPT = 1LL << 27;  // where what is swept begins
static const int ROUNDS = 5;               // the shortest counts

typedef void (*Kernel)(char *, long long *, int, int, int);

static void check(cudaError_t error, const char *what) {
  if (error != cudaSuccess) {
    std::fprintf(stderr, "error: %s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
  }
}

struct Gpu {
  cudaDeviceProp properties{};
  double kilohertz = 0;
  char *memory = nullptr;
  long long *times = nullptr;
  int warps = 0;
  int swept = 0;
  cudaEvent_t begin{}, end{};

  Gpu() {
    int device = 0, rate = 0;
    check(cudaGetDevice(&device), "no GPU");
    check(cudaGetDeviceProperties(&properties, device), "properties");
    check(cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, device), "clock rate");
    kilohertz = rate;
    swept = 2 * properties.l2CacheSize;
    warps = properties.multiProcessorCount * 32;
    check(cudaMalloc(&memory, SWEPT + swept), "memory");
    check(cudaMemset(memory, 0, SWEPT + swept), "memory");
    check(cudaMalloc(&times, 2LL * warps * sizeof(long long)), "times");
    check(cudaEventCreate(&begin), "event");
    check(cudaEventCreate(&end), "event");
  }

  // A pair is a cluster.
  void launch(Kernel kernel, Ctas ctas, int threads, int steps, int a, int b) {
    cudaLaunchConfig_t config{};
    cudaLaunchAttribute cluster{};
    config.gridDim = dim3(ctas == ONE ? 1 : ctas == PAIR ? 2 : properties.multiProcessorCount);
    config.blockDim = dim3(threads);
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = 2;
    cluster.val.clusterDim.y = 1;
    cluster.val.clusterDim.z = 1;
    config.attrs = &cluster;
    config.numAttrs = ctas == PAIR ? 1 : 0;
    check(cudaLaunchKernelEx(&config, kernel, memory, times, steps, a, b), "launch");
  }

  // Cycles that a kernel takes.
  double run(Kernel kernel, Ctas ctas, int threads, int steps, int a, int b, SetUp setUp, By by) {
    if (setUp == RING || setUp == COLD_RING) {
      ring<<<1, 256>>>(memory, times, 0, a, b);
    }
    if (setUp == COLD || setUp == COLD_RING) {
      sweep<<<properties.multiProcessorCount, 256>>>(memory, times, 0, static_cast<int>(SWEPT), swept);
    }
    check(cudaMemset(times, 0, 2LL * warps * sizeof(long long)), "times");
    check(cudaEventRecord(begin), "event");
    launch(kernel, ctas, threads, steps, a, setUp == COLD_RING ? 0 : b);
    check(cudaEventRecord(end), "event");
    check(cudaDeviceSynchronize(), "kernel");
    if (by == LAUNCH) {
      float milliseconds = 0;
      check(cudaEventElapsedTime(&milliseconds, begin, end), "event");
      return milliseconds * kilohertz;
    }
    std::vector<long long> all(2 * warps);
    check(cudaMemcpy(all.data(), times, all.size() * sizeof(long long), cudaMemcpyDeviceToHost), "times");
    long long first = 0, last = 0;
    for (int i = 0; i < warps; i++) {
      if (all[2 * i + 1] != 0) {
        first = first == 0 || all[2 * i] < first ? all[2 * i] : first;
        last = all[2 * i + 1] > last ? all[2 * i + 1] : last;
      }
    }
    return static_cast<double>(last - first);
  }

  void measure(const char *name, Kernel kernel, Ctas ctas, int threads, int steps, int a, int b, SetUp setUp,
               By by, int perStep) {
    double once = 0, twice = 0;
    for (int round = 0; round < ROUNDS; round++) {
      double n = run(kernel, ctas, threads, steps, a, b, setUp, by);
      double n2 = run(kernel, ctas, threads, 2 * steps, a, b, setUp, by);
      once = round == 0 || n < once ? n : once;
      twice = round == 0 || n2 < twice ? n2 : twice;
    }
    double more = twice - once;
    double work = 1.0 * steps * threads * (ctas == ONE || ctas == PAIR ? 1 : properties.multiProcessorCount) * perStep;
    std::printf("%s,%.3f\n", name, perStep == CYCLES ? more / steps : work / more);
    std::fflush(stdout);
  }
};

int main() {
  Gpu gpu;
  std::printf("# %s, %d units, %.0f MHz\n", gpu.properties.name, gpu.properties.multiProcessorCount,
              gpu.kilohertz / 1000);
#define MEASUREMENT(name, kernel, ctas, threads, steps, a, b, setUp, by, perStep, unit) \
  gpu.measure(#name, kernel, ctas, threads, steps, a, b, setUp, by, perStep);
#define ASYNCHRONOUS(name, kernel, ctas, threads, steps, a, b, setUp, by, perStep, unit) \
  if (gpu.properties.major >= 9) gpu.measure(#name, kernel, ctas, threads, steps, a, b, setUp, by, perStep);
#define CLUSTERED ASYNCHRONOUS
#include "measurements.inc"
  return 0;
}
