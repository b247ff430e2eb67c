/* Modules, kernels and variables: known by the pointers that the compiler registers or by the handles given out. */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct image *images;
static struct function *functions;
static struct variable *variables;

/* __fatBinC_Wrapper_t (fatbinary_section.h) */
struct wrapper {
  int magic, version;
  const void *data;
  void *prelinked; /* of version 2: null-terminated list of the linked objects' fat binaries */
};

struct fat_header {
  uint32_t magic;
  uint16_t version, header;
  uint64_t bytes;
};

enum { WRAPPER_MAGIC = 0x466243b1, FAT_MAGIC = (int)0xba55ed50 };

static size_t fat_size(const void *data) {
  const struct fat_header *header = data;
  return header && header->magic == (uint32_t)FAT_MAGIC ? header->header + header->bytes : 0;
}

struct image *image_new(const void *wrapper) {
  struct image *image = calloc(1, sizeof *image);
  if (!image) return NULL;
  image->data = wrapper;
  lock();
  image->next = images;
  images = image;
  unlock();
  return image;
}

static int send_image(struct image *image, const void *bytes, size_t size) {
  struct reply reply = {0};
  int status = call(LOAD, NULL, 0, bytes, size, &reply);
  image->id = reply.words[0];
  image->state = status == SUCCESS ? 1 : -status;
  free(reply.data);
  return status;
}

/* All fat binaries of a wrapper, one behind the other. */
int image_load(struct image *image) {
  if (image->state) return image->state > 0 ? SUCCESS : -image->state;
  const struct wrapper *wrapper = image->data;
  if (!wrapper || wrapper->magic != WRAPPER_MAGIC) return INVALID_VALUE;
  size_t size = fat_size(wrapper->data);
  const void **linked = wrapper->version >= 2 ? wrapper->prelinked : NULL;
  for (const void **each = linked; each && *each; each++) size += fat_size(*each);
  char *all = malloc(size ? size : 1);
  if (!all) return OUT_OF_MEMORY;
  size_t at = fat_size(wrapper->data);
  memcpy(all, wrapper->data, at);
  for (const void **each = linked; each && *each; each++) {
    memcpy(all + at, *each, fat_size(*each));
    at += fat_size(*each);
  }
  int status = send_image(image, all, size);
  free(all);
  return status;
}

/* What cuModuleLoadData takes: a wrapper, a fat binary, PTX, or machine code (which the simulator refuses). */
int image_from_memory(const void *data, struct image **out) {
  uint32_t magic;
  memcpy(&magic, data, sizeof magic);
  struct image *image = image_new(NULL);
  if (!image) return OUT_OF_MEMORY;
  image->library = 1;
  int status;
  if (magic == (uint32_t)WRAPPER_MAGIC) {
    image->data = data;
    status = image_load(image);
    image->data = NULL;
  } else if (magic == (uint32_t)FAT_MAGIC) {
    status = send_image(image, data, fat_size(data));
  } else if (memcmp(data, "\177ELF", 4) == 0) {
    status = send_image(image, data, 64);
  } else {
    status = send_image(image, data, strlen(data));
  }
  *out = image;
  if (status) image_drop(image);
  return status;
}

/* Its handles end; the device's memory stays with its variables until the program ends. */
void image_drop(struct image *image) {
  lock();
  for (struct function **at = &functions; *at;) {
    struct function *each = *at;
    if (each->image == image) {
      *at = each->next;
      free(each->name);
      free(each->offsets);
      free(each);
    } else {
      at = &each->next;
    }
  }
  for (struct variable **at = &variables; *at;) {
    struct variable *each = *at;
    if (each->image == image) {
      *at = each->next;
      free(each->name);
      free(each);
    } else {
      at = &each->next;
    }
  }
  for (struct image **at = &images; *at; at = &(*at)->next) {
    if (*at == image) {
      *at = image->next;
      free(image);
      break;
    }
  }
  unlock();
}

int image_kernels(struct image *image, char **names, size_t *size) {
  int status = image_load(image);
  if (status) return status;
  struct reply reply = {0};
  status = call(KERNELS, &image->id, 1, NULL, 0, &reply);
  *names = reply.data;
  *size = reply.size;
  return status;
}

static struct function *function_add(struct image *image, const void *host, const char *name) {
  struct function *function = calloc(1, sizeof *function);
  if (!function) return NULL;
  function->image = image;
  function->host = host;
  function->name = strdup(name);
  function->next = functions;
  functions = function;
  return function;
}

/* The reply: words as the fields below; bytes are pairs of offset and size of each parameter. */
static int function_load(struct function *function) {
  if (function->state) return function->state > 0 ? SUCCESS : -function->state;
  int status = image_load(function->image);
  if (status) return status;
  struct reply reply = {0};
  status = call(FUNCTION, &function->image->id, 1, function->name, strlen(function->name), &reply);
  if (status == SUCCESS) {
    const uint64_t *word = reply.words;
    function->id = word[0];
    function->parameters = (unsigned)word[1];
    function->block_bytes = word[2];
    function->static_shared = word[3];
    function->local = word[4];
    function->most_threads = word[5];
    function->registers = word[6];
    function->constants = word[7];
    function->most_dynamic = word[8];
    function->opt_in = word[9];
    function->ptx_version = word[10];
    function->needs_cluster = word[11];
    memcpy(function->kernel_cluster, word + 12, sizeof function->kernel_cluster);
    function->offsets = calloc(2 * function->parameters + 1, sizeof *function->offsets);
    if (!function->offsets) status = OUT_OF_MEMORY;
    else {
      memcpy(function->offsets, reply.data, 2 * function->parameters * sizeof *function->offsets);
      function->sizes = function->offsets + function->parameters;
    }
  }
  free(reply.data);
  function->state = status == SUCCESS ? 1 : -status;
  return status;
}

int function_of(const void *key, struct function **out) {
  for (struct function *each = functions; each; each = each->next) {
    if (each == key || (each->host && each->host == key)) {
      *out = each;
      return function_load(each);
    }
  }
  return INVALID_DEVICE_FUNCTION;
}

int function_named(struct image *image, const char *name, struct function **out) {
  for (struct function *each = functions; each; each = each->next) {
    if (each->image == image && strcmp(each->name, name) == 0) {
      *out = each;
      return function_load(each);
    }
  }
  struct function *function = function_add(image, NULL, name);
  if (!function) return OUT_OF_MEMORY;
  *out = function;
  return function_load(function);
}

static struct variable *variable_add(struct image *image, const void *host, void **managed, const char *name,
                                     size_t size) {
  struct variable *variable = calloc(1, sizeof *variable);
  if (!variable) return NULL;
  variable->image = image;
  variable->host = host;
  variable->managed = managed;
  variable->name = strdup(name);
  variable->size = size;
  variable->next = variables;
  variables = variable;
  return variable;
}

static int variable_load(struct variable *variable) {
  if (variable->state) return variable->state > 0 ? SUCCESS : -variable->state;
  int status = image_load(variable->image);
  if (status) return status;
  struct reply reply = {0};
  status = call(VARIABLE, &variable->image->id, 1, variable->name, strlen(variable->name), &reply);
  if (status == SUCCESS) {
    variable->address = reply.words[0];
    variable->size = reply.words[1];
    if (variable->managed) {
      status = memory_share(variable->address, variable->size);
      if (status == SUCCESS) *variable->managed = (void *)variable->address;
    }
  }
  free(reply.data);
  variable->state = status == SUCCESS ? 1 : -status;
  return status;
}

int variable_of(const void *host, struct variable **out) {
  for (struct variable *each = variables; each; each = each->next) {
    if (each->host == host || (each->managed && (*each->managed == host || (const void *)each->managed == host))) {
      *out = each;
      return variable_load(each);
    }
  }
  return INVALID_SYMBOL;
}

int variable_named(struct image *image, const char *name, struct variable **out) {
  for (struct variable *each = variables; each; each = each->next) {
    if (each->image == image && strcmp(each->name, name) == 0) {
      *out = each;
      return variable_load(each);
    }
  }
  struct variable *variable = variable_add(image, NULL, NULL, name, 0);
  if (!variable) return OUT_OF_MEMORY;
  *out = variable;
  return variable_load(variable);
}

int managed_variables(void) {
  int status = SUCCESS;
  for (struct variable *each = variables; each; each = each->next) {
    if (each->managed && !each->state) {
      int one = variable_load(each);
      status = status ? status : one;
    }
  }
  return status;
}

/* ---- what the compiler's code calls before main (crt/host_runtime.h) ---- */

EXPORT void **__cudaRegisterFatBinary(void *wrapper) { return (void **)image_new(wrapper); }

EXPORT void __cudaRegisterFatBinaryEnd(void **image) { (void)image; }

/* At exit: the simulator keeps what there is until the connection ends. */
EXPORT void __cudaUnregisterFatBinary(void **image) { (void)image; }

EXPORT void __cudaRegisterFunction(void **image, const char *host, char *device, const char *name, int limit,
                                   void *thread, void *block, void *block_size, void *grid_size, int *warp) {
  (void)device, (void)limit, (void)thread, (void)block, (void)block_size, (void)grid_size, (void)warp;
  lock();
  function_add((struct image *)image, host, name);
  unlock();
}

EXPORT void __cudaRegisterVar(void **image, char *host, char *device, const char *name, int external, size_t size,
                              int constant, int global) {
  (void)device, (void)external, (void)constant, (void)global;
  lock();
  variable_add((struct image *)image, host, NULL, name, size);
  unlock();
}

EXPORT void __cudaRegisterManagedVar(void **image, void **host, char *device, const char *name, int external,
                                     size_t size, int constant, int global) {
  (void)device, (void)external, (void)constant, (void)global;
  lock();
  variable_add((struct image *)image, host, host, name, size);
  unlock();
}

EXPORT void __cudaRegisterHostVar(void **image, const char *name, char *host, size_t size) {
  (void)image, (void)host, (void)size;
  complain("host variable %s: variables of the host in device code are not supported", name);
}

EXPORT char __cudaInitModule(void **image) {
  (void)image;
  lock();
  int status = managed_variables();
  unlock();
  return status == SUCCESS;
}

/* References to textures before CUDA 12 (legacy). */
EXPORT void __cudaRegisterTexture(void **image, const void *host, const void **device, const char *name, int dimension,
                                  int normalised, int external) {
  (void)image, (void)host, (void)device, (void)dimension, (void)normalised, (void)external;
  complain("texture reference %s: texture references are not supported", name);
}

EXPORT void __cudaRegisterSurface(void **image, const void *host, const void **device, const char *name, int dimension,
                                  int external) {
  (void)image, (void)host, (void)device, (void)dimension, (void)external;
  complain("surface reference %s: surface references are not supported", name);
}
