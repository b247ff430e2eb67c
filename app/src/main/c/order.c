/*
 * What orders a program's operations: streams, events, waits of the host. Everything runs in order here; a check wants
 * to know what a GPU might run at once (SYNCOPATE_CUDA_ORDER says that there is one).
 */
#include "core.h"

#include <stdlib.h>

static _Thread_local const void *current; /* the stream of the operations that follow; null: the default stream */

int order_wanted(void) {
  static int known = -1;
  if (known < 0) known = getenv("SYNCOPATE_CUDA_ORDER") != NULL;
  return known;
}

static void send(enum stream_event what, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t words[] = {what, a, b, c};
  call(ORDER, words, 4, NULL, 0, NULL);
}

static void tell_touches(void) {
  uint64_t address;
  int writes;
  while (guard_touch(&address, &writes)) send(STREAM_HOST_TOUCHES, address, (uint64_t)writes, 0);
}

static void tell(enum stream_event what, uint64_t a, uint64_t b, uint64_t c) {
  if (!order_wanted()) return;
  lock();
  tell_touches();
  send(what, a, b, c);
  if (what >= STREAM_HOST_STREAM && what <= STREAM_HOST_ALL) guard_forget();
  unlock();
}

__attribute__((destructor)) static void tell_at_exit(void) {
  if (order_wanted()) tell_touches();
}

/* 0 the legacy default stream, 2 the thread's own, then those that the program has made. */
static uint64_t number(const void *stream) {
  uintptr_t handle = (uintptr_t)stream;
  return handle <= 1 ? 0 : handle == 2 ? 2 : ((const struct stream *)stream)->id;
}

uint64_t order_stream(void) { return number(current); }

int order_in(const void *stream) {
  current = stream;
  return SUCCESS;
}

int order_out(int status) {
  current = NULL;
  return status;
}

/* There is memory for both sides. */
void order_both_sides(void) { tell(STREAM_BOTH_SIDES, 0, 0, 0); }

void order_created(const struct stream *stream) { tell(STREAM_CREATED, stream->id, !(stream->flags & 1), 0); }
void order_begin(enum stream_work work, int dependent) {
  tell(STREAM_BEGIN, number(current), (uint64_t)work, (uint64_t)(dependent != 0));
}
void order_end(void) { tell(STREAM_END, 0, 0, 0); }
void order_recorded(const void *event, const void *stream) { tell(STREAM_RECORD, (uint64_t)(uintptr_t)event, number(stream), 0); }
void order_awaits(const void *stream, const void *event) {
  run_launches();
  tell(STREAM_AWAIT, number(stream), (uint64_t)(uintptr_t)event, 0);
}
void order_host_stream(const void *stream) { tell(STREAM_HOST_STREAM, number(stream), 0, 0); }
void order_host_event(const void *event) { tell(STREAM_HOST_EVENT, (uint64_t)(uintptr_t)event, 0, 0); }
void order_host_all(void) { tell(STREAM_HOST_ALL, 0, 0, 0); }

/* The host waits for a copy from or to pages of its own, and for those in the default stream. */
void order_host_copied(int pinned) {
  if (!pinned || !current) tell(STREAM_HOST_STREAM, number(current), 0, 0);
}

int order_pending(void) { return current != NULL; }

/* Memory of the program alone is no matter of streams. */
void order_touch(const void *pointer, size_t bytes, int writes) {
  if (!order_wanted()) return;
  struct region *region = region_of(pointer);
  uint64_t address = (uint64_t)(uintptr_t)pointer;
  if (region && (address < region->device || address >= region->device + region->size))
    address = region->device + (uint64_t)((const char *)pointer - region->host);
  if (region || is_device(pointer)) tell(STREAM_TOUCH, address, bytes, (uint64_t)writes);
}
