/* Memory in the driver API; device pointers are numbers there. */
#include "core.h"

#include <stdlib.h>
#include <string.h>

#define PER_THREAD_STREAM(name) EXPORT __typeof__(name) name##_ptsz __attribute__((alias(#name)))
#define PER_THREAD_DEFAULT(name) EXPORT __typeof__(name) name##_ptds __attribute__((alias(#name)))

typedef uint64_t pointer;
#define AT(address) ((void *)(uintptr_t)(address))

EXPORT int cuMemGetInfo_v2(size_t *free, size_t *total) {
  struct reply reply = {0};
  int status = call(FREE_MEMORY, NULL, 0, NULL, 0, &reply);
  *free = reply.words[0];
  *total = reply.words[1];
  return status;
}

static int allocate(pointer *out, size_t size, enum kind kind, unsigned flags) {
  void *at;
  int status = size ? memory_allocate(size, kind, flags, &at) : INVALID_VALUE;
  if (status == SUCCESS) *out = (uintptr_t)at;
  return status;
}

EXPORT int cuMemAlloc_v2(pointer *out, size_t size) { return allocate(out, size, DEVICE_MEMORY, 0); }
EXPORT int cuMemAllocAsync(pointer *out, size_t size, void *stream) {
  (void)stream;
  return allocate(out, size, DEVICE_MEMORY, 0);
}
PER_THREAD_STREAM(cuMemAllocAsync);
EXPORT int cuMemAllocPitch_v2(pointer *out, size_t *pitch, size_t width, size_t height, unsigned element) {
  (void)element;
  *pitch = (width + 511) / 512 * 512;
  return allocate(out, *pitch * height, DEVICE_MEMORY, 0);
}
EXPORT int cuMemAllocManaged(pointer *out, size_t size, unsigned flags) {
  return flags == 1 || flags == 2 ? allocate(out, size, MANAGED_MEMORY, flags) : INVALID_VALUE;
}
EXPORT int cuMemFree_v2(pointer at) { return memory_free(AT(at), DEVICE_MEMORY); }
EXPORT int cuMemFreeAsync(pointer at, void *stream) {
  (void)stream;
  return memory_free(AT(at), DEVICE_MEMORY);
}
PER_THREAD_STREAM(cuMemFreeAsync);
EXPORT int cuMemHostAlloc(void **out, size_t size, unsigned flags) {
  return memory_allocate(size, PINNED_MEMORY, flags, out);
}
EXPORT int cuMemAllocHost_v2(void **out, size_t size) { return memory_allocate(size, PINNED_MEMORY, 0, out); }
EXPORT int cuMemFreeHost(void *at) { return memory_free(at, PINNED_MEMORY); }
EXPORT int cuMemHostRegister_v2(void *at, size_t size, unsigned flags) { return memory_register(at, size, flags); }
EXPORT int cuMemHostUnregister(void *at) { return memory_unregister(at); }
EXPORT int cuMemHostGetDevicePointer_v2(pointer *out, void *host, unsigned flags) {
  struct region *region = flags ? NULL : region_of(host);
  if (!region) return INVALID_VALUE;
  *out = region->device + (uint64_t)((char *)host - region->host);
  return SUCCESS;
}
EXPORT int cuMemHostGetFlags(unsigned *flags, void *host) {
  struct region *region = region_of(host);
  if (!region) return INVALID_VALUE;
  *flags = region->flags | 2;
  return SUCCESS;
}
EXPORT int cuMemGetAddressRange_v2(pointer *start, size_t *size, pointer at) {
  uint64_t first, bytes;
  int status = memory_range(AT(at), &first, &bytes);
  if (status) return NOT_FOUND;
  if (start) *start = first;
  if (size) *size = bytes;
  return SUCCESS;
}

EXPORT int cuMemcpy(pointer to, pointer from, size_t size) { return memory_copy(AT(to), AT(from), size); }
PER_THREAD_DEFAULT(cuMemcpy);
EXPORT int cuMemcpyAsync(pointer to, pointer from, size_t size, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, memory_copy(AT(to), AT(from), size)) : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuMemcpyAsync);
EXPORT int cuMemcpyHtoD_v2(pointer to, const void *from, size_t size) { return memory_copy(AT(to), from, size); }
PER_THREAD_DEFAULT(cuMemcpyHtoD_v2);
EXPORT int cuMemcpyDtoH_v2(void *to, pointer from, size_t size) {
  int status = settle();
  return status ? status : memory_copy(to, AT(from), size);
}
PER_THREAD_DEFAULT(cuMemcpyDtoH_v2);
EXPORT int cuMemcpyDtoD_v2(pointer to, pointer from, size_t size) { return memory_copy(AT(to), AT(from), size); }
PER_THREAD_DEFAULT(cuMemcpyDtoD_v2);
EXPORT int cuMemcpyHtoDAsync_v2(pointer to, const void *from, size_t size, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, memory_copy(AT(to), from, size)) : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuMemcpyHtoDAsync_v2);
EXPORT int cuMemcpyDtoHAsync_v2(void *to, pointer from, size_t size, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, memory_copy(to, AT(from), size)) : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuMemcpyDtoHAsync_v2);
EXPORT int cuMemcpyDtoDAsync_v2(pointer to, pointer from, size_t size, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, memory_copy(AT(to), AT(from), size)) : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuMemcpyDtoDAsync_v2);

/* CUDA_MEMCPY2D; types 1 host, 2 device, 3 array, 4 unified */
struct side {
  size_t x, y;
  int type;
  void *host;
  pointer device;
  void *array;
  size_t pitch;
};
struct copy2d {
  struct side from, to;
  size_t width, height;
};

static char *start(const struct side *side) {
  char *base = side->type == 1 ? side->host : (char *)AT(side->device);
  return base + side->y * side->pitch + side->x;
}

EXPORT int cuMemcpy2D_v2(const struct copy2d *copy) {
  if (copy->from.type == 3 || copy->to.type == 3) return unsupported("cuMemcpy2D with arrays");
  int status = settle();
  if (status) return status;
  size_t to_pitch = copy->to.pitch ? copy->to.pitch : copy->width;
  size_t from_pitch = copy->from.pitch ? copy->from.pitch : copy->width;
  return memory_copy_2d(start(&copy->to), to_pitch, start(&copy->from), from_pitch, copy->width, copy->height);
}
PER_THREAD_DEFAULT(cuMemcpy2D_v2);
EXPORT int cuMemcpy2DUnaligned_v2(const struct copy2d *copy) { return cuMemcpy2D_v2(copy); }
PER_THREAD_DEFAULT(cuMemcpy2DUnaligned_v2);
EXPORT int cuMemcpy2DAsync_v2(const struct copy2d *copy, void *stream) {
  return stream_valid(stream) ? IN_STREAM(stream, cuMemcpy2D_v2(copy)) : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuMemcpy2DAsync_v2);

#define FILLS(bits, type)                                                                                    \
  EXPORT int cuMemsetD##bits##_v2(pointer to, type value, size_t count) {                                    \
    return memory_fill(AT(to), value, bits / 8, count);                                                      \
  }                                                                                                          \
  PER_THREAD_DEFAULT(cuMemsetD##bits##_v2);                                                                  \
  EXPORT int cuMemsetD##bits##Async(pointer to, type value, size_t count, void *stream) {                    \
    return stream_valid(stream) ? IN_STREAM(stream, memory_fill(AT(to), value, bits / 8, count))             \
                                : INVALID_HANDLE;                                                            \
  }                                                                                                          \
  PER_THREAD_STREAM(cuMemsetD##bits##Async);                                                                 \
  EXPORT int cuMemsetD2D##bits##_v2(pointer to, size_t pitch, type value, size_t width, size_t height) {     \
    int status = SUCCESS;                                                                                    \
    for (size_t row = 0; row < height && !status; row++)                                                     \
      status = memory_fill(AT(to + row * pitch), value, bits / 8, width);                                    \
    return status;                                                                                           \
  }                                                                                                          \
  PER_THREAD_DEFAULT(cuMemsetD2D##bits##_v2);
FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned)

/* Advice: memory is where both sides see it, whatever is advised. */
#define ADVICE(name)                                                                  \
  EXPORT int name(pointer at, size_t size) {                                          \
    (void)size;                                                                       \
    return settled(region_of(AT(at)) ? SUCCESS : INVALID_VALUE);                      \
  }
ADVICE(cuMemAdvise)
ADVICE(cuMemAdvise_v2)
ADVICE(cuMemPrefetchAsync)
PER_THREAD_STREAM(cuMemPrefetchAsync);
ADVICE(cuMemPrefetchAsync_v2)
PER_THREAD_STREAM(cuMemPrefetchAsync_v2);

EXPORT int cuStreamAttachMemAsync(void *stream, pointer at, size_t size, unsigned flags) {
  (void)size, (void)flags;
  return settled(stream_valid(stream) && region_of(AT(at)) ? SUCCESS : INVALID_VALUE);
}
PER_THREAD_STREAM(cuStreamAttachMemAsync);

/* CUpointer_attribute, the common ones. */
EXPORT int cuPointerGetAttribute(void *out, int attribute, pointer at) {
  struct region *region = region_of(AT(at));
  uint64_t first = 0, size = 0;
  if (!region && (!is_device(AT(at)) || memory_range(AT(at), &first, &size))) return INVALID_VALUE;
  switch (attribute) {
    case 2: /* memory type: 1 host, 2 device */
      *(unsigned *)out = region && region->kind != MANAGED_MEMORY ? 1 : 2;
      return SUCCESS;
    case 3: /* device pointer */
      *(pointer *)out = region ? region->device + (uint64_t)((char *)AT(at) - region->host) : at;
      return SUCCESS;
    case 4: /* host pointer */
      if (!region) return INVALID_VALUE;
      *(void **)out = AT(at);
      return SUCCESS;
    case 8: /* managed */
      *(unsigned *)out = region && region->kind == MANAGED_MEMORY;
      return SUCCESS;
    case 9: /* device */
      *(int *)out = 0;
      return SUCCESS;
    case 11: /* start of the range */
      *(pointer *)out = region ? region->device : first;
      return SUCCESS;
    case 12: /* its size */
      *(size_t *)out = region ? region->size : size;
      return SUCCESS;
    default:
      return unsupported("cuPointerGetAttribute for this attribute");
  }
}

EXPORT int cuPointerGetAttributes(unsigned count, int *attributes, void **out, pointer at) {
  for (unsigned i = 0; i < count; i++) {
    int status = cuPointerGetAttribute(out[i], attributes[i], at);
    if (status) return status;
  }
  return SUCCESS;
}
