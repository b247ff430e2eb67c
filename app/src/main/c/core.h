/*
 * What the parts of the drop-in CUDA libraries share. They run inside the user's program and keep as little as they
 * can: every decision about the device is made by the simulator, on the other side of a socket (docs/use/cuda-programs.md).
 */
#ifndef SYNCOPATE_CORE_H
#define SYNCOPATE_CORE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol.h"

#define EXPORT __attribute__((visibility("default")))

/* Errors, the same numbers in the runtime and in the driver API (cudaError_t, CUresult). */
enum {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  INITIALIZATION_ERROR = 3,
  INVALID_CONFIGURATION = 9,
  INVALID_SYMBOL = 13,
  INVALID_DEVICE_FUNCTION = 98,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  UNSUPPORTED_LIMIT = 215,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  NOT_READY = 600,
  ALREADY_REGISTERED = 712,
  NOT_REGISTERED = 713,
  NOT_SUPPORTED = 801,
  UNKNOWN_ERROR = 999
};

/* ---- wire.c: one request, one reply ---- */

struct reply {
  void *into;  /* where the bytes go; null: memory that the caller frees, in data */
  size_t room; /* at into */
  uint64_t words[REPLY_WORDS];
  char *data;
  size_t size;
};

/* Sends numbers and bytes, waits for the answer; the status is an error of CUDA. Reply may be null. */
int call(enum operation operation, const uint64_t *words, unsigned count, const void *bytes, size_t size,
         struct reply *reply);

/* Joins the simulator; its answer to HELLO. */
int hello(const struct reply **answer);

/* Says something about this program's calls on standard error, once for each text. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* ---- device.c: what there is ---- */

struct machine {
  char name[256];
  uint64_t memory;      /* bytes */
  uint64_t base, end;   /* device addresses */
  uint64_t kilohertz;   /* of the core clock */
  int attributes[ATTRIBUTES]; /* by the numbers of cudaDeviceAttr and CUdevice_attribute */
};

/* Joins the simulator on first use. */
int machine(const struct machine **out);

/* Limits by the numbers of cudaLimit. The simulator hears of the stack's; others are kept and given back. */
int set_limit(unsigned limit, size_t value);
int get_limit(size_t *value, unsigned limit);

/* The status of calls after a kernel or the simulator has failed; 0 while none has. */
int failed(void);
void fail(int status);
static inline int settled(int status) { return failed() ? failed() : status; } /* of a call on the context */

extern pthread_mutex_t state_lock; /* recursive: everything below is used under it */
void lock(void);
void unlock(void);

/* ---- image.c: modules, kernels, variables ---- */

struct image {
  const void *data;   /* a fat binary's wrapper, or null for what is loaded at once */
  int state;          /* 0 not loaded, 1 loaded, else -status */
  uint64_t id;
  int library;        /* loaded by the program, not registered before main */
  struct image *next;
};

struct function {
  struct image *image;
  const void *host; /* the stub that stands for it, or null */
  char *name;
  int state;
  uint64_t id;
  unsigned parameters;
  uint64_t *offsets, *sizes;
  uint64_t block_bytes; /* of all parameters */
  uint64_t static_shared, local, most_threads, registers, constants, most_dynamic, opt_in, ptx_version;
  uint64_t needs_cluster, kernel_cluster[3]; /* by its directives; 0 for none */
  uint64_t set_cluster[3], non_portable;     /* by cudaFuncSetAttribute */
  struct function *next;
};

struct variable {
  struct image *image;
  const void *host;
  void **managed; /* where the program keeps the pointer of a managed variable */
  char *name;
  int state;
  uint64_t address, size;
  struct variable *next;
};

int image_load(struct image *image);
struct image *image_new(const void *wrapper);
int image_from_memory(const void *data, struct image **out);
void image_drop(struct image *image);
int image_kernels(struct image *image, char **names, size_t *size);
int function_of(const void *key, struct function **out); /* by stub or by handle, loaded */
int function_named(struct image *image, const char *name, struct function **out);
int variable_of(const void *host, struct variable **out);
int variable_named(struct image *image, const char *name, struct variable **out);
int managed_variables(void); /* gives every registered one its place */

/* ---- memory.c ---- */

enum kind { DEVICE_MEMORY, PINNED_MEMORY, MANAGED_MEMORY, REGISTERED_MEMORY };

/* Memory that both sides use: the program's copy is the right one between launches. */
struct region {
  char *host;
  uint64_t device;
  size_t size;
  char *shadow; /* what both sides had when they last agreed */
  enum kind kind;
  unsigned flags;
  int fixed; /* a variable: it has its place for good */
  struct region *next;
};

int memory_allocate(size_t bytes, enum kind kind, unsigned flags, void **out);
int memory_free(void *pointer, enum kind kind);
int memory_register(void *host, size_t bytes, unsigned flags);
int memory_unregister(void *host);
int memory_share(uint64_t address, size_t bytes); /* a managed variable */
struct region *region_of(const void *pointer);    /* by either address */
int memory_copy(void *to, const void *from, size_t bytes);
int memory_copy_2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height);
int memory_fill(void *to, uint64_t value, unsigned element, size_t count);
int is_device(const void *pointer);
int memory_range(const void *pointer, uint64_t *start, uint64_t *size);
int memory_push(void); /* before a launch */
int memory_pull(void); /* after it */
void memory_forget(void);
int memory_of_both_sides(void); /* whether there is any */

/* ---- launch.c ---- */

struct shape {
  unsigned grid[3], block[3];
  uint64_t shared;
  int cooperative;
  unsigned cluster[3]; /* 0 for what the kernel says */
  int dependent;       /* whether it may start before the launch before it is over */
};

int launch(struct function *function, const struct shape *shape, void **arguments, const void *packed, size_t size);
void run_launches(void); /* those that are still to run */
int settle(void);      /* what has run is heard of */
int synchronise(void); /* the host has waited for everything as well */
int wait_stream(const void *stream);
int wait_event(const void *event);
uint64_t now_cycles(void);
int occupancy(struct function *function, unsigned threads, uint64_t shared, int *ctas);
int cluster_occupancy(struct function *function, const struct shape *shape, int *clusters, int *largest);

struct event {
  int magic, recorded;
  unsigned flags;
  uint64_t cycles;
};
struct stream {
  int magic;
  unsigned flags;
  int priority;
  uint64_t id;
};
int stream_valid(const void *stream);
struct stream *stream_new(unsigned flags, int priority);
int stream_drop(void *stream);
struct event *event_new(unsigned flags);
int event_valid(const void *event);
int event_drop(void *event);
int event_elapsed(float *milliseconds, const struct event *from, const struct event *to);

/* ---- order.c: for a check of what a GPU might run at once ---- */

#define IN_STREAM(stream, operation) (order_in(stream), order_out(operation))

int order_in(const void *stream); /* operations belong to this stream until order_out, which gives its argument back */
int order_out(int status);
uint64_t order_stream(void); /* the number of the stream of the operations that follow */
void order_both_sides(void);
void order_created(const struct stream *stream);
void order_begin(enum stream_work work, int dependent); /* on the launch before only by griddepcontrol.wait */
void order_touch(const void *pointer, size_t bytes, int writes);
void order_end(void);
void order_recorded(const void *event, const void *stream);
void order_awaits(const void *stream, const void *event);
void order_host_stream(const void *stream);
void order_host_copied(int pinned);
void order_host_event(const void *event);
void order_host_all(void);

int order_wanted(void);
int order_pending(void); /* whether the host does not wait for what is done now */

/* ---- guard.c: the program's own accesses to memory for both sides, before it has waited ---- */

void guard_add(const char *from, size_t bytes);
void guard_close(void);
void guard_open(void);
void guard_reach(const void *from, size_t bytes, int writes);
void guard_forget(void);
int guard_touch(uint64_t *address, int *writes);

/* ---- errors.c ---- */

const char *error_name(int status, int driver);
const char *error_text(int status);

/* ---- driver_link.c ---- */

/* What a program asked to hear of compiling and linking (CUjit_option): no time, and what went wrong, or nothing. */
void jit_log(unsigned count, const int *options, void **values, const char *problem);

/* ---- driver_launch.c ---- */

char *read_file(const char *path, size_t *length); /* with a zero behind it; null where it cannot be read */

/* ---- table.c ---- */

void *own_function(const char *name); /* a function of the runtime or the driver API here; null if there is none */

/* ---- unsupported.c ---- */

int unsupported(const char *name);

#endif
