/* The driver API: initialisation, devices, contexts, entry points. There is one device and one context. */
#include "core.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int context; /* its address is the handle */
static _Thread_local void *stack[16];
static _Thread_local int depth;

EXPORT int cuInit(unsigned flags) {
  const struct machine *have;
  return flags ? INVALID_VALUE : machine(&have);
}

EXPORT int cuDriverGetVersion(int *version) {
  *version = 13000;
  return SUCCESS;
}

EXPORT int cuGetErrorName(int status, const char **name) {
  *name = error_name(status, 1);
  return *name ? SUCCESS : INVALID_VALUE;
}

EXPORT int cuGetErrorString(int status, const char **text) {
  *text = error_text(status);
  return *text ? SUCCESS : INVALID_VALUE;
}

EXPORT int cuDeviceGet(int *device, int ordinal) {
  *device = 0;
  return ordinal == 0 ? SUCCESS : INVALID_DEVICE;
}

EXPORT int cuDeviceGetCount(int *count) {
  *count = 1;
  return SUCCESS;
}

EXPORT int cuDeviceGetName(char *name, int size, int device) {
  const struct machine *have;
  if (device || size < 1) return device ? INVALID_DEVICE : INVALID_VALUE;
  int status = machine(&have);
  if (status == SUCCESS) snprintf(name, (size_t)size, "%s", have->name);
  return status;
}

EXPORT int cuDeviceGetUuid_v2(char *uuid, int device) {
  memcpy(uuid, "syncopate-device", 16);
  return device ? INVALID_DEVICE : SUCCESS;
}
EXPORT int cuDeviceGetUuid(char *uuid, int device) { return cuDeviceGetUuid_v2(uuid, device); }

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device) {
  const struct machine *have;
  int status = device ? INVALID_DEVICE : machine(&have);
  if (status == SUCCESS) *bytes = have->memory;
  return status;
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
  const struct machine *have;
  if (device) return INVALID_DEVICE;
  int status = attribute > 0 && attribute < ATTRIBUTES ? machine(&have) : INVALID_VALUE;
  if (status == SUCCESS) *value = have->attributes[attribute];
  return status;
}

EXPORT int cuDeviceComputeCapability(int *major, int *minor, int device) {
  int status = cuDeviceGetAttribute(major, 75, device);
  return status ? status : cuDeviceGetAttribute(minor, 76, device);
}

EXPORT int cuDevicePrimaryCtxRetain(void **out, int device) {
  *out = &context;
  return device ? INVALID_DEVICE : SUCCESS;
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int device) { return device ? INVALID_DEVICE : SUCCESS; }
EXPORT int cuDevicePrimaryCtxRelease(int device) { return cuDevicePrimaryCtxRelease_v2(device); }
EXPORT int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags) {
  (void)flags;
  return device ? INVALID_DEVICE : SUCCESS;
}
EXPORT int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
  *flags = 0;
  *active = 1;
  return device ? INVALID_DEVICE : SUCCESS;
}
EXPORT int cuDevicePrimaryCtxReset_v2(int device) {
  if (device) return INVALID_DEVICE;
  if (failed()) return failed();
  int status = call(RESET, NULL, 0, NULL, 0, NULL);
  lock();
  memory_forget();
  unlock();
  return status;
}

static int push(void *pushed) {
  if (pushed != &context || depth == 16) return INVALID_CONTEXT;
  stack[depth++] = pushed;
  return SUCCESS;
}

EXPORT int cuCtxCreate_v2(void **out, unsigned flags, int device) {
  (void)flags;
  if (device) return INVALID_DEVICE;
  *out = &context;
  return push(&context);
}
EXPORT int cuCtxCreate_v3(void **out, void *affinity, int count, unsigned flags, int device) {
  (void)affinity, (void)count;
  return cuCtxCreate_v2(out, flags, device);
}
EXPORT int cuCtxCreate_v4(void **out, void *parameters, unsigned flags, int device) {
  (void)parameters;
  return cuCtxCreate_v2(out, flags, device);
}
EXPORT int cuCtxDestroy_v2(void *of) {
  if (of != &context) return INVALID_CONTEXT;
  if (depth > 0) depth--;
  return SUCCESS;
}
EXPORT int cuCtxPushCurrent_v2(void *pushed) { return push(pushed); }
EXPORT int cuCtxPopCurrent_v2(void **popped) {
  if (depth == 0) return INVALID_CONTEXT;
  depth--;
  if (popped) *popped = stack[depth];
  return SUCCESS;
}
EXPORT int cuCtxSetCurrent(void *to) {
  if (to && to != &context) return INVALID_CONTEXT;
  if (depth == 0) depth = 1;
  stack[depth - 1] = to;
  return SUCCESS;
}
EXPORT int cuCtxGetCurrent(void **current) {
  *current = depth ? stack[depth - 1] : NULL;
  return SUCCESS;
}
EXPORT int cuCtxGetDevice(int *device) {
  *device = 0;
  return depth ? SUCCESS : INVALID_CONTEXT;
}
EXPORT int cuCtxGetFlags(unsigned *flags) {
  *flags = 0;
  return SUCCESS;
}
EXPORT int cuCtxGetId(void *of, unsigned long long *id) {
  (void)of;
  *id = 1;
  return SUCCESS;
}
EXPORT int cuCtxGetApiVersion(void *of, unsigned *version) {
  (void)of;
  *version = 13000;
  return SUCCESS;
}
EXPORT int cuCtxSynchronize(void) { return synchronise(); }
EXPORT int cuCtxSynchronize_v2(void *of) {
  (void)of;
  return synchronise();
}

EXPORT int cuCtxSetLimit(unsigned limit, size_t value) { return set_limit(limit, value); }
EXPORT int cuCtxGetLimit(size_t *value, unsigned limit) { return get_limit(value, limit); }
EXPORT int cuCtxSetCacheConfig(int preference) {
  (void)preference;
  return SUCCESS;
}
EXPORT int cuCtxGetCacheConfig(int *preference) {
  *preference = 0;
  return SUCCESS;
}
EXPORT int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = 0;
  return SUCCESS;
}
EXPORT int cuDeviceCanAccessPeer(int *can, int device, int peer) {
  *can = 0;
  return device || peer ? INVALID_DEVICE : SUCCESS;
}
EXPORT int cuCtxEnablePeerAccess(void *peer, unsigned flags) {
  (void)peer, (void)flags;
  return INVALID_CONTEXT; /* there is no other device to have one */
}
EXPORT int cuCtxDisablePeerAccess(void *peer) { return cuCtxEnablePeerAccess(peer, 0); }
EXPORT int cuDeviceGetP2PAttribute(int *value, int attribute, int device, int peer) {
  (void)attribute;
  *value = 0;
  (void)device, (void)peer;
  return INVALID_DEVICE;
}
EXPORT int cuCtxSetSharedMemConfig(int banks) {
  (void)banks;
  return SUCCESS;
}
EXPORT int cuCtxGetSharedMemConfig(int *banks) {
  *banks = 1;
  return SUCCESS;
}
EXPORT int cuCtxResetPersistingL2Cache(void) { return SUCCESS; }
extern int cudaDeviceGetPCIBusId(char *, int, int), cudaDeviceGetByPCIBusId(int *, const char *);
EXPORT int cuDeviceGetPCIBusId(char *text, int size, int device) { return cudaDeviceGetPCIBusId(text, size, device); }
EXPORT int cuDeviceGetByPCIBusId(int *device, const char *text) { return cudaDeviceGetByPCIBusId(device, text); }
EXPORT int cuProfilerStart(void) { return SUCCESS; }
EXPORT int cuProfilerStop(void) { return SUCCESS; }

/* Undocumented tables: there are none. What asks for them is NVIDIA's own runtime, which patch.c replaces. */
EXPORT int cuGetExportTable(const void **table, const void *id) {
  (void)id;
  if (table) *table = NULL;
  complain("a library asked for a table of the driver that is not documented; link it with the shared CUDA runtime");
  return unsupported("cuGetExportTable");
}

/* The version of a function that a program compiled for CUDA `version` means by its plain name. */
EXPORT int cuGetProcAddress_v2(const char *name, void **entry, int version, uint64_t flags, int *result) {
  char full[256];
  Dl_info own;
  (void)flags;
  *entry = NULL;
  if (!dladdr((void *)cuInit, &own)) return NOT_FOUND;
  void *self = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  if (!self) return NOT_FOUND;
  int newest = strcmp(name, "cuCtxCreate") == 0 ? (version >= 12050 ? 4 : 2) : 2;
  if (strcmp(name, "cuCtxSynchronize") == 0) newest = 1;
  snprintf(full, sizeof full, "%s_v%d", name, newest);
  *entry = dlsym(self, full);
  if (!*entry) *entry = dlsym(self, name);
  dlclose(self);
  if (result) *result = *entry ? 0 : 1;
  return *entry ? SUCCESS : NOT_FOUND;
}
EXPORT int cuGetProcAddress(const char *name, void **entry, int version, uint64_t flags) {
  return cuGetProcAddress_v2(name, entry, version, flags, NULL);
}
