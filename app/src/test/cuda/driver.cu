// The driver API alone: a module from PTX text, a kernel by name, a variable, packed arguments, an entry point.
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CU(call)                                                              \
  do {                                                                        \
    CUresult status = (call);                                                 \
    if (status != CUDA_SUCCESS) {                                             \
      const char* name = "?";                                                 \
      cuGetErrorName(status, &name);                                          \
      std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, name);        \
      std::exit(2);                                                           \
    }                                                                         \
  } while (0)

#define REQUIRE(condition)                                                    \
  do {                                                                        \
    if (!(condition)) {                                                       \
      std::printf("%s:%d: wrong: %s\n", __FILE__, __LINE__, #condition);      \
      std::exit(1);                                                           \
    }                                                                         \
  } while (0)

static const char* ptx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 calls;
.visible .entry axpy(.param .u64 y, .param .u64 x, .param .f32 a, .param .u32 n) {
  .reg .pred %p;
  .reg .b32 %r<8>;
  .reg .b64 %d<8>;
  .reg .f32 %f<4>;
  ld.param.u64 %d1, [y];
  ld.param.u64 %d2, [x];
  ld.param.f32 %f1, [a];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.u32 %r5, %r2, %r3, %r4;
  setp.ge.u32 %p, %r5, %r1;
  @%p ret;
  red.global.add.u32 [calls], 1;
  mul.wide.u32 %d3, %r5, 4;
  add.u64 %d4, %d1, %d3;
  add.u64 %d5, %d2, %d3;
  ld.global.f32 %f2, [%d4];
  ld.global.f32 %f3, [%d5];
  fma.rn.f32 %f2, %f1, %f3, %f2;
  st.global.f32 [%d4], %f2;
  ret;
}
)";

static const char* caller = R"(
.version 7.0
.target sm_70
.address_size 64
.extern .global .align 4 .u32 number;
.visible .entry get(.param .u64 out) {
  .reg .b32 %r<2>;
  .reg .b64 %d<2>;
  ld.param.u64 %d1, [out];
  ld.global.u32 %r1, [number];
  st.global.u32 [%d1], %r1;
  ret;
}
)";

static const char* definition = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 number = 4711;
)";

// Two texts, of which one has what the other needs.
static void link() {
  CUlinkState state;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr out;
  void* image;
  size_t size;
  int result;
  CU(cuLinkCreate(0, nullptr, nullptr, &state));
  CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void*)caller, std::strlen(caller) + 1, "caller", 0, nullptr, nullptr));
  CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void*)definition, std::strlen(definition), "definition", 0, nullptr,
                   nullptr));
  CU(cuLinkComplete(state, &image, &size));
  void* copy = std::malloc(size);
  std::memcpy(copy, image, size);
  CU(cuLinkDestroy(state));
  CU(cuModuleLoadData(&module, copy));
  std::free(copy);
  CU(cuModuleGetFunction(&kernel, module, "get"));
  CU(cuMemAlloc(&out, sizeof result));
  void* arguments[] = {&out};
  CU(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  CU(cuMemcpyDtoH(&result, out, sizeof result));
  REQUIRE(result == 4711);
}

// Two texts that contradict each other, and what the program hears of it.
static void contradict() {
  char text[200] = "as it was", information[200] = "as it was";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
                            CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {text, (void*)sizeof text, information, (void*)sizeof information};
  CUlinkState state;
  void* image;
  size_t size;
  CU(cuLinkCreate(4, options, values, &state));
  for (int i = 0; i < 2; i++)
    CU(cuLinkAddData(state, CU_JIT_INPUT_PTX, (void*)definition, std::strlen(definition), "same", 0, nullptr, nullptr));
  REQUIRE(cuLinkComplete(state, &image, &size) == CUDA_ERROR_INVALID_IMAGE);
  REQUIRE(std::strstr(text, "`number` is defined in object 1 of 2 and in object 2 of 2"));
  REQUIRE((size_t)values[1] == std::strlen(text) && !*information && !values[3]);
  CU(cuLinkDestroy(state));
}

int main() {
  int count, units;
  CUdevice device;
  CUcontext context, current;
  CU(cuInit(0));
  CU(cuDeviceGetCount(&count));
  CU(cuDeviceGet(&device, 0));
  CU(cuDeviceGetAttribute(&units, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device));
  REQUIRE(count == 1 && units > 0);
  CU(cuDevicePrimaryCtxRetain(&context, device));
  CU(cuCtxSetCurrent(context));
  CU(cuCtxGetCurrent(&current));
  REQUIRE(current == context);
  size_t heap = 0;
  CU(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 54321));
  CU(cuCtxGetLimit(&heap, CU_LIMIT_MALLOC_HEAP_SIZE));
  REQUIRE(heap == 54321 && cuCtxSetLimit((CUlimit)77, 1) == CUDA_ERROR_UNSUPPORTED_LIMIT);
  CUmodule module;
  CUfunction kernel;
  CU(cuModuleLoadData(&module, ptx));
  CU(cuModuleGetFunction(&kernel, module, "axpy"));
  REQUIRE(cuModuleGetFunction(&kernel, module, "saxpy") == CUDA_ERROR_NOT_FOUND);
  CU(cuModuleGetFunction(&kernel, module, "axpy"));
  int n = 300;
  float host[300], a = 3;
  CUdeviceptr x, y;
  CU(cuMemAlloc(&x, sizeof host));
  CU(cuMemAlloc(&y, sizeof host));
  for (int i = 0; i < n; i++) host[i] = (float)i;
  CU(cuMemcpyHtoD(x, host, sizeof host));
  CU(cuMemsetD32(y, 0x40000000, n)); // 2.0f
  void* arguments[] = {&y, &x, &a, &n};
  CUstream stream;
  CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CU(cuLaunchKernel(kernel, 5, 1, 1, 64, 1, 1, 0, stream, arguments, nullptr));
  struct {
    CUdeviceptr y, x;
    float a;
    int n;
  } packed = {y, x, a, n};
  size_t size = sizeof packed;
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  CU(cuLaunchKernel(kernel, 5, 1, 1, 64, 1, 1, 0, stream, nullptr, extra));
  CU(cuStreamSynchronize(stream));
  unsigned flags;
  CU(cuStreamGetFlags(stream, &flags));
  REQUIRE(flags == CU_STREAM_NON_BLOCKING);
  CU(cuMemcpyDtoH(host, y, sizeof host));
  for (int i = 0; i < n; i++) REQUIRE(host[i] == 2 + 6.0f * (float)i);
  CUdeviceptr calls;
  int called;
  CU(cuModuleGetGlobal(&calls, &size, module, "calls"));
  CU(cuMemcpyDtoH(&called, calls, size));
  REQUIRE(size == 4 && called == 2 * n);
  int ctas;
  CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&ctas, kernel, 64, 0));
  REQUIRE(ctas > 0);
  CUresult (*free)(CUdeviceptr);
  CUdriverProcAddressQueryResult found;
  CU(cuGetProcAddress("cuMemFree", (void**)&free, 12000, CU_GET_PROC_ADDRESS_DEFAULT, &found));
  REQUIRE(found == CU_GET_PROC_ADDRESS_SUCCESS);
  CU(free(x));
  CU(free(y));
  REQUIRE(free(x) == CUDA_ERROR_INVALID_VALUE);  // freed-twice, on purpose
  CU(cuModuleUnload(module));
  link();
  contradict();
  std::printf("driver: right\n");
  return 0;
}
