/*
 * What orders a program's operations: streams, events, waits of the host. Everything runs in order here; a check wants
 * to know what a GPU might run at once (SYNCOPATE_CUDA_ORDER says that there is one).
 */
#include "core.h"

#include <stdlib.h>

enum { CREATED = 1, BEGIN, TOUCH, END, RECORD, AWAIT, HOST_STREAM, HOST_EVENT, HOST_ALL, HOST_TOUCHES, BOTH_SIDES };

static _Thread_local const void *current; /* the stream of the operations that follow; null: the default stream */

int order_wanted(void) {
  static int known = -1;
  if (known < 0) known = getenv("SYNCOPATE_CUDA_ORDER") != NULL;
  return known;
}

static void send(uint64_t what, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t words[] = {what, a, b, c};
  call(ORDER, words, 4, NULL, 0, NULL);
}

static void tell_touches(void) {
  uint64_t address;
  int writes;
  while (guard_touch(&address, &writes)) send(HOST_TOUCHES, address, (uint64_t)writes, 0);
}

static void tell(uint64_t what, uint64_t a, uint64_t b, uint64_t c) {
  if (!order_wanted()) return;
  lock();
  tell_touches();
  send(what, a, b, c);
  if (what >= HOST_STREAM && what <= HOST_ALL) guard_forget();
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

int order_in(const void *stream) {
  current = stream;
  return SUCCESS;
}

int order_out(int status) {
  current = NULL;
  return status;
}

/* There is memory for both sides. */
void order_both_sides(void) { tell(BOTH_SIDES, 0, 0, 0); }

void order_created(const struct stream *stream) { tell(CREATED, stream->id, !(stream->flags & 1), 0); }
void order_begin(int what) { tell(BEGIN, number(current), (uint64_t)what, 0); }
void order_end(void) { tell(END, 0, 0, 0); }
void order_recorded(const void *event, const void *stream) { tell(RECORD, (uint64_t)(uintptr_t)event, number(stream), 0); }
void order_awaits(const void *stream, const void *event) { tell(AWAIT, number(stream), (uint64_t)(uintptr_t)event, 0); }
void order_host_stream(const void *stream) { tell(HOST_STREAM, number(stream), 0, 0); }
void order_host_event(const void *event) { tell(HOST_EVENT, (uint64_t)(uintptr_t)event, 0, 0); }
void order_host_all(void) { tell(HOST_ALL, 0, 0, 0); }

/* The host waits for a copy from or to pages of its own, and for those in the default stream. */
void order_host_copied(int pinned) {
  if (!pinned || !current) tell(HOST_STREAM, number(current), 0, 0);
}

int order_pending(void) { return current != NULL; }

/* Memory of the program alone is no matter of streams. */
void order_touch(const void *pointer, size_t bytes, int writes) {
  if (!order_wanted()) return;
  struct region *region = region_of(pointer);
  uint64_t address = (uint64_t)(uintptr_t)pointer;
  if (region && (address < region->device || address >= region->device + region->size))
    address = region->device + (uint64_t)((const char *)pointer - region->host);
  if (region || is_device(pointer)) tell(TOUCH, address, bytes, (uint64_t)writes);
}
