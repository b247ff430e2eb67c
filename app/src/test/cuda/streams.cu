// Several streams with pinned memory, copies that may overlap, events between streams, host functions.
#include <vector>

#include "check.h"

__global__ void scale(const float* in, float* out, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * by;
}

static int called;

static void count(void* data) { called += *(int*)data; }

static void back(cudaStream_t, cudaError_t status, void*) { called += status == cudaSuccess ? 100 : 0; }

int main() {
  constexpr int STREAMS = 4, N = 256;
  cudaStream_t streams[STREAMS];
  float *host, *device[2];
  CUDA(cudaMallocHost(&host, STREAMS * N * sizeof(float)));
  CUDA(cudaMalloc(&device[0], STREAMS * N * sizeof(float)));
  CUDA(cudaMalloc(&device[1], STREAMS * N * sizeof(float)));
  for (int i = 0; i < STREAMS * N; i++) host[i] = (float)i;
  cudaEvent_t done[STREAMS];
  int one = 1;
  for (int s = 0; s < STREAMS; s++) {
    CUDA(cudaStreamCreateWithFlags(&streams[s], s % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
    CUDA(cudaEventCreateWithFlags(&done[s], cudaEventDisableTiming));
    float *from = device[0] + s * N, *to = device[1] + s * N;
    CUDA(cudaMemcpyAsync(from, host + s * N, N * sizeof(float), cudaMemcpyHostToDevice, streams[s]));
    scale<<<N / 64, 64, 0, streams[s]>>>(from, to, N, (float)(s + 1));
    CUDA(cudaMemcpyAsync(host + s * N, to, N * sizeof(float), cudaMemcpyDeviceToHost, streams[s]));
    CUDA(cudaLaunchHostFunc(streams[s], count, &one));
    CUDA(cudaEventRecord(done[s], streams[s]));
    if (s > 0) CUDA(cudaStreamWaitEvent(streams[s], done[s - 1], 0));
  }
  CUDA(cudaStreamAddCallback(streams[0], back, nullptr, 0));
  for (int s = 0; s < STREAMS; s++) {
    CUDA(cudaStreamSynchronize(streams[s]));
    CUDA(cudaEventQuery(done[s]));
    CUDA(cudaStreamQuery(streams[s]));
  }
  REQUIRE(called == 100 + STREAMS);
  for (int i = 0; i < STREAMS * N; i++) REQUIRE(host[i] == (float)i * (float)(i / N + 1));
  // Kernels reach mapped memory themselves.
  float *mapped, *alias;
  CUDA(cudaHostAlloc(&mapped, N * sizeof(float), cudaHostAllocMapped));
  CUDA(cudaHostGetDevicePointer(&alias, mapped, 0));
  for (int i = 0; i < N; i++) mapped[i] = 1;
  scale<<<N / 64, 64, 0, streams[1]>>>(alias, alias, N, 3.0f);
  CUDA(cudaStreamSynchronize(streams[1]));
  for (int i = 0; i < N; i++) REQUIRE(mapped[i] == 3);
  std::vector<float> own(N, 2.0f);
  CUDA(cudaHostRegister(own.data(), N * sizeof(float), cudaHostRegisterMapped));
  CUDA(cudaHostGetDevicePointer(&alias, own.data(), 0));
  scale<<<N / 64, 64>>>(alias, mapped, N, 5.0f);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < N; i++) REQUIRE(mapped[i] == 10);
  CUDA(cudaHostUnregister(own.data()));
  cudaPointerAttributes attributes;
  CUDA(cudaPointerGetAttributes(&attributes, mapped));
  REQUIRE(attributes.type == cudaMemoryTypeHost && attributes.hostPointer == mapped);
  CUDA(cudaPointerGetAttributes(&attributes, device[0] + 7));
  REQUIRE(attributes.type == cudaMemoryTypeDevice && attributes.device == 0);
  CUDA(cudaPointerGetAttributes(&attributes, own.data()));
  REQUIRE(attributes.type == cudaMemoryTypeUnregistered);
  for (int s = 0; s < STREAMS; s++) {
    CUDA(cudaStreamDestroy(streams[s]));
    CUDA(cudaEventDestroy(done[s]));
  }
  CUDA(cudaFreeHost(mapped));
  CUDA(cudaFreeHost(host));
  std::printf("streams: right\n");
  return 0;
}
