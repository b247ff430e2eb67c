/* What errors are called. */
#include "core.h"

static const struct {
  int status;
  const char *runtime, *driver, *text;
} errors[] = {
#define ERROR(status, runtime, driver, text) {status, runtime, driver, text},
#include "errors.inc"
};

const char *error_name(int status, int driver) {
  for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++) {
    if (errors[i].status == status) return driver ? errors[i].driver : errors[i].runtime;
  }
  return NULL;
}

const char *error_text(int status) {
  for (unsigned i = 0; i < sizeof errors / sizeof *errors; i++) {
    if (errors[i].status == status) return errors[i].text;
  }
  return NULL;
}
