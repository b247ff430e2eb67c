/* Modules, libraries, kernels, and launches in the driver API. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PER_THREAD_STREAM(name) EXPORT __typeof__(name) name##_ptsz __attribute__((alias(#name)))

typedef uint64_t pointer;

static int load_data(struct image **out, const void *data) {
  if (!out || !data) return INVALID_VALUE;
  lock();
  int status = failed() ? failed() : image_from_memory(data, out);
  unlock();
  return status;
}

char *read_file(const char *path, size_t *length) {
  FILE *file = path ? fopen(path, "rb") : NULL;
  if (!file) return NULL;
  char *all = NULL;
  size_t size = 0, room = 0, got = 0;
  do {
    size += got;
    if (size + 1 >= room) {
      room = room ? 2 * room : 1 << 16;
      char *more = realloc(all, room);
      if (!more) break;
      all = more;
    }
  } while ((got = fread(all + size, 1, room - size - 1, file)) > 0);
  fclose(file);
  if (all) all[size] = 0;
  *length = size;
  return all;
}

static int load_file(struct image **out, const char *path) {
  size_t size;
  char *all = read_file(path, &size);
  if (!all) return 301; /* CUDA_ERROR_FILE_NOT_FOUND */
  int status = size ? load_data(out, all) : 200; /* CUDA_ERROR_INVALID_IMAGE */
  free(all);
  return status;
}

EXPORT int cuModuleLoadData(struct image **out, const void *data) { return load_data(out, data); }
EXPORT int cuModuleLoadDataEx(struct image **out, const void *data, unsigned count, int *options, void **values) {
  jit_log(count, options, values, NULL);
  return load_data(out, data);
}
EXPORT int cuModuleLoadFatBinary(struct image **out, const void *data) { return load_data(out, data); }
EXPORT int cuModuleLoad(struct image **out, const char *path) { return load_file(out, path); }
EXPORT int cuModuleUnload(struct image *image) {
  image_drop(image);
  return SUCCESS;
}
EXPORT int cuModuleGetLoadingMode(int *mode) {
  *mode = 2; /* lazy */
  return SUCCESS;
}

EXPORT int cuModuleGetFunction(struct function **out, struct image *image, const char *name) {
  if (!out || !image || !name) return INVALID_VALUE;
  lock();
  int status = function_named(image, name, out);
  unlock();
  return settled(status);
}

EXPORT int cuModuleGetGlobal_v2(pointer *address, size_t *size, struct image *image, const char *name) {
  struct variable *variable;
  if (!image || !name) return INVALID_VALUE;
  lock();
  int status = variable_named(image, name, &variable);
  unlock();
  if (status) return status;
  if (address) *address = variable->address;
  if (size) *size = variable->size;
  return SUCCESS;
}

EXPORT int cuModuleGetFunctionCount(unsigned *count, struct image *image) {
  char *names = NULL;
  size_t size = 0;
  int status = image_kernels(image, &names, &size);
  *count = 0;
  for (size_t i = 0; i < size; i++) *count += names[i] == '\n';
  free(names);
  return status;
}

EXPORT int cuModuleEnumerateFunctions(struct function **out, unsigned count, struct image *image) {
  char *names = NULL;
  size_t size = 0;
  int status = image_kernels(image, &names, &size);
  char *rest = names;
  for (unsigned i = 0; i < count && !status && names; i++) {
    char *name = strtok_r(rest, "\n", &rest);
    if (!name) break;
    status = cuModuleGetFunction(&out[i], image, name);
  }
  free(names);
  return status;
}

/* Libraries are modules that need no context; kernels of a library are functions. */
EXPORT int cuLibraryLoadData(struct image **out, const void *data, int *jit, void **jit_values, unsigned jit_count,
                             int *options, void **values, unsigned count) {
  (void)jit, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
  return load_data(out, data);
}
EXPORT int cuLibraryLoadFromFile(struct image **out, const char *path, int *jit, void **jit_values, unsigned jit_count,
                                 int *options, void **values, unsigned count) {
  (void)jit, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
  return load_file(out, path);
}
EXPORT int cuLibraryUnload(struct image *image) { return cuModuleUnload(image); }
EXPORT int cuLibraryGetModule(struct image **out, struct image *library) {
  *out = library;
  return SUCCESS;
}
EXPORT int cuLibraryGetKernel(struct function **out, struct image *library, const char *name) {
  return cuModuleGetFunction(out, library, name);
}
EXPORT int cuLibraryGetKernelCount(unsigned *count, struct image *library) {
  return cuModuleGetFunctionCount(count, library);
}
EXPORT int cuLibraryEnumerateKernels(struct function **out, unsigned count, struct image *library) {
  return cuModuleEnumerateFunctions(out, count, library);
}
EXPORT int cuLibraryGetGlobal(pointer *address, size_t *size, struct image *library, const char *name) {
  return cuModuleGetGlobal_v2(address, size, library, name);
}
EXPORT int cuKernelGetFunction(struct function **out, struct function *kernel) {
  *out = kernel;
  return SUCCESS;
}
EXPORT int cuKernelGetName(const char **name, struct function *kernel) {
  *name = kernel->name;
  return SUCCESS;
}
EXPORT int cuKernelGetLibrary(struct image **out, struct function *kernel) {
  *out = kernel->image;
  return SUCCESS;
}

/* The runtime's functions on libraries: the same handles. */
EXPORT int cudaLibraryLoadData(struct image **out, const void *data, int *jit, void **jit_values, unsigned jit_count,
                               int *options, void **values, unsigned count) {
  return cuLibraryLoadData(out, data, jit, jit_values, jit_count, options, values, count);
}
EXPORT int cudaLibraryLoadFromFile(struct image **out, const char *path, int *jit, void **jit_values,
                                   unsigned jit_count, int *options, void **values, unsigned count) {
  return cuLibraryLoadFromFile(out, path, jit, jit_values, jit_count, options, values, count);
}
EXPORT int cudaLibraryUnload(struct image *library) { return cuModuleUnload(library); }
EXPORT int cudaLibraryGetKernel(struct function **out, struct image *library, const char *name) {
  return cuModuleGetFunction(out, library, name);
}
EXPORT int cudaLibraryGetKernelCount(unsigned *count, struct image *library) {
  return cuModuleGetFunctionCount(count, library);
}
EXPORT int cudaLibraryEnumerateKernels(struct function **out, unsigned count, struct image *library) {
  return cuModuleEnumerateFunctions(out, count, library);
}
EXPORT int cudaLibraryGetGlobal(pointer *address, size_t *size, struct image *library, const char *name) {
  return cuModuleGetGlobal_v2(address, size, library, name);
}

static uint64_t cluster_extent_of(const struct function *function, int dimension) {
  return function->kernel_cluster[0] ? function->kernel_cluster[dimension] : function->set_cluster[dimension];
}

EXPORT int cuFuncGetAttribute(int *value, int attribute, struct function *kernel) {
  struct function *function;
  lock();
  int status = function_of(kernel, &function);
  unlock();
  if (status) return INVALID_HANDLE;
  uint64_t of[] = {function->most_threads, function->static_shared, function->constants, function->local,
                   function->registers,    function->ptx_version,   function->ptx_version, 0,
                   function->opt_in,       (uint64_t)-1,            function->needs_cluster,
                   cluster_extent_of(function, 0), cluster_extent_of(function, 1), cluster_extent_of(function, 2),
                   function->non_portable, 0};
  if (attribute < 0 || (size_t)attribute >= sizeof of / sizeof *of) return INVALID_VALUE;
  *value = (int)of[attribute];
  return SUCCESS;
}
EXPORT int cuKernelGetAttribute(int *value, int attribute, struct function *kernel, int device) {
  return device ? INVALID_DEVICE : cuFuncGetAttribute(value, attribute, kernel);
}

extern int cudaFuncSetAttribute(const void *kernel, int attribute, int value);

EXPORT int cuFuncSetAttribute(struct function *kernel, int attribute, int value) {
  return cudaFuncSetAttribute(kernel, attribute, value);
}
EXPORT int cuKernelSetAttribute(int attribute, int value, struct function *kernel, int device) {
  return device ? INVALID_DEVICE : cuFuncSetAttribute(kernel, attribute, value);
}
EXPORT int cuFuncSetCacheConfig(struct function *kernel, int preference) {
  (void)kernel, (void)preference;
  return SUCCESS;
}
EXPORT int cuKernelSetCacheConfig(struct function *kernel, int preference, int device) {
  return device ? INVALID_DEVICE : cuFuncSetCacheConfig(kernel, preference);
}
EXPORT int cuFuncLoad(struct function *kernel) {
  (void)kernel;
  return SUCCESS;
}
EXPORT int cuFuncIsLoaded(int *state, struct function *kernel) {
  (void)kernel;
  *state = 1;
  return SUCCESS;
}
EXPORT int cuFuncSetSharedMemConfig(struct function *kernel, int banks) {
  (void)kernel, (void)banks;
  return SUCCESS;
}
EXPORT int cuFuncGetName(const char **name, struct function *kernel) { return cuKernelGetName(name, kernel); }
EXPORT int cuFuncGetModule(struct image **out, struct function *kernel) { return cuKernelGetLibrary(out, kernel); }
EXPORT int cuFuncGetParamInfo(struct function *kernel, size_t index, size_t *offset, size_t *size) {
  if (index >= kernel->parameters) return INVALID_VALUE;
  if (offset) *offset = kernel->offsets[index];
  if (size) *size = kernel->sizes[index];
  return SUCCESS;
}
EXPORT int cuKernelGetParamInfo(struct function *kernel, size_t index, size_t *offset, size_t *size) {
  return cuFuncGetParamInfo(kernel, index, offset, size);
}

/* The list that packs all parameters: CU_LAUNCH_PARAM_BUFFER_POINTER, _SIZE, _END. */
static int run(struct function *kernel, const struct shape *shape, void *stream, void **arguments, void **extra) {
  struct function *function;
  const void *packed = NULL;
  size_t size = 0;
  if (!stream_valid(stream)) return INVALID_HANDLE;
  for (void **at = extra; at && *at != (void *)0; at += 2) {
    if (*at == (void *)1) packed = at[1];
    else if (*at == (void *)2) size = *(size_t *)at[1];
    else return INVALID_VALUE;
  }
  lock();
  int status = function_of(kernel, &function);
  unlock();
  if (failed()) return failed();
  return status ? INVALID_HANDLE : IN_STREAM(stream, launch(function, shape, arguments, packed, size));
}

EXPORT int cuLaunchKernel(struct function *kernel, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                          unsigned bz, unsigned shared, void *stream, void **arguments, void **extra) {
  struct shape shape = {{gx, gy, gz}, {bx, by, bz}, shared, 0, {0}, 0};
  return run(kernel, &shape, stream, arguments, extra);
}
PER_THREAD_STREAM(cuLaunchKernel);

EXPORT int cuLaunchCooperativeKernel(struct function *kernel, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                     unsigned by, unsigned bz, unsigned shared, void *stream, void **arguments) {
  struct shape shape = {{gx, gy, gz}, {bx, by, bz}, shared, 1, {0}, 0};
  return run(kernel, &shape, stream, arguments, NULL);
}
PER_THREAD_STREAM(cuLaunchCooperativeKernel);

struct attribute {
  int id;
  char pad[4];
  union {
    char bytes[64];
    int number;
    unsigned extent[3];
  } value;
};
struct extended {
  unsigned grid[3], block[3], shared;
  void *stream;
  struct attribute *attributes;
  unsigned count;
};

/* A launch's shape with the attributes that change it. */
static struct shape extended_shape(const struct extended *with) {
  struct shape shape = {{with->grid[0], with->grid[1], with->grid[2]},
                        {with->block[0], with->block[1], with->block[2]},
                        with->shared,
                        0,
                        {0},
                        0};
  for (unsigned i = 0; i < with->count; i++) {
    const struct attribute *each = &with->attributes[i];
    if (each->id == 2) shape.cooperative = each->value.number;
    if (each->id == 6) shape.dependent = each->value.number; /* CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION */
    if (each->id == 4) memcpy(shape.cluster, each->value.extent, sizeof shape.cluster);
  }
  return shape;
}

EXPORT int cuLaunchKernelEx(const struct extended *with, struct function *kernel, void **arguments, void **extra) {
  struct shape shape = extended_shape(with);
  for (unsigned i = 0; i < with->count; i++)
    if (with->attributes[i].id == 11) return unsupported("cuLaunchKernelEx with a preferred cluster size");
    else if (with->attributes[i].id == 7) return unsupported("cuLaunchKernelEx with a programmatic event");
  return run(kernel, &shape, with->stream, arguments, extra);
}
PER_THREAD_STREAM(cuLaunchKernelEx);

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *ctas, struct function *kernel, int threads,
                                                                size_t shared, unsigned flags) {
  (void)flags;
  return threads > 0 ? occupancy(kernel, (unsigned)threads, shared, ctas) : INVALID_VALUE;
}
EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *ctas, struct function *kernel, int threads,
                                                       size_t shared) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(ctas, kernel, threads, shared, 0);
}

EXPORT int cuOccupancyMaxActiveClusters(int *clusters, struct function *kernel, const struct extended *with) {
  int largest;
  if (!clusters || !with) return INVALID_VALUE;
  struct shape shape = extended_shape(with);
  return cluster_occupancy(kernel, &shape, clusters, &largest);
}
EXPORT int cuOccupancyMaxPotentialClusterSize(int *size, struct function *kernel, const struct extended *with) {
  int clusters;
  if (!size || !with) return INVALID_VALUE;
  struct shape shape = extended_shape(with);
  return cluster_occupancy(kernel, &shape, &clusters, size);
}

extern int cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int);
EXPORT int cuOccupancyAvailableDynamicSMemPerBlock(size_t *shared, struct function *kernel, int ctas, int threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(shared, kernel, ctas, threads);
}

/* The block size with the most resident threads, the largest of several. */
EXPORT int cuOccupancyMaxPotentialBlockSize(int *grid, int *block, struct function *kernel, size_t (*shared_for)(int),
                                            size_t shared, int limit) {
  const struct machine *have;
  int status = machine(&have);
  int most = (int)kernel->most_threads;
  if (limit > 0 && limit < most) most = limit;
  int best = 0, best_block = 0, best_ctas = 0;
  for (int size = most / 32 * 32; size >= 32 && !status; size -= 32) {
    int ctas;
    status = occupancy(kernel, (unsigned)size, shared_for ? shared_for(size) : shared, &ctas);
    if (ctas * size > best) best = ctas * size, best_block = size, best_ctas = ctas;
  }
  *block = best_block;
  *grid = best_ctas * (status ? 0 : have->attributes[16]);
  return status;
}

EXPORT int cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, struct function *kernel,
                                                     size_t (*shared_for)(int), size_t shared, int limit,
                                                     unsigned flags) {
  (void)flags;
  return cuOccupancyMaxPotentialBlockSize(grid, block, kernel, shared_for, shared, limit);
}
