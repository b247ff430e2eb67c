/*
 * Launches, and what orders them. A launch runs when it is made, so everything before it is done; but where a launch
 * may overlap the one before, the simulator keeps both until the program has to know of them.
 */
#include "core.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t cycles;   /* of all launches so far */
static int pending;       /* whether launches are still to run */
static char *printed;     /* by device code since the program last waited */
static size_t printed_size;

static void keep(const char *text, size_t size) {
  char *more = size ? realloc(printed, printed_size + size) : NULL;
  if (!more) return;
  memcpy(more + printed_size, text, size);
  printed = more;
  printed_size += size;
}

static void heard(const struct reply *reply) {
  cycles = reply->words[0];
  keep(reply->data, reply->size);
  if (reply->words[1]) fail((int)reply->words[1]);
  pending = (int)reply->words[2];
}

/* Launches run that the simulator has kept for those that overlap them. */
void run_launches(void) {
  lock();
  if (pending) {
    struct reply reply = {0};
    pending = 0;
    if (call(SETTLE, NULL, 0, NULL, 0, &reply) == SUCCESS) heard(&reply);
    free(reply.data);
  }
  unlock();
}

uint64_t now_cycles(void) {
  run_launches();
  return cycles;
}

static void show(void) {
  if (!printed_size) return;
  fwrite(printed, 1, printed_size, stdout);
  free(printed);
  printed = NULL;
  printed_size = 0;
}

__attribute__((destructor)) static void show_at_exit(void) {
  run_launches();
  show();
}

/* The parameters as one block, from pointers to each, or as the program packed them. */
static int pack(struct function *function, void **arguments, const void *packed, size_t size, char *block) {
  if (packed) {
    memcpy(block, packed, size < function->block_bytes ? size : function->block_bytes);
    return size < function->block_bytes ? INVALID_VALUE : SUCCESS;
  }
  if (function->parameters && !arguments) return INVALID_VALUE;
  for (unsigned i = 0; i < function->parameters; i++) {
    memcpy(block + function->offsets[i], arguments[i], function->sizes[i]);
  }
  return SUCCESS;
}

/* CTAs of a cluster: what the launch says, else what the program has set for the kernel; 0 for what the kernel says. */
static uint64_t cluster_extent(const struct function *function, const struct shape *shape, int dimension) {
  return shape->cluster[0] ? shape->cluster[dimension] : function->set_cluster[dimension];
}

/*
 * The reply: words are the cycles of all launches, the error that the next waiting call gives, and whether launches are
 * still to run, as the next one may overlap them; bytes are printed.
 */
int launch(struct function *function, const struct shape *shape, void **arguments, const void *packed, size_t size) {
  if (failed()) return failed();
  char *block = calloc(1, function->block_bytes + 1);
  if (!block) return OUT_OF_MEMORY;
  int status = pack(function, arguments, packed, size, block);
  if (status == SUCCESS) {
    lock();
    status = managed_variables();
    if (status == SUCCESS) status = memory_push();
    if (status == SUCCESS) {
      uint64_t words[] = {function->id,    shape->grid[0],  shape->grid[1], shape->grid[2],
                          shape->block[0], shape->block[1], shape->block[2], shape->shared,
                          (uint64_t)shape->cooperative, function->opt_in, cluster_extent(function, shape, 0),
                          cluster_extent(function, shape, 1), cluster_extent(function, shape, 2),
                          function->non_portable, (uint64_t)(shape->dependent != 0), order_stream(),
                          (uint64_t)!memory_of_both_sides()};
      struct reply reply = {0};
      order_begin(WORK_LAUNCH, shape->dependent);
      status = call(LAUNCH, words, 17, block, function->block_bytes, &reply);
      order_end();
      if (status == SUCCESS) {
        heard(&reply);
        status = memory_pull();
      }
      guard_close();
      free(reply.data);
    }
    unlock();
  }
  free(block);
  return status;
}

int settle(void) {
  run_launches();
  lock();
  show();
  unlock();
  return failed();
}

int synchronise(void) {
  order_host_all();
  return settle();
}

int wait_stream(const void *stream) {
  if (!stream_valid(stream)) return INVALID_HANDLE;
  order_host_stream(stream);
  return settle();
}

int wait_event(const void *event) {
  if (!event_valid(event)) return INVALID_HANDLE;
  order_host_event(event);
  return settle();
}

int occupancy(struct function *function, unsigned threads, uint64_t shared, int *ctas) {
  uint64_t words[] = {function->id, threads, shared};
  struct reply reply = {0};
  int status = call(OCCUPANCY, words, 3, NULL, 0, &reply);
  *ctas = (int)reply.words[0];
  free(reply.data);
  return status;
}

int cluster_occupancy(struct function *function, const struct shape *shape, int *clusters, int *largest) {
  uint64_t words[] = {function->id,
                      shape->block[0],
                      shape->block[1],
                      shape->block[2],
                      shape->shared,
                      cluster_extent(function, shape, 0),
                      cluster_extent(function, shape, 1),
                      cluster_extent(function, shape, 2),
                      function->non_portable};
  struct reply reply = {0};
  int status = call(CLUSTERS, words, 9, NULL, 0, &reply);
  *clusters = (int)reply.words[0];
  *largest = (int)reply.words[1];
  free(reply.data);
  return status;
}

/* ---- streams: all in order, one after the other ---- */

enum { STREAM_MAGIC = 0x53747265, EVENT_MAGIC = 0x45766e74 };

int stream_valid(const void *stream) {
  return (uintptr_t)stream <= 2 || ((const struct stream *)stream)->magic == STREAM_MAGIC;
}

struct stream *stream_new(unsigned flags, int priority) {
  static uint64_t next = 3;
  struct stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  stream->magic = STREAM_MAGIC;
  stream->flags = flags;
  stream->priority = priority;
  lock();
  stream->id = next++;
  unlock();
  order_created(stream);
  return stream;
}

int stream_drop(void *stream) {
  if ((uintptr_t)stream <= 2 || !stream_valid(stream)) return INVALID_HANDLE;
  ((struct stream *)stream)->magic = 0;
  free(stream);
  return SUCCESS;
}

struct event *event_new(unsigned flags) {
  struct event *event = calloc(1, sizeof *event);
  if (!event) return NULL;
  event->magic = EVENT_MAGIC;
  event->flags = flags;
  return event;
}

int event_valid(const void *event) { return event && ((const struct event *)event)->magic == EVENT_MAGIC; }

int event_drop(void *event) {
  if (!event_valid(event)) return INVALID_HANDLE;
  ((struct event *)event)->magic = 0;
  free(event);
  return SUCCESS;
}

/* Simulated time: cycles of the launches between the two, at the machine's clock. Copies take none. */
int event_elapsed(float *milliseconds, const struct event *from, const struct event *to) {
  if (!event_valid(from) || !event_valid(to) || !from->recorded || !to->recorded) return INVALID_HANDLE;
  if ((from->flags | to->flags) & 2) return INVALID_HANDLE; /* cudaEventDisableTiming */
  const struct machine *have;
  int status = machine(&have);
  if (status) return status;
  *milliseconds = (float)((double)(int64_t)(to->cycles - from->cycles) / (double)have->kilohertz);
  return SUCCESS;
}
