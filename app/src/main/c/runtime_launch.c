/* Launches, kernels' attributes, occupancy, streams, and events in the runtime API. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

struct configuration {
  struct dim3 grid, block;
  size_t shared;
  void *stream;
};

/* What stands between <<< and >>>, for each thread; launches nest when an argument's evaluation launches. */
static _Thread_local struct configuration pushed[16];
static _Thread_local int depth;

EXPORT unsigned __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared, void *stream) {
  if (depth == 16) return 1;
  pushed[depth++] = (struct configuration){grid, block, shared, stream};
  return 0;
}

EXPORT int __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t *shared, void *stream) {
  if (depth == 0) return note(52); /* cudaErrorMissingConfiguration */
  struct configuration *last = &pushed[--depth];
  *grid = last->grid;
  *block = last->block;
  *shared = last->shared;
  memcpy(stream, &last->stream, sizeof last->stream);
  return SUCCESS;
}

static int run_shape(const void *kernel, const struct shape *shape, void **arguments, void *stream) {
  struct function *function;
  if (!stream_valid(stream)) return INVALID_HANDLE;
  lock();
  int status = function_of(kernel, &function);
  unlock();
  if (status) return status;
  return IN_STREAM(stream, launch(function, shape, arguments, NULL, 0));
}

static int run(const void *kernel, struct dim3 grid, struct dim3 block, void **arguments, size_t shared, void *stream,
               int cooperative) {
  struct shape shape = {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared, cooperative, {0}, 0};
  return run_shape(kernel, &shape, arguments, stream);
}

EXPORT int cudaLaunchKernel(const void *kernel, struct dim3 grid, struct dim3 block, void **arguments, size_t shared,
                            void *stream) {
  return note(run(kernel, grid, block, arguments, shared, stream, 0));
}
PER_THREAD_STREAM(cudaLaunchKernel);

EXPORT int __cudaLaunchKernel(const void *kernel, struct dim3 grid, struct dim3 block, void **arguments, size_t shared,
                              void *stream) {
  return note(run(kernel, grid, block, arguments, shared, stream, 0));
}
PER_THREAD_STREAM(__cudaLaunchKernel);

EXPORT int cudaLaunchCooperativeKernel(const void *kernel, struct dim3 grid, struct dim3 block, void **arguments,
                                       size_t shared, void *stream) {
  return note(run(kernel, grid, block, arguments, shared, stream, 1));
}
PER_THREAD_STREAM(cudaLaunchCooperativeKernel);

struct attribute {
  int id;
  char pad[4];
  union {
    char bytes[64];
    int number;
    struct dim3 extent;
  } value;
};

struct extended {
  struct dim3 grid, block;
  size_t shared;
  void *stream;
  struct attribute *attributes;
  unsigned count;
};

/* A launch's shape with the attributes that change it. */
static struct shape extended_shape(const struct extended *with) {
  struct dim3 grid = with->grid, block = with->block;
  struct shape shape = {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, with->shared, 0, {0}, 0};
  for (unsigned i = 0; i < with->count; i++) {
    const struct attribute *each = &with->attributes[i];
    if (each->id == 2) shape.cooperative = each->value.number;
    if (each->id == 6) shape.dependent = each->value.number; /* cudaLaunchAttributeProgrammaticStreamSerialization */
    struct dim3 cluster = each->value.extent;
    if (each->id == 4) shape.cluster[0] = cluster.x, shape.cluster[1] = cluster.y, shape.cluster[2] = cluster.z;
  }
  return shape;
}

/* A preferred size would let the device choose between two; a programmatic event is recorded inside a kernel. */
static int has_attribute(const struct extended *with, int id) {
  for (unsigned i = 0; i < with->count; i++)
    if (with->attributes[i].id == id) return 1;
  return 0;
}

EXPORT int cudaLaunchKernelExC(const struct extended *with, const void *kernel, void **arguments) {
  if (!with) return done(INVALID_VALUE);
  if (has_attribute(with, 11)) return done(unsupported("cudaLaunchKernelExC with a preferred cluster size"));
  if (has_attribute(with, 7)) return done(unsupported("cudaLaunchKernelExC with a programmatic event"));
  struct shape shape = extended_shape(with);
  return note(run_shape(kernel, &shape, arguments, with->stream));
}
PER_THREAD_STREAM(cudaLaunchKernelExC);

EXPORT int __cudaGetKernel(void **kernel, const void *stub) {
  struct function *function = NULL;
  lock();
  int status = function_of(stub, &function);
  unlock();
  /* What cannot be loaded fails at the launch; without a handle that could not be told. */
  *kernel = function;
  return function ? SUCCESS : done(status);
}

EXPORT int cudaGetKernel(void **kernel, const void *stub) { return __cudaGetKernel(kernel, stub); }

EXPORT int cudaGetFuncBySymbol(void **kernel, const void *stub) { return __cudaGetKernel(kernel, stub); }

EXPORT int cudaFuncGetName(const char **name, const void *kernel) {
  struct function *function;
  lock();
  int status = name ? function_of(kernel, &function) : INVALID_VALUE;
  unlock();
  if (status == SUCCESS) *name = function->name;
  return done(status);
}

EXPORT int cudaFuncGetParamInfo(const void *kernel, size_t index, size_t *offset, size_t *size) {
  struct function *function;
  lock();
  int status = function_of(kernel, &function);
  unlock();
  if (status == SUCCESS && index >= function->parameters) status = INVALID_VALUE;
  if (status) return done(status);
  if (offset) *offset = function->offsets[index];
  if (size) *size = function->sizes[index];
  return done(SUCCESS);
}

struct function_attributes {
  size_t shared, constant, local;
  int threads, registers, ptx, binary, cache, dynamic, carveout, cluster, width, height, depth, policy, portable;
};

EXPORT int cudaFuncGetAttributes(struct function_attributes *attributes, const void *kernel) {
  struct function *function;
  lock();
  int status = attributes ? function_of(kernel, &function) : INVALID_VALUE;
  unlock();
  if (status) return done(status);
  /* Up to the carve-out: what every version of the structure has. */
  attributes->shared = function->static_shared;
  attributes->constant = function->constants;
  attributes->local = function->local;
  attributes->threads = (int)function->most_threads;
  attributes->registers = (int)function->registers;
  attributes->ptx = (int)function->ptx_version;
  attributes->binary = (int)function->ptx_version;
  attributes->cache = 0;
  attributes->dynamic = (int)function->opt_in;
  attributes->carveout = -1;
  return done(SUCCESS);
}

EXPORT int cudaFuncSetAttribute(const void *kernel, int attribute, int value) {
  struct function *function;
  lock();
  int status = function_of(kernel, &function);
  if (status == SUCCESS && attribute == 8) { /* cudaFuncAttributeMaxDynamicSharedMemorySize */
    if (value < 0 || (uint64_t)value > function->most_dynamic) status = INVALID_VALUE;
    else function->opt_in = (uint64_t)value;
  } else if (status == SUCCESS && attribute >= 11 && attribute <= 13) { /* cudaFuncAttributeRequiredClusterWidth... */
    if (value < 1 || function->kernel_cluster[0]) status = INVALID_VALUE;
    else {
      for (int i = 0; i < 3; i++) function->set_cluster[i] += !function->set_cluster[i];
      function->set_cluster[attribute - 11] = (uint64_t)value;
    }
  } else if (status == SUCCESS && attribute == 14) { /* cudaFuncAttributeNonPortableClusterSizeAllowed */
    if (value != 0 && value != 1) status = INVALID_VALUE;
    else function->non_portable = (uint64_t)value;
  } else if (status == SUCCESS && attribute != 9 && attribute != 15) { /* hints */
    status = INVALID_VALUE;
  }
  unlock();
  return done(status);
}

EXPORT int cudaFuncSetCacheConfig(const void *kernel, int preference) {
  (void)preference;
  struct function *function;
  lock();
  int status = function_of(kernel, &function);
  unlock();
  return done(status);
}

EXPORT int cudaFuncSetSharedMemConfig(const void *kernel, int banks) { return cudaFuncSetCacheConfig(kernel, banks); }

EXPORT int cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *ctas, const void *kernel, int threads,
                                                                  size_t shared, unsigned flags) {
  (void)flags;
  struct function *function;
  lock();
  int status = ctas && threads > 0 ? function_of(kernel, &function) : INVALID_VALUE;
  unlock();
  return done(status ? status : occupancy(function, (unsigned)threads, shared, ctas));
}

EXPORT int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *ctas, const void *kernel, int threads, size_t shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(ctas, kernel, threads, shared, 0);
}

static int clusters_of(const void *kernel, const struct extended *with, int *clusters, int *largest) {
  struct function *function;
  lock();
  int status = with ? function_of(kernel, &function) : INVALID_VALUE;
  unlock();
  if (status) return status;
  struct shape shape = extended_shape(with);
  return cluster_occupancy(function, &shape, clusters, largest);
}

EXPORT int cudaOccupancyMaxActiveClusters(int *clusters, const void *kernel, const struct extended *with) {
  int largest;
  return done(clusters ? clusters_of(kernel, with, clusters, &largest) : INVALID_VALUE);
}

EXPORT int cudaOccupancyMaxPotentialClusterSize(int *size, const void *kernel, const struct extended *with) {
  int clusters;
  return done(size ? clusters_of(kernel, with, &clusters, size) : INVALID_VALUE);
}

EXPORT int cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *kernel, int ctas, int threads) {
  struct function *function;
  const struct machine *have;
  lock();
  int status = shared && ctas > 0 ? function_of(kernel, &function) : INVALID_VALUE;
  unlock();
  status = status ? status : machine(&have);
  if (status) return done(status);
  (void)threads;
  uint64_t each = (uint64_t)have->attributes[81] / (uint64_t)ctas;
  uint64_t most = each < function->static_shared ? 0 : each - function->static_shared;
  *shared = most < function->most_dynamic ? most : function->most_dynamic;
  return done(SUCCESS);
}

/* ---- streams ---- */

EXPORT int cudaStreamCreateWithPriority(void **stream, unsigned flags, int priority) {
  if (!stream || flags > 1) return done(INVALID_VALUE);
  *stream = stream_new(flags, priority);
  return done(*stream ? SUCCESS : OUT_OF_MEMORY);
}

EXPORT int cudaStreamCreateWithFlags(void **stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

EXPORT int cudaStreamCreate(void **stream) { return cudaStreamCreateWithPriority(stream, 0, 0); }

EXPORT int cudaStreamDestroy(void *stream) { return done(stream_drop(stream)); }

EXPORT int cudaStreamSynchronize(void *stream) { return done(wait_stream(stream)); }
PER_THREAD_STREAM(cudaStreamSynchronize);

EXPORT int cudaStreamQuery(void *stream) {
  if (stream_valid(stream)) order_host_stream(stream);
  return done(stream_valid(stream) ? failed() : INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaStreamQuery);

EXPORT int cudaStreamWaitEvent(void *stream, void *event, unsigned flags) {
  (void)flags;
  if (!stream_valid(stream) || !event_valid(event)) return done(INVALID_HANDLE);
  order_awaits(stream, event);
  return done(SUCCESS);
}
PER_THREAD_STREAM(cudaStreamWaitEvent);

EXPORT int cudaStreamGetFlags(void *stream, unsigned *flags) {
  if (!stream_valid(stream)) return done(INVALID_HANDLE);
  *flags = (uintptr_t)stream <= 2 ? 0 : ((struct stream *)stream)->flags;
  return done(SUCCESS);
}
PER_THREAD_STREAM(cudaStreamGetFlags);

EXPORT int cudaStreamGetPriority(void *stream, int *priority) {
  if (!stream_valid(stream)) return done(INVALID_HANDLE);
  *priority = (uintptr_t)stream <= 2 ? 0 : ((struct stream *)stream)->priority;
  return done(SUCCESS);
}
PER_THREAD_STREAM(cudaStreamGetPriority);

EXPORT int cudaStreamGetId(void *stream, unsigned long long *id) {
  if (!stream_valid(stream)) return done(INVALID_HANDLE);
  *id = (uintptr_t)stream <= 2 ? (uintptr_t)stream : ((struct stream *)stream)->id;
  return done(SUCCESS);
}
PER_THREAD_STREAM(cudaStreamGetId);

EXPORT int cudaStreamIsCapturing(void *stream, int *status) {
  *status = 0;
  return done(stream_valid(stream) ? SUCCESS : INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaStreamIsCapturing);

EXPORT int cudaStreamGetCaptureInfo(void *stream, int *status) { return cudaStreamIsCapturing(stream, status); }
PER_THREAD_STREAM(cudaStreamGetCaptureInfo);
EXPORT int cudaStreamGetCaptureInfo_v2(void *stream, int *status) { return cudaStreamIsCapturing(stream, status); }
PER_THREAD_STREAM(cudaStreamGetCaptureInfo_v2);
EXPORT int cudaStreamGetCaptureInfo_v3(void *stream, int *status) { return cudaStreamIsCapturing(stream, status); }
PER_THREAD_STREAM(cudaStreamGetCaptureInfo_v3);

/* Nothing is captured, in whichever mode. */
EXPORT int cudaThreadExchangeStreamCaptureMode(int *mode) { return done(mode ? SUCCESS : INVALID_VALUE); }

EXPORT int cudaStreamGetDevice(void *stream, int *device) {
  if (!device) return done(INVALID_VALUE);
  *device = 0;
  return done(stream_valid(stream) ? SUCCESS : INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaStreamGetDevice);

/* Hints for caches and schedulers, which change no result. */
EXPORT int cudaStreamSetAttribute(void *stream, int attribute, const void *value) {
  (void)attribute;
  return done(stream_valid(stream) && value ? SUCCESS : INVALID_VALUE);
}
PER_THREAD_STREAM(cudaStreamSetAttribute);

EXPORT int cudaStreamCopyAttributes(void *to, void *from) {
  return done(stream_valid(to) && stream_valid(from) ? SUCCESS : INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaStreamCopyAttributes);

EXPORT int cudaStreamAddCallback(void *stream, void (*callback)(void *, int, void *), void *data, unsigned flags) {
  if (!stream_valid(stream) || !callback || flags) return done(INVALID_VALUE);
  int status = synchronise();
  callback(stream, status, data);
  return SUCCESS;
}
PER_THREAD_STREAM(cudaStreamAddCallback);

EXPORT int cudaLaunchHostFunc(void *stream, void (*callback)(void *), void *data) {
  if (!stream_valid(stream) || !callback) return done(INVALID_VALUE);
  int status = synchronise();
  if (!status) callback(data);
  return done(status);
}
PER_THREAD_STREAM(cudaLaunchHostFunc);

/* ---- events ---- */

EXPORT int cudaEventCreateWithFlags(void **event, unsigned flags) {
  if (!event || flags > 7) return done(INVALID_VALUE);
  *event = event_new(flags);
  return done(*event ? SUCCESS : OUT_OF_MEMORY);
}

EXPORT int cudaEventCreate(void **event) { return cudaEventCreateWithFlags(event, 0); }

EXPORT int cudaEventDestroy(void *event) { return done(event_drop(event)); }

EXPORT int cudaEventRecord(struct event *event, void *stream) {
  if (!event_valid(event) || !stream_valid(stream)) return done(INVALID_HANDLE);
  event->recorded = 1;
  event->cycles = now_cycles();
  order_recorded(event, stream);
  return done(SUCCESS);
}
PER_THREAD_STREAM(cudaEventRecord);

EXPORT int cudaEventRecordWithFlags(struct event *event, void *stream, unsigned flags) {
  (void)flags;
  return cudaEventRecord(event, stream);
}
PER_THREAD_STREAM(cudaEventRecordWithFlags);

EXPORT int cudaEventSynchronize(void *event) { return done(wait_event(event)); }

EXPORT int cudaEventQuery(void *event) {
  if (event_valid(event)) order_host_event(event);
  return done(event_valid(event) ? failed() : INVALID_HANDLE);
}

EXPORT int cudaEventElapsedTime(float *milliseconds, const struct event *from, const struct event *to) {
  int status = failed();
  return done(status ? status : milliseconds ? event_elapsed(milliseconds, from, to) : INVALID_VALUE);
}

EXPORT int cudaEventElapsedTime_v2(float *milliseconds, const struct event *from, const struct event *to) {
  return cudaEventElapsedTime(milliseconds, from, to);
}
