/* Memory in the runtime API. Copies are done when the call returns, also those that may be later. */
#include "runtime.h"

#include <stdlib.h>
#include <string.h>

EXPORT int cudaMalloc(void **pointer, size_t size) {
  return done(pointer ? memory_allocate(size, DEVICE_MEMORY, 0, pointer) : INVALID_VALUE);
}

EXPORT int cudaMallocAsync(void **pointer, size_t size, void *stream) {
  (void)stream;
  return cudaMalloc(pointer, size);
}
PER_THREAD_STREAM(cudaMallocAsync);

EXPORT int cudaMallocFromPoolAsync(void **pointer, size_t size, void *pool, void *stream) {
  (void)pool, (void)stream;
  return cudaMalloc(pointer, size);
}
PER_THREAD_STREAM(cudaMallocFromPoolAsync);

EXPORT int cudaFree(void *pointer) {
  int status = synchronise();
  return done(status ? status : memory_free(pointer, DEVICE_MEMORY));
}

EXPORT int cudaFreeAsync(void *pointer, void *stream) {
  (void)stream;
  return done(memory_free(pointer, DEVICE_MEMORY));
}
PER_THREAD_STREAM(cudaFreeAsync);

EXPORT int cudaMallocManaged(void **pointer, size_t size, unsigned flags) {
  if (!pointer || size == 0 || (flags != 1 && flags != 2)) return done(INVALID_VALUE);
  return done(memory_allocate(size, MANAGED_MEMORY, flags, pointer));
}

EXPORT int cudaHostAlloc(void **pointer, size_t size, unsigned flags) {
  if (!pointer || flags > 7) return done(INVALID_VALUE);
  return done(memory_allocate(size, PINNED_MEMORY, flags, pointer));
}

EXPORT int cudaMallocHost(void **pointer, size_t size) { return cudaHostAlloc(pointer, size, 0); }

EXPORT int cudaFreeHost(void *pointer) { return done(memory_free(pointer, PINNED_MEMORY)); }

EXPORT int cudaHostRegister(void *pointer, size_t size, unsigned flags) {
  return done(memory_register(pointer, size, flags));
}

EXPORT int cudaHostUnregister(void *pointer) { return done(memory_unregister(pointer)); }

EXPORT int cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
  struct region *region = device && !flags ? region_of(host) : NULL;
  if (!region) return done(INVALID_VALUE);
  *device = (void *)(uintptr_t)(region->device + (uint64_t)((char *)host - region->host));
  return SUCCESS;
}

EXPORT int cudaHostGetFlags(unsigned *flags, void *host) {
  struct region *region = flags ? region_of(host) : NULL;
  if (!region || region->kind == MANAGED_MEMORY) return done(INVALID_VALUE);
  *flags = region->flags | 2; /* cudaHostAllocMapped: all is */
  return SUCCESS;
}

/* Rows begin at multiples of 512 bytes, as on hardware. */
EXPORT int cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  if (!pointer || !pitch) return done(INVALID_VALUE);
  *pitch = (width + 511) / 512 * 512;
  return cudaMalloc(pointer, *pitch * height);
}

struct pitched {
  void *pointer;
  size_t pitch, width, height;
};
struct extent {
  size_t width, height, depth;
};
struct position {
  size_t x, y, z;
};

EXPORT int cudaMalloc3D(struct pitched *pitched, struct extent extent) {
  if (!pitched) return done(INVALID_VALUE);
  pitched->width = extent.width;
  pitched->height = extent.height;
  return cudaMallocPitch(&pitched->pointer, &pitched->pitch, extent.width, extent.height * extent.depth);
}

struct copy3d {
  void *from_array;
  struct position from_at;
  struct pitched from;
  void *to_array;
  struct position to_at;
  struct pitched to;
  struct extent extent;
  int kind;
};

EXPORT int cudaMemcpy3D(const struct copy3d *copy) {
  if (!copy) return done(INVALID_VALUE);
  if (copy->from_array || copy->to_array) return done(unsupported("cudaMemcpy3D with arrays"));
  int status = settle();
  for (size_t z = 0; z < copy->extent.depth && !status; z++) {
    const char *from = (const char *)copy->from.pointer + copy->from_at.x +
                       copy->from.pitch * (copy->from_at.y + copy->from.height * (copy->from_at.z + z));
    char *to = (char *)copy->to.pointer + copy->to_at.x +
               copy->to.pitch * (copy->to_at.y + copy->to.height * (copy->to_at.z + z));
    status = memory_copy_2d(to, copy->to.pitch, from, copy->from.pitch, copy->extent.width, copy->extent.height);
  }
  return done(status);
}
PER_THREAD_DEFAULT(cudaMemcpy3D);

EXPORT int cudaMemcpy3DAsync(const struct copy3d *copy, void *stream) {
  return IN_STREAM(stream, cudaMemcpy3D(copy));
}
PER_THREAD_STREAM(cudaMemcpy3DAsync);

static int direction(int kind) { return kind >= 0 && kind <= 4 ? SUCCESS : 21; /* cudaErrorInvalidMemcpyDirection */ }

EXPORT int cudaMemcpy(void *to, const void *from, size_t size, int kind) {
  int status = direction(kind);
  status = status ? status : settle();
  return done(status ? status : memory_copy(to, from, size));
}
PER_THREAD_DEFAULT(cudaMemcpy);

EXPORT int cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, void *stream) {
  int status = stream_valid(stream) ? direction(kind) : INVALID_HANDLE;
  return done(status ? status : IN_STREAM(stream, memory_copy(to, from, size)));
}
PER_THREAD_STREAM(cudaMemcpyAsync);

EXPORT int cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t size) {
  return to_device || from_device ? done(INVALID_DEVICE) : cudaMemcpy(to, from, size, 4);
}

EXPORT int cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t size, void *stream) {
  return to_device || from_device ? done(INVALID_DEVICE) : cudaMemcpyAsync(to, from, size, 4, stream);
}

EXPORT int cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                        int kind) {
  int status = direction(kind);
  status = status ? status : settle();
  return done(status ? status : memory_copy_2d(to, to_pitch, from, from_pitch, width, height));
}
PER_THREAD_DEFAULT(cudaMemcpy2D);

EXPORT int cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                             size_t height, int kind, void *stream) {
  int status = stream_valid(stream) ? direction(kind) : INVALID_HANDLE;
  return done(status ? status : IN_STREAM(stream, memory_copy_2d(to, to_pitch, from, from_pitch, width, height)));
}
PER_THREAD_STREAM(cudaMemcpy2DAsync);

static int symbol(const void *symbol, size_t size, size_t offset, char **at) {
  struct variable *variable;
  lock();
  int status = variable_of(symbol, &variable);
  if (status == SUCCESS && (offset > variable->size || size > variable->size - offset)) status = INVALID_VALUE;
  if (status == SUCCESS) *at = (char *)(uintptr_t)variable->address + offset;
  unlock();
  return status;
}

EXPORT int cudaMemcpyToSymbol(const void *to, const void *from, size_t size, size_t offset, int kind) {
  char *at;
  int status = direction(kind);
  status = status ? status : symbol(to, size, offset, &at);
  status = status ? status : settle();
  return done(status ? status : memory_copy(at, from, size));
}
PER_THREAD_DEFAULT(cudaMemcpyToSymbol);

EXPORT int cudaMemcpyFromSymbol(void *to, const void *from, size_t size, size_t offset, int kind) {
  char *at;
  int status = direction(kind);
  status = status ? status : symbol(from, size, offset, &at);
  status = status ? status : settle();
  return done(status ? status : memory_copy(to, at, size));
}
PER_THREAD_DEFAULT(cudaMemcpyFromSymbol);

EXPORT int cudaMemcpyToSymbolAsync(const void *to, const void *from, size_t size, size_t offset, int kind,
                                   void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, cudaMemcpyToSymbol(to, from, size, offset, kind))
                              : done(INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaMemcpyToSymbolAsync);

EXPORT int cudaMemcpyFromSymbolAsync(void *to, const void *from, size_t size, size_t offset, int kind, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, cudaMemcpyFromSymbol(to, from, size, offset, kind))
                              : done(INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaMemcpyFromSymbolAsync);

EXPORT int cudaGetSymbolAddress(void **pointer, const void *of) {
  char *at = NULL;
  int status = pointer ? symbol(of, 0, 0, &at) : INVALID_VALUE;
  if (status == SUCCESS) *pointer = at;
  return done(status);
}

EXPORT int cudaGetSymbolSize(size_t *size, const void *of) {
  struct variable *variable;
  lock();
  int status = size ? variable_of(of, &variable) : INVALID_VALUE;
  if (status == SUCCESS) *size = variable->size;
  unlock();
  return done(status);
}

EXPORT int cudaMemset(void *pointer, int value, size_t count) {
  return done(memory_fill(pointer, (unsigned char)value, 1, count));
}
PER_THREAD_DEFAULT(cudaMemset);

EXPORT int cudaMemsetAsync(void *pointer, int value, size_t count, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, cudaMemset(pointer, value, count)) : done(INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaMemsetAsync);

EXPORT int cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height) {
  int status = width > pitch ? INVALID_VALUE : SUCCESS;
  for (size_t row = 0; row < height && !status; row++)
    status = memory_fill((char *)pointer + row * pitch, (unsigned char)value, 1, width);
  return done(status);
}
PER_THREAD_DEFAULT(cudaMemset2D);

EXPORT int cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, cudaMemset2D(pointer, pitch, value, width, height))
                              : done(INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaMemset2DAsync);

EXPORT int cudaMemset3D(struct pitched pitched, int value, struct extent extent) {
  int status = SUCCESS;
  for (size_t z = 0; z < extent.depth && !status; z++)
    status = cudaMemset2D((char *)pitched.pointer + z * pitched.pitch * pitched.height, pitched.pitch, value,
                          extent.width, extent.height);
  return status;
}
PER_THREAD_DEFAULT(cudaMemset3D);

EXPORT int cudaMemset3DAsync(struct pitched pitched, int value, struct extent extent, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, cudaMemset3D(pitched, value, extent)) : done(INVALID_HANDLE);
}
PER_THREAD_STREAM(cudaMemset3DAsync);

EXPORT int cudaMemGetInfo(size_t *free, size_t *total) {
  struct reply reply = {0};
  int status = call(FREE_MEMORY, NULL, 0, NULL, 0, &reply);
  if (free) *free = reply.words[0];
  if (total) *total = reply.words[1];
  return done(status);
}

struct pointer_attributes {
  int type, device; /* 0 unregistered, 1 host, 2 device, 3 managed */
  void *device_pointer, *host_pointer;
};

EXPORT int cudaPointerGetAttributes(struct pointer_attributes *attributes, const void *pointer) {
  if (!attributes) return done(INVALID_VALUE);
  struct region *region = region_of(pointer);
  uint64_t start, size;
  *attributes = (struct pointer_attributes){.device = -2, .host_pointer = (void *)pointer};
  if (region) {
    int64_t offset = (uint64_t)(uintptr_t)pointer - region->device;
    if (offset < 0 || (uint64_t)offset >= region->size) offset = (const char *)pointer - region->host;
    attributes->type = region->kind == MANAGED_MEMORY ? 3 : 1;
    attributes->device = 0;
    attributes->device_pointer = (void *)(uintptr_t)(region->device + (uint64_t)offset);
    attributes->host_pointer = region->host + offset;
  } else if (is_device(pointer) && memory_range(pointer, &start, &size) == SUCCESS) {
    *attributes = (struct pointer_attributes){2, 0, (void *)pointer, NULL};
  }
  return SUCCESS;
}

/* Advice: memory is where both sides see it, whatever is advised. */
EXPORT int cudaMemAdvise(const void *pointer, size_t size) {
  (void)size;
  return done(region_of(pointer) ? SUCCESS : INVALID_VALUE);
}

EXPORT int cudaMemPrefetchAsync(const void *pointer, size_t size) {
  (void)size;
  return done(region_of(pointer) ? SUCCESS : INVALID_VALUE);
}
PER_THREAD_STREAM(cudaMemPrefetchAsync);

EXPORT int cudaStreamAttachMemAsync(void *stream, void *pointer, size_t size, unsigned flags) {
  (void)size, (void)flags;
  return done(stream_valid(stream) && region_of(pointer) ? SUCCESS : INVALID_VALUE);
}
PER_THREAD_STREAM(cudaStreamAttachMemAsync);

/* There is one pool: the device's memory. */
static int pool;

EXPORT int cudaDeviceGetDefaultMemPool(void **out, int device) {
  if (device) return done(INVALID_DEVICE);
  *out = &pool;
  return SUCCESS;
}

EXPORT int cudaDeviceGetMemPool(void **out, int device) { return cudaDeviceGetDefaultMemPool(out, device); }

EXPORT int cudaMemPoolSetAttribute(void *of, int attribute, void *value) {
  (void)attribute, (void)value;
  return done(of == &pool ? SUCCESS : INVALID_VALUE);
}

EXPORT int cudaMemPoolTrimTo(void *of, size_t least) {
  (void)least;
  return done(of == &pool ? SUCCESS : INVALID_VALUE);
}
