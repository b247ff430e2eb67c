/* Devices and errors in the runtime API. */
#include "runtime.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local int last;
static _Thread_local int seen; /* whether a failed kernel has been told to this thread: it stays */

int note(int status) {
  if (status) last = status;
  if (status && status == failed()) seen = 1;
  return status;
}

int done(int status) { return note(failed() ? failed() : status); }

EXPORT int cudaPeekAtLastError(void) { return seen ? failed() : last; }

EXPORT int cudaGetLastError(void) {
  int status = cudaPeekAtLastError();
  last = SUCCESS;
  return status;
}

EXPORT const char *cudaGetErrorName(int status) {
  const char *name = error_name(status, 0);
  return name ? name : "unrecognized error code";
}

EXPORT const char *cudaGetErrorString(int status) {
  const char *text = error_text(status);
  return text ? text : "unrecognized error code";
}

EXPORT int cudaThreadSynchronize(void) { return note(synchronise()); }

EXPORT int cudaDeviceSynchronize(void) { return note(synchronise()); }

EXPORT int cudaDeviceReset(void) {
  int status = synchronise();
  if (status) return note(status); /* a failed kernel has ruined the context for good */
  lock();
  status = call(RESET, NULL, 0, NULL, 0, NULL);
  memory_forget();
  unlock();
  last = SUCCESS;
  return note(status);
}

EXPORT int cudaThreadExit(void) { return cudaDeviceReset(); }

EXPORT int cudaGetDeviceCount(int *count) {
  const struct machine *have;
  int status = count ? machine(&have) : INVALID_VALUE;
  if (status == SUCCESS) *count = 1;
  return note(status);
}

EXPORT int cudaGetDevice(int *device) {
  *device = 0;
  return SUCCESS;
}

static int only(int device) { return device == 0 ? SUCCESS : INVALID_DEVICE; }

EXPORT int cudaSetDevice(int device) {
  const struct machine *have;
  int status = only(device);
  return note(status ? status : machine(&have));
}

EXPORT int cudaInitDevice(int device, unsigned flags, unsigned more) {
  (void)flags, (void)more;
  return cudaSetDevice(device);
}

EXPORT int cudaSetValidDevices(int *devices, int count) {
  for (int i = 0; i < count; i++) {
    if (devices[i]) return note(INVALID_DEVICE);
  }
  return SUCCESS;
}

EXPORT int cudaChooseDevice(int *device, const void *properties) {
  (void)properties;
  *device = 0;
  return SUCCESS;
}

EXPORT int cudaSetDeviceFlags(unsigned flags) {
  (void)flags;
  return SUCCESS;
}

EXPORT int cudaGetDeviceFlags(unsigned *flags) {
  *flags = 8; /* cudaDeviceMapHost */
  return SUCCESS;
}

EXPORT int cudaDeviceGetAttribute(int *value, int attribute, int device) {
  const struct machine *have;
  int status = only(device);
  if (!status) status = value && attribute > 0 && attribute < ATTRIBUTES ? machine(&have) : INVALID_VALUE;
  if (status == SUCCESS) *value = have->attributes[attribute];
  return note(status);
}

/* What cudaDeviceProp begins with in every version; packed, because what follows does so without a gap. */
struct properties_head {
  char name[256], uuid[16], luid[8];
  unsigned mask, gap;
  size_t memory, shared;
  int registers, warp;
  size_t pitch;
  int threads, block[3], grid[3];
} __attribute__((packed, aligned(4)));


/* Fields by name, so that each version's order below is all that differs. */
struct properties_13 {
  struct properties_head head;
  size_t constants;
  int major, minor;
  size_t texture_alignment, texture_pitch;
  int units, integrated, map_host;
  int textures[39];
  size_t surface_alignment;
  int concurrent, ecc, bus, device, domain, tcc, engines, unified, bus_width, l2, persisting, unit_threads, priorities,
      global_l1, local_l1;
  size_t unit_shared;
  int unit_registers, managed, multi_gpu, group, host_atomics, pageable, concurrent_managed, preemption, registered,
      cooperative;
  size_t shared_opt_in;
  int page_tables, direct_managed, unit_ctas, window;
  size_t reserved_shared;
  int more[13 + 7 + 56];
};

struct properties_12 {
  struct properties_head head;
  int clock;
  size_t constants;
  int major, minor;
  size_t texture_alignment, texture_pitch;
  int overlap, units, time_limit, integrated, map_host, mode;
  int textures[40];
  size_t surface_alignment;
  int concurrent, ecc, bus, device, domain, tcc, engines, unified, memory_clock, bus_width, l2, persisting,
      unit_threads, priorities, global_l1, local_l1;
  size_t unit_shared;
  int unit_registers, managed, multi_gpu, group, host_atomics, double_ratio, pageable, concurrent_managed, preemption,
      registered, cooperative, cooperative_multi;
  size_t shared_opt_in;
  int page_tables, direct_managed, unit_ctas, window;
  size_t reserved_shared;
  int more[13]; /* and reserved ones, which stay as they are */
};

_Static_assert(sizeof(struct properties_13) == 1008, "cudaDeviceProp of CUDA 13");
_Static_assert(offsetof(struct properties_12, more) == 728, "cudaDeviceProp of CUDA 11, with which 12 begins");

/* Fields of the same name by their attributes. */
#define COMMON(to, of)                                                                                                 \
  do {                                                                                                                 \
    head(&(to)->head, have);                                                                                           \
    (to)->constants = (size_t)of[9];                                                                                   \
    (to)->major = of[75], (to)->minor = of[76];                                                                        \
    (to)->texture_alignment = (size_t)of[14], (to)->texture_pitch = (size_t)of[51];                                    \
    (to)->units = of[16], (to)->integrated = of[18], (to)->map_host = of[19];                                          \
    (to)->surface_alignment = (size_t)of[30];                                                                          \
    (to)->concurrent = of[31], (to)->ecc = of[32], (to)->bus = of[33], (to)->device = of[34];                          \
    (to)->domain = of[50], (to)->tcc = of[35], (to)->engines = of[40], (to)->unified = of[41];                         \
    (to)->bus_width = of[37], (to)->l2 = of[38], (to)->persisting = of[108], (to)->unit_threads = of[39];              \
    (to)->priorities = of[78], (to)->global_l1 = of[79], (to)->local_l1 = of[80];                                      \
    (to)->unit_shared = (size_t)of[81], (to)->unit_registers = of[82], (to)->managed = of[83];                         \
    (to)->multi_gpu = of[84], (to)->group = of[85], (to)->host_atomics = of[86], (to)->pageable = of[88];              \
    (to)->concurrent_managed = of[89], (to)->preemption = of[90], (to)->registered = of[91];                           \
    (to)->cooperative = of[95], (to)->shared_opt_in = (size_t)of[97], (to)->page_tables = of[100];                     \
    (to)->direct_managed = of[101], (to)->unit_ctas = of[106], (to)->window = of[109];                                 \
    (to)->reserved_shared = (size_t)of[111];                                                                           \
  } while (0)

static void head(struct properties_head *to, const struct machine *have) {
  const int *of = have->attributes;
  memcpy(to->name, have->name, sizeof to->name);
  memcpy(to->uuid, "syncopate-device", sizeof to->uuid);
  to->memory = have->memory;
  to->shared = (size_t)of[8];
  to->registers = of[12];
  to->warp = of[10];
  to->pitch = (size_t)of[11];
  to->threads = of[1];
  memcpy(to->block, of + 2, sizeof to->block);
  memcpy(to->grid, of + 5, sizeof to->grid);
}

static int properties_13(struct properties_13 *to, int device) {
  const struct machine *have;
  int status = only(device);
  status = status ? status : machine(&have);
  if (status) return status;
  memset(to, 0, sizeof *to);
  COMMON(to, have->attributes);
  to->more[0] = have->attributes[99]; /* hostRegisterSupported */
  to->more[4] = have->attributes[115]; /* memoryPoolsSupported */
  return SUCCESS;
}

static int properties_12(struct properties_12 *to, int device, size_t size) {
  const struct machine *have;
  int status = only(device);
  status = status ? status : machine(&have);
  if (status) return status;
  struct properties_12 all;
  memset(&all, 0, sizeof all);
  COMMON(&all, have->attributes);
  const int *of = have->attributes;
  all.clock = of[13], all.overlap = of[15], all.time_limit = of[17], all.mode = of[20], all.memory_clock = of[36];
  all.double_ratio = of[87];
  all.more[0] = of[99];
  all.more[4] = of[115];
  memcpy(to, &all, size);
  return SUCCESS;
}

/* Which runtime the program was built for: SYNCOPATE_CUDART names what the launcher found in it. */
static int version(void) {
  const char *told = getenv("SYNCOPATE_CUDART");
  return told ? atoi(told) : 13;
}

/* Before CUDA 12 the structure was shorter; in 13 it is another one under the old name. */
EXPORT int cudaGetDeviceProperties(void *properties, int device) {
  if (!properties) return note(INVALID_VALUE);
  if (version() >= 13) return note(properties_13(properties, device));
  size_t size = version() == 11 ? offsetof(struct properties_12, more) : offsetof(struct properties_12, unit_ctas);
  return note(properties_12(properties, device, size));
}

EXPORT int cudaGetDeviceProperties_v2(void *properties, int device) {
  return note(properties ? properties_12(properties, device, sizeof(struct properties_12)) : INVALID_VALUE);
}

EXPORT int cudaRuntimeGetVersion(int *number) {
  *number = version() * 1000;
  return SUCCESS;
}

EXPORT int cudaDriverGetVersion(int *number) {
  *number = 13000;
  return SUCCESS;
}

EXPORT int cudaDeviceSetLimit(unsigned limit, size_t value) { return note(set_limit(limit, value)); }
EXPORT int cudaDeviceGetLimit(size_t *value, unsigned limit) { return note(get_limit(value, limit)); }

EXPORT int cudaDeviceSetCacheConfig(int preference) {
  (void)preference;
  return SUCCESS;
}

EXPORT int cudaDeviceGetCacheConfig(int *preference) {
  *preference = 0;
  return SUCCESS;
}

EXPORT int cudaDeviceSetSharedMemConfig(int banks) {
  (void)banks;
  return SUCCESS;
}

EXPORT int cudaDeviceGetSharedMemConfig(int *banks) {
  *banks = 1;
  return SUCCESS;
}

EXPORT int cudaCtxResetPersistingL2Cache(void) { return SUCCESS; }

EXPORT int cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (least) *least = 0;
  if (greatest) *greatest = 0;
  return SUCCESS;
}

EXPORT int cudaDeviceGetPCIBusId(char *text, int size, int device) {
  static const char id[] = "0000:00:00.0";
  if (only(device)) return note(INVALID_DEVICE);
  if (!text || size < (int)sizeof id) return note(INVALID_VALUE);
  memcpy(text, id, sizeof id);
  return SUCCESS;
}

EXPORT int cudaDeviceGetByPCIBusId(int *device, const char *text) {
  (void)text;
  *device = 0;
  return SUCCESS;
}

EXPORT int cudaDeviceCanAccessPeer(int *can, int device, int peer) {
  *can = 0;
  return note(device || peer ? INVALID_DEVICE : SUCCESS);
}

/* There is no other device. */
EXPORT int cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  (void)peer, (void)flags;
  return note(INVALID_DEVICE);
}

EXPORT int cudaDeviceDisablePeerAccess(int peer) { return cudaDeviceEnablePeerAccess(peer, 0); }

EXPORT int cudaDeviceGetP2PAttribute(int *value, int attribute, int device, int peer) {
  (void)attribute, (void)device, (void)peer;
  if (value) *value = 0;
  return note(value ? INVALID_DEVICE : INVALID_VALUE);
}

EXPORT int cudaThreadSetLimit(unsigned limit, size_t value) { return cudaDeviceSetLimit(limit, value); }
EXPORT int cudaThreadGetLimit(size_t *value, unsigned limit) { return cudaDeviceGetLimit(value, limit); }

EXPORT int cudaProfilerStart(void) { return SUCCESS; }

EXPORT int cudaProfilerStop(void) { return SUCCESS; }

struct channel {
  int x, y, z, w, kind;
};

EXPORT struct channel cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return (struct channel){x, y, z, w, kind};
}

EXPORT int cudaGetDriverEntryPointByVersion(const char *name, void **entry, unsigned of, unsigned long long flags,
                                            int *result) {
  extern int cuGetProcAddress_v2(const char *, void **, int, uint64_t, int *);
  int status = cuGetProcAddress_v2(name, entry, (int)of, flags, NULL);
  if (result) *result = status == SUCCESS ? 0 : 1;
  return note(result ? SUCCESS : status);
}
PER_THREAD_STREAM(cudaGetDriverEntryPointByVersion);

EXPORT int cudaGetDriverEntryPoint(const char *name, void **entry, unsigned long long flags, int *result) {
  return cudaGetDriverEntryPointByVersion(name, entry, 12000, flags, result);
}
PER_THREAD_STREAM(cudaGetDriverEntryPoint);
