/* Every public function that nothing here implements: it says its name once and fails as the manual lets it. */
#include "core.h"

#include <string.h>

int unsupported(const char *name) {
  complain("%s is not supported", name);
  call(NOTE, NULL, 0, name, strlen(name), NULL);
  return NOT_SUPPORTED;
}

#define UNSUPPORTED(name) \
  EXPORT __attribute__((weak)) int name(void); \
  int name(void) { return unsupported(#name); }
#include "unsupported.inc"
