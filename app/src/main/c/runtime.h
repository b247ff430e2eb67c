/* What the files of the runtime API share. Types are those of driver_types.h, as far as the ABI needs them. */
#ifndef SYNCOPATE_RUNTIME_H
#define SYNCOPATE_RUNTIME_H

#include "core.h"

struct dim3 {
  unsigned x, y, z;
};

/* Keeps the error for cudaGetLastError, and returns it. */
int note(int status);

/* The same for what works on the context, which a failed kernel has ruined: its error is that of every later call. */
int done(int status);

/* The same function for the default stream of a thread (nvcc --default-stream per-thread): all streams are in order. */
#define PER_THREAD_STREAM(name) EXPORT __typeof__(name) name##_ptsz __attribute__((alias(#name)))
#define PER_THREAD_DEFAULT(name) EXPORT __typeof__(name) name##_ptds __attribute__((alias(#name)))

#endif
