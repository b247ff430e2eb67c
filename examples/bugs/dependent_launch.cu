// A launch that may start before the launch before it is over (programmatic dependent launch), with its wait missing, too
// late, and right. A program:
//
//   nvcc -arch=sm_90 -lineinfo -cudart shared dependent_launch.cu -o dependent_launch
//   syncopate cuda --check races ./dependent_launch missing
//   syncopate cuda --perturb 20 ./dependent_launch missing
#include <cstdio>
#include <cstring>

constexpr unsigned N = 1024;

// Lets the launch behind it start, and writes on.
__global__ void produce(unsigned *data, unsigned *scale) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  cudaTriggerProgrammaticLaunchCompletion();
  data[i] = i;
  if (i == 0) *scale = 3;
}

enum Wait { MISSING, LATE, RIGHT };

// Reads what it has written.
template <Wait wait> __global__ void consume(const unsigned *data, const unsigned *scale, unsigned *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (wait == RIGHT) cudaGridDependencySynchronize();
  unsigned factor = *scale;
  if (wait == LATE) cudaGridDependencySynchronize();
  out[i] = data[i] * factor;
}

template <Wait wait> static bool run() {
  unsigned *data, *scale, *out;
  cudaMalloc(&data, N * sizeof *data);
  cudaMalloc(&scale, sizeof *scale);
  cudaMalloc(&out, N * sizeof *out);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  produce<<<N / 128, 128, 0, stream>>>(data, scale);
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = N / 128;
  config.blockDim = 128;
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, consume<wait>, (const unsigned *)data, (const unsigned *)scale, out);
  static unsigned result[N];
  cudaError_t error = cudaMemcpyAsync(result, out, sizeof result, cudaMemcpyDeviceToHost, stream);
  if (error == cudaSuccess) error = cudaStreamSynchronize(stream);
  bool right = error == cudaSuccess;
  for (unsigned i = 0; i < N; i++) right = right && result[i] == 3 * i;
  return right;
}

int main(int count, char **words) {
  const char *wait = count > 1 ? words[1] : "right";
  bool right = strcmp(wait, "missing") == 0 ? run<MISSING>() : strcmp(wait, "late") == 0 ? run<LATE>() : run<RIGHT>();
  puts(right ? "right" : "wrong");
  return !right;
}
