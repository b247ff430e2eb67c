/* Streams and events in the driver API: all streams are in order, one after the other. */
#include "core.h"

#define PER_THREAD_STREAM(name) EXPORT __typeof__(name) name##_ptsz __attribute__((alias(#name)))

EXPORT int cuStreamCreateWithPriority(struct stream **out, unsigned flags, int priority) {
  *out = flags <= 1 ? stream_new(flags, priority) : NULL;
  return settled(*out ? SUCCESS : INVALID_VALUE);
}
EXPORT int cuStreamCreate(struct stream **out, unsigned flags) { return cuStreamCreateWithPriority(out, flags, 0); }
EXPORT int cuStreamDestroy_v2(void *stream) { return settled(stream_drop(stream)); }
EXPORT int cuStreamSynchronize(void *stream) { return wait_stream(stream); }
PER_THREAD_STREAM(cuStreamSynchronize);
EXPORT int cuStreamQuery(void *stream) {
  if (stream_valid(stream)) order_host_stream(stream);
  return stream_valid(stream) ? failed() : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuStreamQuery);
EXPORT int cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
  (void)flags;
  if (!stream_valid(stream) || !event_valid(event)) return settled(INVALID_HANDLE);
  order_awaits(stream, event);
  return settled(SUCCESS);
}
PER_THREAD_STREAM(cuStreamWaitEvent);
EXPORT int cuStreamGetCtx(void *stream, void **out) {
  extern int cuDevicePrimaryCtxRetain(void **, int);
  return stream_valid(stream) ? cuDevicePrimaryCtxRetain(out, 0) : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuStreamGetCtx);
EXPORT int cuStreamIsCapturing(void *stream, int *status) {
  *status = 0;
  return stream_valid(stream) ? SUCCESS : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuStreamIsCapturing);
extern int cudaStreamGetFlags(void *, unsigned *), cudaStreamGetPriority(void *, int *);
extern int cudaStreamGetId(void *, unsigned long long *);
EXPORT int cuStreamGetFlags(void *stream, unsigned *flags) { return cudaStreamGetFlags(stream, flags); }
PER_THREAD_STREAM(cuStreamGetFlags);
EXPORT int cuStreamGetPriority(void *stream, int *priority) { return cudaStreamGetPriority(stream, priority); }
PER_THREAD_STREAM(cuStreamGetPriority);
EXPORT int cuStreamGetId(void *stream, unsigned long long *id) { return cudaStreamGetId(stream, id); }
PER_THREAD_STREAM(cuStreamGetId);
EXPORT int cuStreamGetDevice(void *stream, int *device) {
  *device = 0;
  return stream_valid(stream) ? SUCCESS : INVALID_HANDLE;
}
PER_THREAD_STREAM(cuStreamGetDevice);
EXPORT int cuThreadExchangeStreamCaptureMode(int *mode) {
  (void)mode;
  return SUCCESS;
}
EXPORT int cuLaunchHostFunc(void *stream, void (*callback)(void *), void *data) {
  if (!stream_valid(stream) || !callback) return INVALID_VALUE;
  int status = synchronise();
  if (!status) callback(data);
  return status;
}
PER_THREAD_STREAM(cuLaunchHostFunc);
EXPORT int cuStreamAddCallback(void *stream, void (*callback)(void *, int, void *), void *data, unsigned flags) {
  if (!stream_valid(stream) || !callback || flags) return INVALID_VALUE;
  callback(stream, synchronise(), data);
  return SUCCESS;
}
PER_THREAD_STREAM(cuStreamAddCallback);

EXPORT int cuEventCreate(struct event **out, unsigned flags) {
  *out = event_new(flags);
  return settled(*out ? SUCCESS : OUT_OF_MEMORY);
}
EXPORT int cuEventDestroy_v2(void *event) { return settled(event_drop(event)); }
EXPORT int cuEventRecord(struct event *event, void *stream) {
  if (!event_valid(event) || !stream_valid(stream)) return INVALID_HANDLE;
  event->recorded = 1;
  event->cycles = now_cycles();
  order_recorded(event, stream);
  return settled(SUCCESS);
}
PER_THREAD_STREAM(cuEventRecord);
EXPORT int cuEventRecordWithFlags(struct event *event, void *stream, unsigned flags) {
  (void)flags;
  return cuEventRecord(event, stream);
}
PER_THREAD_STREAM(cuEventRecordWithFlags);
EXPORT int cuEventSynchronize(void *event) { return wait_event(event); }
EXPORT int cuEventQuery(void *event) { return event_valid(event) ? failed() : INVALID_HANDLE; }
EXPORT int cuEventElapsedTime(float *milliseconds, const struct event *from, const struct event *to) {
  return settled(milliseconds ? event_elapsed(milliseconds, from, to) : INVALID_VALUE);
}
EXPORT int cuEventElapsedTime_v2(float *milliseconds, const struct event *from, const struct event *to) {
  return cuEventElapsedTime(milliseconds, from, to);
}
