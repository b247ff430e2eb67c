/*
 * A CUDA program as a compiler leaves it, without a CUDA compiler: it registers a fat binary (FATBIN, a file), two
 * kernels and variables by the functions of crt/host_runtime.h, and does what its first argument says.
 */
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
  unsigned x, y, z;
} dim3;

extern void **__cudaRegisterFatBinary(void *);
extern void __cudaRegisterFatBinaryEnd(void **);
extern void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *, void *, void *,
                                   int *);
extern void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
extern void __cudaRegisterManagedVar(void **, void **, char *, const char *, int, size_t, int, int);
extern char __cudaInitModule(void **);
extern int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
extern int cudaMalloc(void **, size_t), cudaFree(void *), cudaMemcpy(void *, const void *, size_t, int);
extern int cudaMemset(void *, int, size_t), cudaDeviceSynchronize(void), cudaGetLastError(void);
extern int cudaMallocManaged(void **, size_t, unsigned), cudaGraphCreate(void **, unsigned);
extern int cudaMemcpyFromSymbol(void *, const void *, size_t, size_t, int);
extern int cudaEventCreate(void **);
extern int cudaFreeHost(void *), cudaMallocHost(void **, size_t), cudaDeviceReset(void);
extern const char *cudaGetErrorName(int);
extern int cudaStreamCreate(void **), cudaStreamSynchronize(void *), cudaStreamWaitEvent(void *, void *, unsigned);
extern int cudaEventCreate(void **), cudaEventRecord(void *, void *);
extern int cudaMemcpyAsync(void *, const void *, size_t, int, void *);

extern int cuTensorMapEncodeTiled(void *, int, unsigned, void *, const unsigned long *, const unsigned long *,
                                  const unsigned *, const unsigned *, int, int, int, int);
extern int cudaGetDriverEntryPoint(const char *, void **, unsigned long long, int *);
extern int cudaGetDriverEntryPointByVersion(const char *, void **, unsigned, unsigned long long, int *);

__asm__(".section .rodata\n.balign 8\nimage: .incbin \"" FATBIN "\"\n.previous\n");
extern const char image[];

static struct {
  int magic, version;
  const void *data;
  void *rest;
} wrapper = {0x466243b1, 1, image, NULL};

static void add(void) {}
static void store(void) {}
static void forever(void) {}
static void absent(void) {}
static int counter;
static int *shared;

__attribute__((constructor)) static void setup(void) {
  void **handle = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(handle, (const char *)add, (char *)"add", "add", -1, 0, 0, 0, 0, 0);
  __cudaRegisterFunction(handle, (const char *)store, (char *)"store", "store", -1, 0, 0, 0, 0, 0);
  __cudaRegisterFunction(handle, (const char *)forever, (char *)"forever", "forever", -1, 0, 0, 0, 0, 0);
  __cudaRegisterVar(handle, (char *)&counter, (char *)"counter", "counter", 0, 4, 0, 0);
  __cudaRegisterManagedVar(handle, (void **)&shared, (char *)"shared", "shared", 0, 4, 0, 0);
  __cudaRegisterFatBinaryEnd(handle);
}

static void must(int status, const char *what) {
  if (status) {
    printf("%s: %s\n", what, cudaGetErrorName(status));
    exit(9);
  }
}

static int run_in(void *stream, const void *kernel, void **arguments) {
  return cudaLaunchKernel(kernel, (dim3){2, 1, 1}, (dim3){32, 1, 1}, arguments, 0, stream);
}

static int run(const void *kernel, void **arguments) { return run_in(NULL, kernel, arguments); }

/* Two streams add to the same memory, and it is copied in one of them: in order, or not. */
static void streams(const char *how, void **arguments, int *pinned) {
  void *one, *two, *event;
  must(cudaStreamCreate(&one), "cudaStreamCreate");
  must(cudaStreamCreate(&two), "cudaStreamCreate");
  must(cudaEventCreate(&event), "cudaEventCreate");
  must(run_in(one, (void *)add, arguments), "add");
  if (strcmp(how, "by event") == 0) {
    must(cudaEventRecord(event, one), "cudaEventRecord");
    must(cudaStreamWaitEvent(two, event, 0), "cudaStreamWaitEvent");
  }
  if (strcmp(how, "by host") == 0) must(cudaStreamSynchronize(one), "cudaStreamSynchronize");
  if (strcmp(how, "not read") == 0 || strcmp(how, "read") == 0) {
    must(cudaMemcpyAsync(pinned, *(int **)arguments[0], 4, 2, one), "cudaMemcpyAsync");
    if (strcmp(how, "not read") == 0) must(cudaStreamSynchronize(one), "cudaStreamSynchronize");
    if (pinned[0] != 10) exit(8); /* both launches have added 5 */
    return;
  }
  must(cudaMemcpyAsync(pinned, *(int **)arguments[0], 4, 2, two), "cudaMemcpyAsync");
  must(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
}

int main(int count, char **words) {
  const char *how = count > 1 ? words[1] : "";
  if (strcmp(how, "nothing") == 0) return count > 2 ? atoi(words[2]) : 0;
  int values[64];
  int *device;
  int by = 5;
  for (int i = 0; i < 64; i++) values[i] = i;
  must(cudaMalloc((void **)&device, sizeof values), "cudaMalloc");
  must(cudaMemcpy(device, values, sizeof values, 1), "cudaMemcpy");
  void *arguments[] = {&device, &by};
  int launched = run((void *)add, arguments);
  if (strcmp(how, "refused") == 0) {
    printf("%s\n", cudaGetErrorName(launched));
    return 0;
  }
  must(launched, "launch");
  must(cudaMemcpy(values, device, sizeof values, 2), "cudaMemcpy");
  for (int i = 0; i < 64; i++) {
    if (values[i] != i + by) {
      printf("wrong: %d at %d\n", values[i], i);
      return 8;
    }
  }
  if (strcmp(how, "abort") == 0) abort();
  if (strcmp(how, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(how, "exit") == 0) _exit(7);
  if (strncmp(how, "exit=", 5) == 0) exit(atoi(how + 5));
  if (strncmp(how, "_exit=", 6) == 0) _exit(atoi(how + 6));
  if (strncmp(how, "return=", 7) == 0) return atoi(how + 7);
  if (strcmp(how, "symbols") == 0) {
    __cudaInitModule(NULL);
    *shared += 3;
    must(run((void *)add, arguments), "launch");
    must(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    must(cudaMemcpyFromSymbol(&by, &counter, 4, 0, 2), "cudaMemcpyFromSymbol");
    printf("counter %d, shared %d\n", by, *shared);
  }
  if (strcmp(how, "tensor") == 0) {
    _Alignas(64) char map[192];
    void *entries[2] = {NULL, NULL}, *memory;
    int found[2] = {9, 9};
    must(cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &entries[0], 0, &found[0]), "cudaGetDriverEntryPoint");
    must(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &entries[1], 12000, 0, &found[1]), "ByVersion");
    printf("entries %d %d\n", entries[0] == (void *)cuTensorMapEncodeTiled && found[0] == 0,
           entries[1] == (void *)cuTensorMapEncodeTiled && found[1] == 0);
    must(cudaMalloc(&memory, 4096), "cudaMalloc");
    unsigned long size[5] = {32, 32, 1, 1, 1}, stride[4] = {128, 4096, 4096, 4096};
    unsigned box[5] = {32, 8, 1, 1, 1}, step[5] = {1, 1, 1, 1, 1};
    for (int wrong = 0; wrong < 14; wrong++) {
      unsigned rank = wrong == 3 ? 6 : wrong == 4 ? 0 : 2;
      int type = wrong == 12 ? 13 : wrong == 13 ? 2 : 7;
      size[0] = wrong == 5 ? 0 : 32;
      stride[0] = wrong == 6 ? 136 : 128;
      box[0] = wrong == 7 ? 257 : wrong == 8 ? 3 : 32;
      box[1] = wrong == 9 ? 0 : 8;
      int status = cuTensorMapEncodeTiled(map + (wrong == 1 ? 32 : 0), type, rank, (char *)memory + (wrong == 2 ? 8 : 0),
                                          size, stride, box, step, wrong == 11, wrong == 10 ? 2 : 0, 2, wrong == 13);
      printf("%d ", status);
    }
    printf("\n");
  }
  if (strcmp(how, "forever") == 0) {
    alarm(1);
    run((void *)forever, NULL);
  }
  if (strcmp(how, "again") == 0) {
    void *first[] = {&device};
    must(run((void *)store, first), "launch");
    must(run((void *)add, arguments), "launch");
  }
  if (strcmp(how, "ignored") == 0) {
    void *graph;
    cudaGraphCreate(&graph, 0);
  }
  if (strcmp(how, "unsupported") == 0) {
    void *graph;
    printf("%s", cudaGetErrorName(cudaGraphCreate(&graph, 0)));
    printf(" %s\n", cudaGetErrorName(cudaGraphCreate(&graph, 0)));
  }
  if (strcmp(how, "lost") == 0) { /* the simulator has ended */
    for (int fd = 3; fd < 256; fd++) shutdown(fd, SHUT_RDWR);
    void *event;
    printf("%s", cudaGetErrorName(run((void *)add, arguments)));
    printf(" %s", cudaGetErrorName(cudaDeviceSynchronize()));
    printf(" %s", cudaGetErrorName(cudaMemcpy(values, device, sizeof values, 2)));
    printf(" %s", cudaGetErrorName(cudaEventCreate(&event)));
    printf(" %s\n", cudaGetErrorName(cudaGetLastError()));
  }
  if (strcmp(how, "fault") == 0) {
    void *nowhere[] = {&(void *){NULL}};
    must(run((void *)store, nowhere), "launch");
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaMalloc((void **)&device, 4)));
  }
  if (strcmp(how, "unregistered") == 0) printf("%s\n", cudaGetErrorName(run((void *)absent, arguments)));
  if (strcmp(how, "streams") == 0) {
    int *pinned;
    must(cudaMallocHost((void **)&pinned, 4), "cudaMallocHost");
    streams(count > 2 ? words[2] : "", arguments, pinned);
  }
  if (strcmp(how, "early") == 0 || strcmp(how, "late") == 0) {
    int *both;
    must(cudaMallocManaged((void **)&both, 4096, 1), "cudaMallocManaged");
    for (int i = 0; i < 1024; i++) both[i] = i;
    arguments[0] = &both;
    must(run((void *)add, arguments), "launch");
    if (strcmp(how, "late") == 0) must(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    int sum = both[1000]; /* not the kernel's */
    both[3] += 7;
    for (int i = 0; i < 64; i++) sum += both[i];
    if (sum != 1000 + 63 * 32 + 64 * 5 + 7) return 8;
  }
  if (strcmp(how, "written") == 0 || strcmp(how, "read into") == 0) {
    int *both;
    must(cudaMallocManaged((void **)&both, 4096, 1), "cudaMallocManaged");
    arguments[0] = &both;
    must(run((void *)add, arguments), "launch");
    FILE *file = tmpfile();
    if (!file) return 9;
    ssize_t moved = strcmp(how, "written") == 0 ? write(fileno(file), both, 4096)
                                                : pwrite(fileno(file), "seven!!", 8, 0) == 8 ? pread(fileno(file), both, 8, 0) : 0;
    if (moved != (strcmp(how, "written") == 0 ? 4096 : 8)) return 10;
  }
  if (strcmp(how, "memory") == 0) {
    char *first, *second, *pinned;
    must(cudaMalloc((void **)&first, 1 << 20), "cudaMalloc");
    must(cudaMemset(first, 7, 1 << 20), "cudaMemset");
    must(cudaFree(first), "cudaFree");
    printf("%s\n", cudaGetErrorName(cudaFree(first)));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(values, first, 4, 2)));
    must(cudaMalloc((void **)&second, 1 << 20), "cudaMalloc");
    printf("%d\n", first == second);
    must(cudaMallocHost((void **)&pinned, 100), "cudaMallocHost");
    printf("%s\n", cudaGetErrorName(cudaFree(pinned)));
    must(cudaFreeHost(pinned), "cudaFreeHost");
    must(cudaDeviceReset(), "cudaDeviceReset");
    printf("%s\n", cudaGetErrorName(cudaMemset(second, 0, 4)));
  }
  return 0;
}
