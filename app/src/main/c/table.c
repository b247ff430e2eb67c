/*
 * The runtime's functions by name. They are looked up before the C library is ready, when dlopen must not be called:
 * it would run the library's initialisation without the environment.
 */
#include "core.h"

#include <string.h>

/* What no list of public functions has: what compilers call, and functions that do not return an error. */
#define OTHERS                           \
  UNSUPPORTED(__cudaGetKernel)           \
  UNSUPPORTED(__cudaInitModule)          \
  UNSUPPORTED(__cudaLaunchKernel)        \
  UNSUPPORTED(__cudaLaunchKernel_ptsz)   \
  UNSUPPORTED(__cudaPopCallConfiguration) \
  UNSUPPORTED(__cudaPushCallConfiguration) \
  UNSUPPORTED(__cudaRegisterFatBinary)   \
  UNSUPPORTED(__cudaRegisterFatBinaryEnd) \
  UNSUPPORTED(__cudaRegisterFunction)    \
  UNSUPPORTED(__cudaRegisterHostVar)     \
  UNSUPPORTED(__cudaRegisterManagedVar)  \
  UNSUPPORTED(__cudaRegisterSurface)     \
  UNSUPPORTED(__cudaRegisterTexture)     \
  UNSUPPORTED(__cudaRegisterVar)         \
  UNSUPPORTED(__cudaUnregisterFatBinary) \
  UNSUPPORTED(cudaCreateChannelDesc)     \
  UNSUPPORTED(cudaEventElapsedTime_v2)   \
  UNSUPPORTED(cudaGetDeviceProperties_v2) \
  UNSUPPORTED(cudaGetErrorName)          \
  UNSUPPORTED(cudaGetErrorString)        \
  UNSUPPORTED(cudaThreadExit)            \
  UNSUPPORTED(cudaThreadSynchronize)

#define UNSUPPORTED(name) extern char name[];
OTHERS
#include "unsupported.inc"
#undef UNSUPPORTED

static const struct {
  const char *name;
  void *function;
} table[] = {
#define UNSUPPORTED(name) {#name, name},
    OTHERS
#include "unsupported.inc"
};

void *own_function(const char *name) {
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    if (strcmp(table[i].name, name) == 0) return table[i].function;
  }
  return NULL;
}
